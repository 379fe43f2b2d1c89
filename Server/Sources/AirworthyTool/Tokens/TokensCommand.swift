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

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        try await remote.printAnswer(to: .get("tokens")) { answer in
            TokenReport(tokens: answer["tokens"]?.arrayValue ?? [], now: WallClock.now()).lines
        }
    }
}

/// Revokes a token.
struct TokensRevokeCommand: AsyncParsableCommand {
    /// The tokens that are named as still valid before the rest is counted.
    private static let mostNamed = 10

    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token. It becomes invalid within seconds.",
        discussion: """
            The tokens that were created with it stay valid, and this command says which. With \
            --with-created they are revoked too, and so are those that were created with them.

            EXAMPLE
              $ airworthy tokens revoke k3j9x0aq71mz
              $ airworthy tokens revoke k3j9x0aq71mz --with-created
            """)

    @Argument(help: "The token's id, as list and create print it; not its secret.")
    var id: String

    @Flag(help: "Revoke the tokens that were created with it, too.")
    var withCreated = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        // The secret of a token contains an underscore. It must not get into a URL, and so into logs.
        guard (1...64).contains(id.utf8.count), id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw ToolError.badData("not a token id; `airworthy tokens list` shows them (the secret is not the id)")
        }
        let created = try await server.withClient { client in
            // A list that cannot be read must not hold up the revocation.
            let list = try? await client.send(.get("tokens")).json["tokens"]?.arrayValue
            _ = try await client.send(
                .delete("tokens", id).adding(query: "created", value: withCreated ? "true" : nil))
            return Self.valid(createdWith: id, in: list ?? [], at: WallClock.now())
        }
        if json {
            let ids = JSONValue.array(created.map { .string($0.id) })
            return try printOutput(
                JSONValue.object([
                    "revoked": .string(id), "withCreated": withCreated ? ids : .array([]),
                    "stillValid": withCreated ? .array([]) : ids,
                ]).jsonLine)
        }
        let revoked = [id] + (withCreated ? created.map(\.id) : [])
        try printOutput(revoked.map { "revoked: \($0.printable)" }.joined(separator: "\n"))
        guard !withCreated, !created.isEmpty else { return }
        let names = created.prefix(Self.mostNamed).map { "\($0.id) \"\($0.name)\"" }.joined(separator: ", ")
        let more = created.count > Self.mostNamed ? " and \(created.count - Self.mostNamed) more" : ""
        printError(
            ("still valid, because they were created with it: \(names)\(more). To revoke them, too: "
                + "airworthy tokens revoke \(id) --with-created").printableLine)
    }

    /// Returns the valid tokens that were created with a token, those that were created with them, and so on.
    private static func valid(
        createdWith id: String, in list: [JSONValue], at now: Date
    ) -> [(id: String, name: String)] {
        let byCreator = Dictionary(grouping: list) { $0["createdWith"]?.stringValue ?? "" }
        var (found, seen, next) = ([(id: String, name: String)](), Set([id]), byCreator[id] ?? [])
        while let token = next.popLast() {
            guard let id = token["id"]?.stringValue, seen.insert(id).inserted else { continue }
            next += byCreator[id] ?? []
            let hasEnded = token["expiresAt"]?.stringValue.flatMap(Timestamp.parse).map { $0 <= now } ?? false
            guard !hasEnded, token["revokedAt"].map({ $0 == .null }) ?? true else { continue }
            found.append((id, token["name"]?.stringValue ?? ""))
        }
        return found.sorted { $0.id < $1.id }
    }
}

/// The output of `tokens list`.
struct TokenReport {
    let tokens: [JSONValue]
    let now: Date
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["ID", "NAME", "KIND", "RIGHTS", "APPS", "CREATED (UTC)", "BY", "LAST USE", "STATE"])
        for token in tokens {
            table.add([
                token["id"]?.stringValue ?? "", token["name"]?.stringValue ?? "", token["kind"]?.stringValue ?? "",
                Self.rights(of: token), Self.apps(of: token), UTCTime.cell(token["createdAt"]),
                token["createdBy"]?.stringValue ?? "", UTCTime.cell(token["lastUsedAt"], orElse: "none seen"),
                state(of: token),
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
