import AirworthyPolicy
import ArgumentParser

/// Groups what is about tokens.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "The tokens that say who may do what on a server.",
        subcommands: [TokensListCommand.self, TokensCreateCommand.self, TokensRevokeCommand.self])
}

/// Lists tokens.
struct TokensListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens of a server; their texts are known to nobody.",
        discussion: """
            EXAMPLE
              $ airworthy tokens list
            """)

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let answer = try await remote.connected { try await $0.send(APIRequest("GET", "tokens")).json }
        if json { return try printOutput(answer.jsonLine) }
        let report = TokenReport(tokens: answer["tokens"]?.arrayValue ?? [], now: Clock.now())
        try printOutput(report.lines(.standardOutput).joined(separator: "\n"))
    }
}

/// Revokes a token.
struct TokensRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token. It counts for nothing within seconds.",
        discussion: """
            EXAMPLE
              $ airworthy tokens revoke k3j9x0aq71mz
            """)

    @Argument(help: "The token's id, as list and create print it; not its text.")
    var id: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        // A text of a token has an underscore. It would end up in the address of the request, and in logs.
        guard (1...64).contains(id.utf8.count), id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw ToolError(
                .badData, "that is no token's id; `airworthy tokens list` shows them (a token's text is none)")
        }
        _ = try await remote.connected { try await $0.send(APIRequest("DELETE", "tokens", id)) }
        try printOutput(json ? JSONValue.object(["revoked": .string(id)]).jsonLine : "revoked: \(id)")
    }
}
