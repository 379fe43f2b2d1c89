import AirworthyPolicy
import ArgumentParser
import Foundation

/// The commands for the tokens of a server.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "Manage the tokens that grant rights on a server.",
        subcommands: [TokensListCommand.self, TokensCreateCommand.self, TokensRevokeCommand.self])
}

/// Lists tokens.
struct TokensListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens of a server, without their secrets.",
        discussion: """
            EXAMPLE
              $ airworthy tokens list
            """)

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        try await remote.printAnswer(to: .get("tokens")) { answer in
            TokenReport(tokens: answer["tokens"]?.arrayValue ?? [], now: WallClock.now()).lines
        }
    }
}

/// Revokes a token.
struct TokensRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token. It becomes invalid within seconds.",
        discussion: """
            EXAMPLE
              $ airworthy tokens revoke k3j9x0aq71mz
            """)

    @Argument(help: "The token's id, as list and create print it; not its secret.")
    var id: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func run() async throws {
        // The secret of a token contains an underscore. It must not get into a URL, and so into logs.
        guard (1...64).contains(id.utf8.count), id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw ToolError.badData("not a token id; `airworthy tokens list` shows them (the secret is not the id)")
        }
        _ = try await server.withClient { try await $0.send(.delete("tokens", id)) }
        try printOutput(json ? JSONValue.object(["revoked": .string(id)]).jsonLine : "revoked: \(id)")
    }
}

/// The output of `tokens list`.
struct TokenReport {
    let tokens: [JSONValue]
    let now: Date
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["ID", "NAME", "KIND", "RIGHTS", "APPS", "CREATED (UTC)", "BY", "STATE"])
        for token in tokens {
            table.add([
                token["id"]?.stringValue ?? "", token["name"]?.stringValue ?? "", token["kind"]?.stringValue ?? "",
                Self.rights(of: token), Self.apps(of: token), UTCTime.cell(token["createdAt"]),
                token["createdBy"]?.stringValue ?? "", state(of: token),
            ])
        }
        return table.lines(style: style, whenEmpty: "no tokens")
    }

    /// Returns the rights, such as `read, publish`, or `none`.
    static func rights(of token: JSONValue) -> String {
        token["rights"]?.joinedTexts.flatMap { $0.isEmpty ? nil : $0 } ?? "none"
    }

    /// Returns the apps that the token is limited to, or `all`.
    static func apps(of token: JSONValue) -> String { token["apps"]?.joinedTexts ?? "all" }

    private func state(of token: JSONValue) -> String {
        if let time = token["revokedAt"], time != .null { return "revoked \(UTCTime.cell(time))" }
        guard let end = token["expiresAt"]?.stringValue.flatMap(Timestamp.parse) else { return "valid" }
        return end <= now ? "expired \(UTCTime.cell(end))" : "until \(UTCTime.cell(end))"
    }
}
