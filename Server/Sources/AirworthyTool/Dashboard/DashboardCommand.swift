import AirworthyPolicy
import ArgumentParser
import ControlPlane
import ServerSupport

/// Opens the dashboard, signed in.
struct DashboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Open the dashboard of a server in a browser, signed in.",
        discussion: """
            The server makes an address that signs in once, within \(SignInLink.usualLifetime.words), with the \
            rights of your token, and this command opens it. So nobody has to paste a token. \
            The token is one of the kind "adm". BROWSER names another program than the usual \
            one. Without a screen the address is printed, as with --print.

            EXAMPLE
              $ airworthy dashboard
              $ airworthy dashboard --app hashtags
              $ airworthy dashboard --print
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The app to show first.", valueName: "app"))
    var app: String?

    @Flag(help: "Print the address, and open nothing.")
    var print = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let app = try app.map { try appSlug($0, option: "app") }
        let (address, end, place) = try await server.withClient { client in
            let link = try await Self.link(from: client)
            let next = app.map { "&next=/apps/\($0)" } ?? ""
            return (client.address.text + link.path + next, link.end, client.address)
        }
        if !print, await Browser.open(address) {
            return try printOutput(
                "\(place) is open in the browser, signed in. If it is not: airworthy dashboard --print")
        }
        try printOutput(address)
        printError("It works once, until \(end). Whoever opens it has the rights of your token.")
    }

    private static func link(from client: APIClient) async throws -> (path: String, end: String) {
        let answer = try await client.send(.post("sign-in-links").adviceIfLost("run the command again")).json
        // What the browser is told to open comes from the server, so it is a path of it and nothing else.
        guard let path = answer["path"]?.stringValue, path.wholeMatch(of: #/\/sign-in\?once=[0-9a-f]{32,128}/#) != nil,
            let end = UTCTime.text(answer["expiresAt"])
        else { throw APIError.unexpected("answered without an address") }
        return (path, end)
    }
}
