import AppStoreConnect
import ArgumentParser

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

    @OptionGroup
    var address: AppleAddressOptions

    /// Runs `body` with a client, and closes its connections afterwards.
    /// - Throws: ``ToolError`` for refusals of Apple and failed connections, and every error of `body`.
    func withClient<Value>(_ body: (AppStoreConnectClient) async throws -> Value) async throws -> Value {
        let address = try ServerAddress(self.address.url ?? AppStoreConnectClient.host, from: "--url")
        let key = try key()
        return try await withHTTPTransport(timeout: self.address.timeout.seconds) { transport in
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

/// The address of Apple, or of its simulator, and the time limit for its responses.
struct AppleAddressOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another address than Apple's, such as that of airworthy simulator.", valueName: "url"))
    var url: String?

    @OptionGroup
    var timeout: TimeoutOption
}

/// Runs `body` with an HTTP transport, and closes its connections afterwards.
func withHTTPTransport<Value>(
    timeout: Int = 30, maximumBody: Int = 8 << 20, _ body: (HTTPTransport) async throws -> Value
) async throws -> Value {
    let connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(timeout), maximumBody: maximumBody)
    do {
        let value = try await body(connection.transport)
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
