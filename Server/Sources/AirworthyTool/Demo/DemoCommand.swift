import AirworthyTrust
import AppStoreSimulator
import ArgumentParser
import ControlPlane
import Dashboard
import Logging

/// Starts a server with two apps, to try things on.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a real server with two apps, and show what to try.",
        discussion: """
            The same server as `serve`, with its own keys, two apps and their policies, and \
            a simulator of Apple that it learns their releases from. Without --data all \
            files are in a temporary folder that is deleted at the end. With --data the next \
            demo on that folder continues where this one stopped, even if it was killed.

            EXAMPLE
              $ airworthy demo --examples Examples/data
            """)

    @Option(help: ArgumentHelp("The port to listen on; 0 selects a free one.", valueName: "port"))
    var port = "8080"

    @Option(
        help: ArgumentHelp("The folder with the apps' policies and releases.", valueName: "folder"),
        completion: .directory)
    var examples = "Examples/data"

    @Option(
        help: ArgumentHelp("The folder for all data. (default: a temporary one)", valueName: "folder"),
        completion: .directory)
    var data: String?

    func run() async throws {
        let apps = try DemoApp.all(in: examples)
        let folder = try PrivateFolder(path: data, name: "airworthy-demo", advice: "name another one with --data")
        defer { folder.removeIfTemporary() }
        let keys = try DemoKeys(in: folder.path)
        var settings = try await ServeSettings(
            SettingReader(options: [.port: [port], .directory: [folder.path]], environment: [:]))
        settings.signingKeys = [.file(keys.online)]
        settings.keyring = keys.keyring
        settings.drain = .zero
        let appStore = try DemoAppStore(in: folder.path)
        try await appStore.simulator.serving { [settings] url in
            try await serve(apps, settings: settings, keys: keys, appStore: appStore, appStoreURL: url)
        }
        try printOutput("\nstopped" + (folder.isTemporary ? "; all data was deleted" : ""))
    }

    private func serve(
        _ apps: [DemoApp], settings: ServeSettings, keys: DemoKeys, appStore: DemoAppStore, appStoreURL: String
    ) async throws {
        var settings = settings
        let environment: [String: String]
        (settings.apple, environment) = try await appStore.settings(url: appStoreURL)
        let logger = LineLogHandler.logger(level: .warning)
        defer { LogWriter.standardError.flush() }
        let components = try await ServerComponents(settings: settings, environment: environment, logger: logger)
        let token: String
        let tokenID: String
        let entityTag: String
        do {
            try await components.plane.housekeeping.load()
            for app in apps { try await app.create(on: components.plane, pins: keys.pins) }
            try await appStore.learnReleases(of: components)
            if (try? await components.plane.publishing.currentPolicy(of: "hashtags")) == nil, let app = apps.first {
                var fleet = try DemoFleet(in: examples, components: components, now: WallClock.now())
                try await fleet.live(publishing: app.policy)
                try await components.plane.housekeeping.poll()
                try await app.beginDraft(on: components.plane)
            }
            for app in apps { try await app.publish(on: components.plane) }
            let draft = TokenService.Draft(kind: .admin, name: "demo")
            let created = try await components.plane.tokens.create(draft, by: .server)
            (token, tokenID) = (created.text, created.record.id)
            entityTag = try await components.plane.publishing.currentPolicy(of: "hashtags").entityTag
        } catch {
            try? await components.close()
            throw error
        }
        let dashboard = components.dashboard
        let announce: @Sendable (String) async -> Void = { server in
            do {
                try await appStore.registerWebhooks(of: apps, server: server, appStoreURL: appStoreURL)
            } catch {
                printError("airworthy: warning: the simulator sends no webhooks: \(error)")
            }
            let text = DemoText(
                url: server, dashboard: dashboard?.links.path(forTokenWithID: tokenID) ?? "/", appStoreURL: appStoreURL,
                token: token, entityTag: entityTag, examples: examples)
            try? printOutput(text.text)
        }
        let run = ServerRun(
            settings: settings, components: components, logger: logger, environment: environment,
            load: {}, announce: announce)
        try await run.run()
    }
}

/// The output of `demo`. Every command in it can be pasted into a shell.
private struct DemoText {
    let url: String
    /// The path that signs in.
    let dashboard: String
    let appStoreURL: String
    let token: String
    /// The entity tag of the policy of `hashtags`, without quotes.
    let entityTag: String
    /// The folder with the examples.
    let examples: String

    var text: String {
        """
        listening on \(url)   (Ctrl-C stops it)

        See it in a browser; this address signs in once:

          \(url)\(dashboard)

        For programs:

          hashtags    \(url)/v1/apps/hashtags/manifest
          birthdays   \(url)/v1/apps/birthdays/manifest
          the API     \(url)/openapi.yaml
          metrics     curl -H 'Authorization: Bearer \(token)' '\(url)/metrics'
          "Apple"     \(appStoreURL)   (a simulator of App Store Connect and of the App Store lookup)

        What does an installed app get? 2.2.0 must update to 2.2.1, 2.2.1 may carry on:

          curl '\(url)/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/hashtags/decision?version=2.2.1&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/birthdays/decision?version=4.6.0&channel=appstore&storefront=JP'

        What is the newest build for each audience, and what to test in it? The server learned it from the simulator.
        The notes of internal builds stay private:

          curl '\(url)/testflight/latest/internal?app=hashtags'
          curl '\(url)/testflight/latest/external?app=hashtags'
          curl '\(url)/testflight/version/322/audience?app=hashtags'
          curl '\(url)/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP'

        Let 2.3.0 (322) pass Apple's review, and query the newest external build again. A webhook updated the server:

          curl -X POST '\(appStoreURL)/_simulator/build' -d '{"app":"hashtags","build":"322","external":"IN_BETA_TESTING"}'

        Publish a change, query the decision again, and undo the change:

          export AIRWORTHY_SERVER=\(url)
          export AIRWORTHY_TOKEN=\(token)
          curl -X PUT "$AIRWORTHY_SERVER/v1/admin/apps/hashtags/policy" -H "Authorization: Bearer $AIRWORTHY_TOKEN" \\
            -H 'Content-Type: application/json' -H 'If-Match: "\(entityTag)"' \\
            -d '{"schema":1,"app":"hashtags","rules":[{"id":"nudge","when":{"version":"<latest"},"update":"recommended"}]}'
          curl "$AIRWORTHY_SERVER/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4"
          curl -X POST "$AIRWORTHY_SERVER/v1/admin/apps/hashtags/rollback" -H "Authorization: Bearer $AIRWORTHY_TOKEN" \\
            -H 'Content-Type: application/json' -d '{"policyVersion":1}'

        The command line does the same and shows more. 3,000 installations have checked in: who has which version, what did the
        policy do in a week, and whom would a minimum version of 2.2.0 hit? The last command refuses, because some could not update:

          airworthy adoption --app hashtags
          airworthy history --app hashtags
          airworthy rollback --app hashtags --to-policy 1
          sed 's/<1.4.0/<2.2.0/' \(examples)/hashtags.policy.yaml | airworthy publish - --app hashtags --max-stuck 0.1%
        """
    }
}
