import AppStoreConnect

/// The app that a command is about, found with the operator's key.
enum AppleApp {
    /// Finds an app.
    /// - Parameters:
    ///   - name: A bundle identifier or an Apple ID; `nil` means the only app there is.
    ///   - client: Who is asked.
    /// - Returns: The app.
    /// - Throws: ``ToolError`` with status 66 if there is none, 64 if one of several has to be named, and
    ///   `AppStoreConnectError`.
    static func find(_ name: String?, from client: AppStoreConnectClient) async throws -> AppResource {
        guard let name else { return try await only(client) }
        let isNumber = !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let found = try await isNumber ? client.apps(id: name) : client.apps(bundleID: name)
        guard let app = found.first else {
            throw ToolError(
                .missingFile,
                "--app: the key sees no app `\(name.printable)`; write its bundle identifier or its Apple ID")
        }
        return app
    }

    private static func only(_ client: AppStoreConnectClient) async throws -> AppResource {
        let apps = try await client.apps().items
        guard let app = apps.first else { throw ToolError(.missingFile, "the key sees no app") }
        guard apps.count == 1 else {
            let names = apps.prefix(5).map { $0.bundleID ?? $0.id }.joined(separator: ", ")
            let more = apps.count > 5 ? ", …" : ""
            throw ToolError(.usage, "the key sees \(apps.count) apps; name one with --app: \((names + more).printable)")
        }
        return app
    }
}
