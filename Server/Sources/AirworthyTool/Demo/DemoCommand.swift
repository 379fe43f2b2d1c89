import AirworthyTrust
import AppStoreSimulator
import ArgumentParser
import ControlPlane
import Foundation
import Logging

struct DemoCommand: AsyncParsableCommand {
    /// The time for which the address that signs in works: for a person who reads the rest first.
    private static let linkLifetime = Duration.seconds(3_600)

    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a real server with two apps, and show what to try.",
        discussion: """
            The same server as `serve`, with its own keys, two apps and their policies, and \
            a simulator of Apple that it learns their releases from. Without --data all \
            files are in a temporary folder that is deleted at the end. With --data the next \
            demo on that folder continues where this one stopped, even if it was killed. \
            `POST /_simulator/clock` moves the clock of simulator and server on; the apps of \
            the demo check in on the days that pass.

            EXAMPLE
              $ airworthy demo
            """)

    @Option(help: ArgumentHelp("The port to listen on; 0 selects a free one.", valueName: "port"))
    var port = Settings.rows.port.defaultText

    @Option(
        help: ArgumentHelp(
            "The folder with the apps' policies and releases; by default that of the checkout or the package.",
            valueName: "folder"),
        completion: .directory)
    var examples: String?

    @Option(
        help: ArgumentHelp(
            "The folder with the templates of pages, read again for each page; for those who change them.",
            valueName: "folder"), completion: .directory)
    var templates: String?

    @Option(
        help: ArgumentHelp("The folder for all data. (default: a temporary one)", valueName: "folder"),
        completion: .directory)
    var data: String?

    func run() async throws {
        let examples = try self.examples ?? Self.defaultExamples()
        let apps = try DemoApp.all(in: examples)
        let folder = try PrivateFolder(path: data, name: "airworthy-demo", advice: "name another one with --data")
        defer { folder.removeIfTemporary() }
        let keys = try DemoKeys(in: folder.path)
        var settings = try await ServeSettings(
            SettingReader(
                options: [Settings.rows.port.key: [port], Settings.rows.directory.key: [folder.path]],
                environment: [:]))
        settings.signingKeys = [.file(keys.online)]
        settings.templates = try templates.map(Self.templateFolder)
        settings.keyring = keys.keyring
        settings.drain = .zero
        let appStore = try DemoAppStore(in: folder.path)
        try await appStore.simulator.serving { [settings] url in
            try await WallClock.$source.withValue(WallClock.Source(now: appStore.now)) {
                try await serve(
                    apps, of: examples, settings: settings, keys: keys, appStore: appStore, appStoreURL: url)
            }
        }
        try printOutput("\nstopped" + (folder.isTemporary ? "; all data was deleted" : ""))
    }

    /// Returns the folder of examples of the checkout that one stands in, or of the archive or package that the program is from.
    private static func defaultExamples() throws(ToolError) -> String {
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let shared = program?.deletingLastPathComponent().appendingPathComponent("share/airworthy/examples").path
        let folders = ["Examples/data", shared].compactMap { $0 }
        guard let found = folders.first(where: { fileExists("\($0)/hashtags.policy.yaml") }) else {
            throw .missingFile(
                "no examples in \(folders.joined(separator: " or ").printable); run this in a checkout of the repository, or name "
                    + "its Examples/data with --examples")
        }
        return found
    }

    private static func templateFolder(_ path: String) throws(ToolError) -> URL {
        guard fileExists("\(path)/layout.mustache") else {
            throw .missingFile(
                "--templates: \(path.printable) has no layout.mustache; the folder of a checkout is Server/Sources/Dashboard/Files"
            )
        }
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    private func serve(
        _ apps: [DemoApp], of examples: String, settings: ServeSettings, keys: DemoKeys, appStore: DemoAppStore,
        appStoreURL: String
    ) async throws {
        var settings = settings
        let environment = appStore.configure(&settings, url: appStoreURL)
        let logger = LogFormat.text.logger(level: .warning)
        defer { LogWriter.standardError.flush() }
        let components = try await ServerComponents(settings: settings, environment: environment, logger: logger)
        let token: String
        let link: SignInLink
        var living: DemoFleet?
        do {
            try await components.plane.housekeeping.load()
            let past = WallClock.now().addingTimeInterval(-DemoFleet.age)
            let founding = ControlPlane(
                store: components.plane.store, signer: components.plane.signer, now: { past })
            for app in apps { try await app.create(on: founding, pins: keys.pins) }
            try await components.plane.housekeeping.poll()
            try await appStore.learnReleases(of: components)
            if (try? await components.plane.publishing.currentPolicy(of: "hashtags")) == nil, let app = apps.first {
                var fleet = try DemoFleet(in: examples, components: components, now: WallClock.now())
                try await fleet.live(publishing: app.policy)
                living = fleet
                try await components.plane.housekeeping.poll()
                try await app.beginDraft(on: components.plane)
            }
            for app in apps { try await app.publish(on: components.plane) }
            let draft = TokenService.Draft(kind: .admin, name: "demo")
            let created = try await components.plane.tokens.create(draft, by: .server)
            token = created.text
            link = try await components.plane.sessions.makeLink(
                for: created.record.principal, within: Self.linkLifetime)
        } catch {
            try? await components.close()
            throw error
        }
        let announce: @Sendable (String) async -> Void = { server in
            do {
                try await appStore.registerWebhooks(of: apps, server: server, appStoreURL: appStoreURL)
            } catch {
                printError("airworthy: warning: the simulator sends no webhooks: \(error)")
            }
            let text = DemoText(
                url: server, dashboard: link.path, appStoreURL: appStoreURL,
                token: token, roots: keys.pins.map(\.key.base64), examples: examples)
            try? printOutput(text.text)
        }
        let run = ServerRun(
            settings: settings, components: components, logger: logger, environment: environment,
            load: {}, announce: announce)
        let life = Task { [living] in
            var fleet = living
            do {
                try await appStore.followClock { now in
                    try await fleet?.live(until: now, served: components.plane.served)
                } confirm: { now in
                    _ = try await components.plane.housekeeping.confirmClock(now, by: .server)
                }
            } catch  where !(error is CancellationError) {
                printError("airworthy: warning: the demo does not follow the clock any more: \(error)")
            }
        }
        defer { life.cancel() }
        try await run.run()
    }
}
