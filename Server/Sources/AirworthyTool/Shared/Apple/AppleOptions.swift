import AirworthyPolicy
import AppStoreConnect
import ArgumentParser
import OutgoingHTTP
import ServerSupport

/// The App Store Connect key of a command, and the address to send requests to.
struct AppleOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The key, AuthKey_….p8; by default that of AIRWORTHY_APPLE_KEY_FILE.", valueName: "file"),
        completion: .file(extensions: ["p8"]))
    var keyFile: String?

    @Option(
        name: .customLong("key-id"), parsing: .unconditional,
        help: ArgumentHelp(
            "The key's id; by default that of AIRWORTHY_APPLE_KEY_ID or of the file's name.", valueName: "id"))
    var keyID: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The team's issuer id; by default that of AIRWORTHY_APPLE_ISSUER. An individual key has none.",
            valueName: "uuid"))
    var issuer: String?

    @OptionGroup var address: AppleAddressOptions

    /// Runs `body` with a client, and closes its connections afterwards.
    func withClient<Value>(_ body: (AppStoreConnectClient) async throws -> Value) async throws -> Value {
        let address = try ServerAddress(self.address.url ?? AppStoreConnectClient.host, from: "--url")
        let key = try key()
        return try await withHTTPTransport(to: address.text, timeout: .seconds(self.address.timeout.seconds)) {
            transport in
            do {
                let client = try AppStoreConnectClient(
                    key: key, baseURL: address.text, transport: transport,
                    budget: CallBudget(now: { WallClock.now() }), userAgent: "airworthy/\(toolVersion)",
                    now: { WallClock.now() })
                return try await body(client.counting(as: .operator))
            } catch let error as AppStoreConnectError {
                throw error.toolError(host: address.text, key: key)
            }
        }
    }

    private func key() throws(ToolError) -> APIKey {
        guard let file = keyFile ?? environmentVariable("AIRWORTHY_APPLE_KEY_FILE") else {
            throw .usage(
                "no key: set AIRWORTHY_APPLE_KEY_FILE to the AuthKey_….p8 of App Store Connect, or give --key-file")
        }
        return try APIKey(
            file: file, keyID: keyID ?? environmentVariable("AIRWORTHY_APPLE_KEY_ID"),
            issuer: issuer ?? environmentVariable("AIRWORTHY_APPLE_ISSUER"))
    }
}

/// The options of commands for one app in App Store Connect.
struct AppleAppOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var apple: AppleOptions

    /// Runs `body` with a client and the app.
    func withApp<Value>(_ body: (AppResource, AppStoreConnectClient) async throws -> Value) async throws -> Value {
        try await apple.withClient { client in try await body(AppleApp.find(app, from: client), client) }
    }
}

/// The address of Apple, or of its simulator, and the time limit for its responses.
struct AppleAddressOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another address than Apple's, such as that of airworthy simulator.", valueName: "url"))
    var url: String?

    @OptionGroup var timeout: TimeoutOption
}

/// Runs `body` with an HTTP transport, and closes its connections afterwards. With an `address`, a terminal shows that the
/// tool waits for it.
func withHTTPTransport<Value>(
    to address: String? = nil, timeout: Duration = HTTPTransport.defaultTimeout,
    maximumBody: Int = HTTPTransport.defaultMaximumBody,
    _ body: (HTTPTransport) async throws -> Value
) async throws -> Value {
    let connection = HTTPTransport.asyncHTTPClient(timeout: timeout, maximumBody: maximumBody)
    do {
        let value =
            if let address {
                try await ProgressLine.during("waiting for \(address)") { try await body(connection.transport) }
            } else {
                try await body(connection.transport)
            }
        await connection.close()
        return value
    } catch {
        await connection.close()
        throw error
    }
}

extension ArgumentHelp {
    static let appleApp = ArgumentHelp(
        "The app's bundle identifier or Apple ID; needed if the key can access several apps.", valueName: "app")
}

/// Finds the app of a command in App Store Connect.
enum AppleApp {
    /// Finds an app by a bundle identifier or an Apple ID; `nil` selects the only app of the key.
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

extension APIKey {
    /// Reads an `AuthKey_….p8`; its name has the id if that is `nil`. An individual key has no issuer.
    init(file path: String, keyID: String?, issuer: String?) throws(ToolError) {
        let file = try InputFile(path)
        warnIfReadableByOthers(path, holding: "the key")
        guard let keyID = keyID ?? Self.keyID(inName: path) else {
            throw .usage("\(file.name): the file name does not contain the key id; give --key-id, such as 2X9R4HXF34")
        }
        do throws(APIKeyError) {
            try self.init(pem: String(decoding: file.bytes, as: UTF8.self), keyID: keyID, issuerID: issuer)
        } catch {
            let place =
                switch error {
                case .badKeyID: "--key-id"
                case .badIssuerID: "--issuer"
                case .noPEM, .publicKey, .otherKey: file.name
                }
            throw .badData("\(place): \(error)")
        }
    }

    /// Returns the key id in a file name, such as `2X9R4HXF34` for `keys/AuthKey_2X9R4HXF34.p8`.
    static func keyID(inName path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasSuffix(".p8"), let underscore = name.firstIndex(of: "_") else { return nil }
        let id = name[name.index(after: underscore)...].dropLast(3)
        return id.isEmpty ? nil : String(id)
    }
}
