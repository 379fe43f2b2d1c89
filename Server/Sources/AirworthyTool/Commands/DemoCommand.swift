import AirworthyTrust
import ArgumentParser
import ControlPlane
import Logging

/// A real server with two apps, to try things on.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a real server with two apps, and say what to try.",
        discussion: """
            The same server as `serve`, with keys of its own, two apps and their policies. \
            Without --data everything is in a temporary folder that is gone afterwards; \
            with it, the next demo on that folder goes on where this one stopped, also when \
            it was killed.

            EXAMPLE
              $ airworthy demo --examples Examples/data
            """)

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "port"))
    var port = "8080"

    @Option(
        help: ArgumentHelp("The folder with the apps' policies and releases.", valueName: "folder"),
        completion: .directory)
    var examples = "Examples/data"

    @Option(
        help: ArgumentHelp("A folder to keep everything in. (default: a temporary one)", valueName: "folder"),
        completion: .directory)
    var data: String?

    func run() async throws {
        let apps = try DemoApp.all(in: examples)
        let folder = try DemoFolder(data)
        defer { folder.removeIfTemporary() }
        let keys = try DemoKeys(in: folder.path)
        var settings = try await ServeSettings(
            SettingReader(options: [.port: [port], .directory: [folder.path]], environment: [:]))
        settings.signingKeys = [.file(keys.online)]
        settings.keyring = keys.keyring

        var logger = Logger(label: "airworthy") { _ in LineLogHandler() }
        logger.logLevel = .warning
        let composed = try await Compose(settings, environment: [:], logger: logger)
        let token: String
        let tag: String
        do {
            try await composed.plane.housekeeping.load()
            for app in apps { try await app.publish(on: composed.plane, pins: keys.pins) }
            let draft = TokenService.Draft(kind: .admin, name: "demo")
            token = try await composed.plane.tokens.create(draft, by: .server).text
            tag = try await composed.plane.publishing.current("hashtags").entityTag
        } catch {
            try? await composed.close()
            throw error
        }
        let announce: @Sendable (String) -> Void = { try? printOutput(DemoText(url: $0, token: token, tag: tag).text) }
        try await ServerRun(settings, composed, logger: logger, announce: announce).run()
        try printOutput("\nstopped" + (folder.isTemporary ? "; nothing is left behind" : ""))
    }
}
