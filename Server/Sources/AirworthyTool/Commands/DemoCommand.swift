import AirworthyTrust
import AppStoreSimulator
import ArgumentParser
import ControlPlane
import Logging

/// A real server with two apps, to try things on.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a real server with two apps, and say what to try.",
        discussion: """
            The same server as `serve`, with keys of its own, two apps and their policies, \
            and a stand-in for Apple that it learns their releases from. \
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
        let apple = try DemoApple(in: folder.path)
        try await apple.simulator.serving { [settings] url in
            try await serve(apps, settings, keys, apple, url)
        }
        try printOutput("\nstopped" + (folder.isTemporary ? "; nothing is left behind" : ""))
    }

    private func serve(
        _ apps: [DemoApp], _ settings: ServeSettings, _ keys: DemoKeys, _ apple: DemoApple, _ url: String
    ) async throws {
        var settings = settings
        let environment: [String: String]
        (settings.apple, environment) = try await apple.settings(url)
        var logger = Logger(label: "airworthy") { _ in LineLogHandler() }
        logger.logLevel = .warning
        let composed = try await Compose(settings, environment: environment, logger: logger)
        let token: String
        let tag: String
        do {
            try await composed.plane.housekeeping.load()
            for app in apps { try await app.create(on: composed.plane, pins: keys.pins) }
            try await apple.learn(composed)
            for app in apps { try await app.publish(on: composed.plane) }
            let draft = TokenService.Draft(kind: .admin, name: "demo")
            token = try await composed.plane.tokens.create(draft, by: .server).text
            tag = try await composed.plane.publishing.currentPolicy(of: "hashtags").entityTag
        } catch {
            try? await composed.close()
            throw error
        }
        let numbers = apps.compactMap { app in app.appleID.map { (slug: app.slug, appleID: $0) } }
        let announce: @Sendable (String) async -> Void = { server in
            do {
                try await apple.register(server, numbers, url)
            } catch {
                printError("airworthy: warning: the simulator sends no webhooks: \(error)")
            }
            try? printOutput(DemoText(url: server, apple: url, token: token, tag: tag).text)
        }
        try await ServerRun(settings, composed, logger: logger, announce: announce).run()
    }
}
