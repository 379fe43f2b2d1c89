import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Which server to talk to, and as whom.
struct RemoteOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The server's address; by default that of AIRWORTHY_SERVER.", valueName: "url"))
    var server: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A file with the token; by default it is that of AIRWORTHY_TOKEN.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How long one answer may take.", valueName: "seconds"))
    var timeout = 30

    func validate() throws {
        guard (1...600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 600 seconds.") }
    }

    /// Whether something was said that only matters to a server.
    var isGiven: Bool { server != nil || tokenFile != nil }

    /// Does something with a client, which is closed afterwards.
    /// - Parameters:
    ///   - document: The file that findings of the server are about.
    ///   - body: What to do.
    /// - Returns: What `body` returned.
    /// - Throws: ``ToolError`` for what the server refuses and for what comes between, and whatever `body` throws.
    func connected<Value>(
        about document: AuthoredDocument = .none, _ body: (APIClient) async throws -> Value
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
            throw error.toolError(client.address, client.token)
        }
    }

    private func client() throws(ToolError) -> APIClient {
        let address: ServerAddress
        if let server {
            address = try ServerAddress(server, from: "--server")
        } else if let server = Self.environment(Self.variable), !server.isEmpty {
            address = try ServerAddress(server, from: Self.variable)
        } else {
            throw ToolError(
                .usage,
                "no server: set \(Self.variable) to its address, such as https://updates.example.com, or give --server")
        }
        let token = try BearerToken(file: tokenFile, variable: Self.environment(BearerToken.variable))
        return APIClient(address, token, timeout: timeout)
    }

    /// The variable an address is read from.
    static let variable = "AIRWORTHY_SERVER"

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
