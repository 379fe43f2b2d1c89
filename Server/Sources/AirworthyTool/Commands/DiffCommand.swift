import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// Says what differs between two policies.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what differs between two policies, and who changes sides.",
        discussion: """
            Compares rule by rule: added, removed, moved, and each key with its old and \
            new value. With --installs it also counts whose answer changes; the table is \
            the one simulate reads. Policies, config.json files and manifests, signed or \
            not, can be compared with each other.

            With --app one file is compared with what a server has in force, and --from \
            and --to compare policies of its history. Without --catalog, the releases that \
            are in force are taken.

            EXAMPLE
              $ airworthy diff old.yaml new.yaml --catalog catalog.yaml \\
                  --installs installs.csv
              $ airworthy diff policy.yaml --app hashtags
              $ airworthy diff --app hashtags --from 6
            """)

    @Argument(help: "What is in force; with --app, what is to come.", completion: .file())
    var old: String?

    @Argument(help: "What is to come.", completion: .file())
    var new: String?

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(help: .installs, completion: .file(extensions: ["csv"]))
    var installs: String?

    @Flag(help: .skipBadRows)
    var skipBadRows = false

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Flag(help: "End with 1 if something differs.")
    var exitCode = false

    @Option(parsing: .unconditional, help: .app)
    var app: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The policy of its history to begin with.", valueName: "n"))
    var from: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The policy of its history to end with; by default the one in force.", valueName: "n"))
    var to: Int?

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard app != nil else {
            guard from == nil, to == nil, !remote.isGiven else {
                throw ValidationError("--from, --to and a server need --app.")
            }
            guard new != nil else { throw ValidationError("Give two files, or one and --app.") }
            return
        }
        if from == nil {
            guard to == nil else { throw ValidationError("--to needs --from.") }
            guard old != nil, new == nil else { throw ValidationError("With --app give one file, or --from.") }
        } else {
            guard old == nil, catalog.isEmpty, installs == nil else {
                throw ValidationError("--from compares what the server has, so it takes no files.")
            }
        }
    }

    func run() async throws {
        try InputFile.requireOneStandardInput(
            [old, new, installs, remote.tokenFile].compactMap { $0 } + catalog)
        if let app {
            let app = try slug(app, option: "app")
            try await from == nil ? compareWithPublished(app) : compareHistory(app)
        } else {
            let facts = catalog.map(CatalogArgument.init)
            let before = try PolicyInput(old ?? "").manifest.adding(facts)
            let after = try PolicyInput(new ?? "").manifest.adding(facts)
            try report(before, after)
        }
    }

    private func report(_ before: Manifest, _ after: Manifest) throws {
        let now = try Clock.instant(now)
        let diff = PolicyDiff(from: before, to: after)
        let fleet = try installs.map { path in
            FleetDiff(from: before, to: after, try Fleet(path, skippingBadRows: skipBadRows), at: now)
        }
        let report = DiffReport(diff: diff, fleet: fleet, style: .standardOutput)
        try printOutput(json ? report.jsonValue.jsonText() : report.lines.joined(separator: "\n"))
        if exitCode, !diff.isEmpty { throw ExitCode(1) }
    }

    private func compareWithPublished(_ app: String) async throws {
        let opened = try catalog.map { try CatalogArgument($0).opened() }
        var after = try PolicyInput(old ?? "").manifest
        if let other = after.app, other != app {
            throw ToolError(.badData, "\(old ?? ""): is for the app \"\(other)\", not for \"\(app)\"".printable)
        }
        let published = try await remote.connected { client in
            try await RemoteApp(app, from: client).manifest(of: app, from: client)
        }
        if published == nil { printError("airworthy: note: nothing is published for \(app) yet; all of it is new") }
        // A file without a revision is a policy: the server's own members and facts are no difference.
        let isPolicy = after.revision == nil
        var before = published ?? Manifest(policy: Policy(app: after.policy.app, rules: []))
        if isPolicy {
            before = Manifest(app: after.app, policy: before.policy, catalog: opened.isEmpty ? before.catalog : .empty)
            if opened.isEmpty { after.catalog = before.catalog }
        }
        try report(opened.reduce(before) { try $0.adding($1) }, opened.reduce(after) { try $0.adding($1) })
    }

    private func compareHistory(_ app: String) async throws {
        let request = APIRequest("GET", "apps", app, "diff")
            .asking("from", try positive(from, option: "from").map(String.init))
            .asking("to", try positive(to, option: "to").map(String.init))
        let diff = try await remote.connected { try await $0.send(request).json }
        let lines = DiffText(diff: diff, style: .standardOutput).lines
        let text = lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
        try printOutput(json ? diff.jsonLine : text)
        if exitCode, diff["different"] == true { throw ExitCode(1) }
    }
}
