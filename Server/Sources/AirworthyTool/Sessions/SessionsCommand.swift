import AirworthyPolicy
import ArgumentParser
import ServerSupport

/// The commands for the browsers that are signed in to the dashboard of a server.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Show and end the sessions of browsers on a server's dashboard.",
        subcommands: [SessionsListCommand.self, SessionsEndCommand.self])
}

struct SessionsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the browsers that are signed in, the newest first.",
        discussion: """
            The token needs the right "tokens".

            EXAMPLE
              $ airworthy sessions list
            """)

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        try await remote.printAnswer(to: .get("sessions")) { answer in
            var table = Table(["ID", "TOKEN", "NAME", "SIGNED IN (UTC)", "ENDS"])
            for session in answer["sessions"]?.arrayValue ?? [] {
                table.add([
                    session["id"]?.stringValue ?? "", session["tokenID"]?.stringValue ?? "",
                    session["name"]?.stringValue ?? "", UTCTime.cell(session["openedAt"]),
                    UTCTime.cell(session["expiresAt"]),
                ])
            }
            return table.lines(style: .standardOutput, whenEmpty: "no browser is signed in")
        }
    }
}

struct SessionsEndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End the session of a browser, at once and on every server.",
        discussion: """
            Whoever uses that browser can sign in again as long as the token is valid. If the \
            token is no longer to be trusted, revoke it: that ends its sessions, too. \
            The token needs the right "tokens".

            EXAMPLE
              $ airworthy sessions end 5f2b8c1d9e3a4076
            """)

    @Argument(help: "The session's id, as list prints it.")
    var id: String

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(\.isASCIILetterOrDigit) else {
            throw ToolError.badData("not the id of a session; `airworthy sessions list` shows them")
        }
        try await server.withClient { _ = try await $0.send(.delete("sessions", id)) }
        try printOutput(json ? JSONValue.object(["ended": .string(id)]).jsonLine : "ended: \(id)")
    }
}
