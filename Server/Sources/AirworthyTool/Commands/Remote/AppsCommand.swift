import AirworthyPolicy
import ArgumentParser

/// Groups what is about the apps on a server.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "The apps whose policies a server holds.",
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

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let answer = try await remote.connected { try await $0.send(APIRequest("GET", "apps")).json }
        if json { return try printOutput(answer.jsonLine) }
        var table = Table(["APP", "STATE", "REVISION", "EXPIRES (UTC)", "SIGNED BY", "BUNDLE ID"], numbers: [2])
        for app in answer["apps"]?.arrayValue ?? [] {
            table.add([
                app["slug"]?.stringValue ?? "", AppReport.state(app), AppReport.revision(app),
                UTCTime.minute(app["head"]?["expiresAt"]), app["signing"]?.stringValue ?? "",
                app["bundleID"]?.stringValue ?? "",
            ])
        }
        let empty = "no apps yet; make one with: airworthy apps create NAME --bundle-id ID"
        try printOutput(table.lines(.standardOutput, orElse: empty).joined(separator: "\n"))
    }
}

/// Shows one app.
struct AppsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an app, its pinned keys and what is in force.",
        discussion: """
            EXAMPLE
              $ airworthy apps show hashtags
            """)

    @Argument(help: "The app's name.")
    var app: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let app = try slug(self.app, option: nil)
        let answer = try await remote.connected { try await $0.send(APIRequest("GET", "apps", app)).json }
        let report = AppReport(json: answer, style: .standardOutput)
        try printOutput(json ? answer.jsonLine : report.lines.joined(separator: "\n"))
    }
}

/// Deletes an app.
struct AppsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an app for good.",
        discussion: """
            Its policies, manifests and catalog go, and the server answers 410 for it from \
            then on. Its name can never be used again. What devices have stays with them \
            until it expires.

            EXAMPLE
              $ airworthy apps delete hashtags
            """)

    @Argument(help: "The app's name.")
    var app: String

    @Flag(help: .yes)
    var yes = false

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let app = try slug(self.app, option: nil)
        try await remote.connected { client in
            if !yes {
                let known = try await RemoteApp(app, from: client)
                let revision = known.revision > 0 ? "revision \(known.revision) in force" : "nothing published"
                printError("\(app) has \(revision). Its name can never be used again.")
            }
            try Question.ask("Delete \(app) for good", isAnswered: yes, orElse: "nothing was deleted")
            _ = try await client.send(
                APIRequest("DELETE", "apps", app).ifLost("`airworthy apps show \(app)` tells whether it is gone"))
        }
        try printOutput(json ? JSONValue.object(["deleted": .string(app)]).jsonLine : "deleted: \(app)")
    }
}
