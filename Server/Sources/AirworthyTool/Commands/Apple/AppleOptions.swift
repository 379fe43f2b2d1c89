import AppStoreConnect
import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// With which key to ask App Store Connect, and where it is.
struct AppleOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The key, AuthKey_….p8; by default that of AIRWORTHY_APPLE_KEY_FILE.", valueName: "file"),
        completion: .file(extensions: ["p8"]))
    var keyFile: String?

    @Option(
        name: .customLong("key-id"), parsing: .unconditional,
        help: ArgumentHelp(
            "The key's id; by default that of AIRWORTHY_APPLE_KEY_ID, else of the file's name.", valueName: "id"))
    var keyID: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The team's issuer id; by default that of AIRWORTHY_APPLE_ISSUER. The key of one person has none.",
            valueName: "uuid"))
    var issuer: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another address than Apple's, e.g. of airworthy simulator.", valueName: "url"))
    var url: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How long one answer may take.", valueName: "seconds"))
    var timeout = 30

    func validate() throws {
        guard (1...600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 600 seconds.") }
    }

    /// Does something with a client, whose connections are given back afterwards.
    /// - Parameter body: What to do.
    /// - Returns: What `body` returned.
    /// - Throws: ``ToolError`` for what Apple refuses and for what comes between, and whatever `body` throws.
    func connected<Value>(_ body: (AppStoreConnectClient) async throws -> Value) async throws -> Value {
        let address = try ServerAddress(url ?? AppStoreConnectClient.host, from: "--url")
        let key = try key()
        let connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(timeout))
        let result: Result<Value, any Error>
        do {
            let client = try AppStoreConnectClient(
                key: key, baseURL: address.text, transport: connection.transport,
                budget: CallBudget(now: { Clock.now() }), userAgent: "airworthy/\(toolVersion)", now: { Clock.now() })
            result = .success(try await body(client.counting(as: .operator)))
        } catch let error as AppStoreConnectError {
            result = .failure(error.toolError(address.text, key))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        return try result.get()
    }

    private func key() throws(ToolError) -> APIKey {
        guard let file = keyFile ?? Self.environment("AIRWORTHY_APPLE_KEY_FILE") else {
            throw ToolError(
                .usage,
                "no key: set AIRWORTHY_APPLE_KEY_FILE to the AuthKey_….p8 of App Store Connect, or give --key-file")
        }
        return try APIKey(
            file: file, keyID: keyID ?? Self.environment("AIRWORTHY_APPLE_KEY_ID"),
            issuer: issuer ?? Self.environment("AIRWORTHY_APPLE_ISSUER"))
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ArgumentHelp {
    static let appleApp = ArgumentHelp(
        "The app's bundle identifier or Apple ID; needed if the key sees several apps.", valueName: "app")
}
