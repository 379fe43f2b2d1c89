import AirworthyPolicy
import ArgumentParser
import OutgoingHTTP

/// The options of commands that talk to a server.
struct ServerOptions: ParsableArguments {
    private static let variable = "AIRWORTHY_SERVER"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The server's address; by default that of AIRWORTHY_SERVER.", valueName: "url"))
    var server: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A file with the token; by default AIRWORTHY_TOKEN is used.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The certificate of a private authority, as PEM; by default that of SSL_CERT_FILE.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var ca: String?

    @OptionGroup var timeout: TimeoutOption

    /// Whether a server, a token or a certificate was given.
    var isGiven: Bool { server != nil || tokenFile != nil || ca != nil }

    /// Runs `body` with a client, and closes the client afterwards.
    func withClient<Value>(
        reportingOn document: SourceDocument = .none, _ body: (APIClient) async throws -> Value
    ) async throws -> Value {
        let client = try client()
        do {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            guard let error = error as? APIError else { throw error }
            if case .problem(let problem) = error {
                document.report(problem.findings).printToStandardError()
            }
            throw error.toolError(address: client.address, token: client.token)
        }
    }

    private func client() throws(ToolError) -> APIClient {
        let address: ServerAddress
        if let server {
            address = try ServerAddress(server, from: "--server")
        } else if let server = environmentVariable(Self.variable) {
            address = try ServerAddress(server, from: Self.variable)
        } else {
            throw .usage(
                "no server: set \(Self.variable) to its address, such as https://updates.example.com, or give --server")
        }
        let token = try BearerToken(file: tokenFile, variable: environmentVariable(BearerToken.variable))
        return APIClient(
            address: address, token: token, timeout: timeout.seconds, trusting: try authorities(for: address))
    }

    /// Reads the certificates to trust beside those of the system; `nil` if there are none, or without TLS.
    private func authorities(for address: ServerAddress) throws(ToolError) -> CertificateAuthorities? {
        let variable = "SSL_CERT_FILE"
        guard let path = ca ?? environmentVariable(variable), ca != nil || address.text.hasPrefix("https:") else {
            return nil
        }
        let file = try InputFile(path)
        do throws(CertificateAuthorities.Unreadable) {
            return try CertificateAuthorities(pem: file.bytes)
        } catch {
            throw .badData("\(file.name): no certificate in PEM; see \(ca == nil ? variable : "--ca")")
        }
    }
}

/// The options of commands that send one request to a server and print its answer.
struct RemoteOptions: ParsableArguments {
    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    /// Sends the request, prints the answer, as JSON or as the lines of a report, and returns it.
    @discardableResult
    func printAnswer(to request: APIRequest, as lines: (JSONValue) -> [String]) async throws -> JSONValue {
        let answer = try await server.withClient { try await $0.send(request).json }
        try printOutput(json ? [answer.jsonLine] : lines(answer))
        return answer
    }
}

/// The options of commands that change an app on a server after a confirmation.
struct ChangeOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: .yes) var yes = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions
}

/// The `--timeout` of commands that send requests.
struct TimeoutOption: ParsableArguments {
    @Option(
        name: .customLong("timeout"), parsing: .unconditional,
        help: ArgumentHelp("The time limit for one response.", valueName: "seconds"))
    var seconds = 30

    func validate() throws {
        guard (1...600).contains(seconds) else { throw ValidationError("--timeout takes 1 to 600 seconds.") }
    }
}
