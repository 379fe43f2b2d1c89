import AirworthyPolicy
import ArgumentParser

/// The commands for the apps of a server.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "Manage the apps of a server.",
        subcommands: [
            AppsListCommand.self, AppsShowCommand.self, AppsCreateCommand.self, AppsUpdateCommand.self,
            AppsDeleteCommand.self,
        ])
}

/// Lists apps.
struct AppsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps of a server.",
        discussion: """
            EXAMPLE
              $ airworthy apps list
            """)

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        try await remote.printAnswer(to: .get("apps")) { AppListReport(json: $0).lines }
    }
}

/// Shows one app.
struct AppsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an app, its pinned keys and its published revision.",
        discussion: """
            EXAMPLE
              $ airworthy apps show hashtags
            """)

    @Argument(help: "The app's name.", completion: .apps)
    var app: String

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: nil)
        try await remote.printAnswer(to: .get("apps", app)) { AppReport(json: $0).lines }
    }
}

/// Deletes an app.
struct AppsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an app for good.",
        discussion: """
            Deletes the app's policies, manifests and catalog. From then on the server \
            answers 410 for the app, and its name can never be used again. Devices keep \
            the manifest they have until it expires.

            EXAMPLE
              $ airworthy apps delete hashtags
            """)

    @Argument(help: "The app's name.", completion: .apps)
    var app: String

    @Flag(help: .yes) var yes = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let app = try appSlug(self.app, option: nil)
        try await server.withClient { client in
            if !yes {
                let known = try await ServerApp(app, from: client)
                let revision = known.revision > 0 ? "revision \(known.revision) published" : "nothing published"
                printError("\(app) has \(revision). Its name can never be used again.")
            }
            try confirm("Delete \(app) for good", isConfirmed: yes, otherwise: "nothing was deleted")
            let request = APIRequest.delete("apps", app)
                .adviceIfLost("`airworthy apps show \(app)` shows whether it was deleted")
            _ = try await client.send(request)
        }
        try printOutput(json ? JSONValue.object(["deleted": .string(app)]).jsonLine : "deleted: \(app)")
    }
}
