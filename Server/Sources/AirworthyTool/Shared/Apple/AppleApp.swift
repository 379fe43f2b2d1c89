import AppStoreConnect

/// Finds the app of a command in App Store Connect.
enum AppleApp {
    /// Finds an app.
    /// - Parameters:
    ///   - name: A bundle identifier or an Apple ID; `nil` selects the only app of the key.
    ///   - client: The client to ask.
    /// - Returns: The app.
    /// - Throws: ``ToolError`` with status 66 if there is no such app, 64 if the key can access several apps and none is
    ///   named, and `AppStoreConnectError`.
    static func find(_ name: String?, from client: AppStoreConnectClient) async throws -> AppResource {
        guard let name else { return try await onlyApp(of: client) }
        let isAppleID = !name.isEmpty && name.isAllDigits
        let found = try await isAppleID ? client.apps(id: name) : client.apps(bundleID: name)
        guard let app = found.first else {
            throw ToolError.missingFile(
                "--app: the key can access no app `\(name.printable)`; write its bundle identifier or its Apple ID")
        }
        return app
    }

    private static func onlyApp(of client: AppStoreConnectClient) async throws -> AppResource {
        let apps = try await client.apps().items
        guard let app = apps.first else { throw ToolError.missingFile("the key can access no app") }
        guard apps.count == 1 else {
            let names = apps.prefix(5).map { $0.bundleID ?? $0.id }.joined(separator: ", ")
            let more = apps.count > 5 ? ", …" : ""
            throw ToolError.usage(
                "the key can access \(apps.count) apps; name one with --app: \((names + more).printable)")
        }
        return app
    }
}
