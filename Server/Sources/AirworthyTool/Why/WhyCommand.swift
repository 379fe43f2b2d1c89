import AirworthyPolicy
import ArgumentParser
import Dashboard
import Foundation

struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain what an installation is told: the decision, its reasons and the age of the data.",
        discussion: """
            Decides by the manifest in force on the server, as the installation does, and \
            shows each rule, each condition and each release. Then it shows how old the \
            release data are, and what waits to be published. Leave out what you do not \
            know.

            EXAMPLE
              $ airworthy why --app hashtags --version 2.2.0 --build 300 \\
                  --channel testflight.external --os "iOS 17.4"
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @OptionGroup(title: "The installation")
    var options: InstallationOptions

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let installation = try options.installation()
        let now = try WallClock.time(option: now)
        let explanation = try await server.withClient { client in
            let known = try await ServerApp(app, from: client)
            guard let manifest = try await known.manifest(from: client) else {
                throw ToolError.missingFile(
                    "\(app): nothing is published, so every installation may carry on; publish with airworthy publish FILE "
                        + "--app \(app)")
            }
            return Explanation(
                app: app, manifest: manifest, catalog: try await client.catalog(of: app),
                sources: try await client.send(.get("apps", app, "catalog", "sources")).json,
                installation: installation, now: now)
        }
        try printOutput(json ? [explanation.jsonValue.jsonLine] : explanation.lines)
    }
}

/// The decision about an installation with everything that it depends on, in the output of `why`.
private struct Explanation {
    let app: String
    let manifest: Manifest
    /// The known releases; `nil` without any.
    let catalog: Catalog?
    /// The server's response about the sources of the releases.
    let sources: JSONValue
    let installation: Installation
    let now: Date
    var style = TerminalStyle.standardOutput

    private var decision: Decision { decide(manifest, for: installation, at: now, trace: true) }

    /// The decision after what waits was published; `nil` if nothing waits.
    private var later: Decision? {
        guard let catalog, let waiting = sources["waiting"], waiting != .null else { return nil }
        var manifest = manifest
        manifest.catalog = catalog
        return decide(manifest, for: installation, at: now)
    }

    var jsonValue: JSONValue {
        [
            "decision": decision.jsonValue, "revision": .of(manifest.revision), "issuedAt": .of(manifest.issuedAt),
            "sources": sources["sources"] ?? [], "waiting": sources["waiting"] ?? nil,
            "afterWaiting": later?.jsonValue ?? nil,
        ]
    }

    var lines: [String] {
        let sections = [
            DecisionReport(decision: decision, style: style).lines, firstCheck, [manifestLine],
            CatalogSourcesReport(json: sources, style: style, now: now).lines,
            AvailabilityReport(app: app, waiting: sources["waiting"], style: style).lines + laterLines,
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var manifestLine: String {
        let issued = manifest.issuedAt.map {
            ", issued \(UTCTime.text($0)) (\(CatalogSourcesReport.age(of: $0, at: now)) ago)"
        }
        return "Published: revision \(manifest.revision.map(String.init) ?? "?") of \(app)\(issued ?? "")"
    }

    private var laterLines: [String] {
        guard let later else { return [] }
        let headline = DecisionReport(decision: later, style: style).lines[0]
        return ["This installation then: \(headline)"]
    }

    /// A hint for users who expected another decision.
    private var firstCheck: [String] {
        FirstCheck(decision, of: installation, by: manifest, app: app).sentence.map { ["First check: \($0.printable)"] }
            ?? []
    }
}
