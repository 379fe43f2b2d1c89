import AirworthyPolicy
import ArgumentParser
import ControlPlane

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two policies, and count the installations whose decision changes.",
        discussion: """
            Compares rule by rule: added, removed and moved rules, and each member with its \
            old and new value. With --installs it also counts the installations whose \
            decision changes; the table is that of simulate. Policies, config.json files and \
            manifests, signed or not, can be compared with each other.

            With --app one file is compared with the policy published on a server; --from \
            and --to compare policies of its history. Without --catalog, the published \
            releases are used.

            EXAMPLE
              $ airworthy diff old.yaml new.yaml --catalog catalog.yaml \\
                  --installs installs.csv
              $ airworthy diff policy.yaml --app hashtags
              $ airworthy diff --app hashtags --from 6
            """)

    @Argument(help: "The old policy; with --app, the new one.", completion: .file())
    var old: String?

    @Argument(help: "The new policy.", completion: .file())
    var new: String?

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(help: .installs, completion: .file(extensions: ["csv"]))
    var installs: String?

    @Flag(help: .skipBadRows) var skipBadRows = false

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: .jsonLine) var json = false

    @Flag(help: "Exit with 1 if there is a difference.")
    var exitCode = false

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The old policy, by its number in the history.", valueName: "n"))
    var from: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The new policy, by its number in the history; by default the published one.", valueName: "n"))
    var to: Int?

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard app != nil else {
            guard from == nil, to == nil, !server.isGiven else {
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
                throw ValidationError("--from compares policies on the server, so it takes no files.")
            }
        }
    }

    func run() async throws {
        try InputFile.requireOneStandardInput(
            [old, new, installs, server.tokenFile].compactMap { $0 } + catalog)
        if let app {
            let app = try appSlug(app, option: "app")
            try await from == nil ? compareWithPublished(app) : compareHistory(of: app)
        } else {
            let catalogs = catalog.map(CatalogArgument.init)
            let before = try PolicyFile(old ?? "").manifest.adding(catalogs)
            let after = try PolicyFile(new ?? "").manifest.adding(catalogs)
            try await report(from: before, to: after)
        }
    }

    private func report(from before: Manifest, to after: Manifest) async throws {
        let now = try WallClock.time(option: now)
        let diff = PolicyDiff(from: before, to: after)
        let fleet = try await ProgressLine.during("deciding for each installation of \(installs ?? "")") {
            try installs.map { path in
                FleetDiff(from: before, to: after, fleet: try Fleet(csv: path, skippingBadRows: skipBadRows), at: now)
            }
        }
        let report = DiffReport(diff: diff, fleet: fleet)
        try printOutput(json ? [report.jsonValue.jsonText()] : report.lines)
        if exitCode, !diff.isEmpty { throw ExitCode(1) }
    }

    private func compareWithPublished(_ app: String) async throws {
        let opened = try catalog.map { try CatalogArgument($0).opened() }
        var after = try PolicyFile(old ?? "").manifest
        if let other = after.app, other != app {
            throw ToolError.wrongApp(other, in: old ?? "", for: app)
        }
        let published = try await server.withClient { client in
            try await ServerApp(app, from: client).manifest(from: client)
        }
        if published == nil { printError("airworthy: note: nothing is published for \(app) yet; everything is new") }
        // A file without a revision is a policy. The manifest members that the server adds are then no difference.
        let isPolicy = after.revision == nil
        var before = published ?? Manifest(policy: Policy(app: after.policy.app, rules: []))
        if isPolicy {
            before = Manifest(app: after.app, policy: before.policy, catalog: opened.isEmpty ? before.catalog : .empty)
            if opened.isEmpty { after.catalog = before.catalog }
            // The server adds what a policy leaves out.
            after.app = after.app ?? before.app
            after.policy.app = after.policy.app ?? before.policy.app
            after.policy.bundleID = after.policy.bundleID ?? before.policy.bundleID
            after.policy.appleID = after.policy.appleID ?? before.policy.appleID
        }
        try await report(from: before.adding(opened), to: after.adding(opened))
    }

    private func compareHistory(of app: String) async throws {
        let request = APIRequest.get("apps", app, "diff")
            .adding(query: "from", value: try positiveNumber(from, option: "from").map(String.init))
            .adding(query: "to", value: try positiveNumber(to, option: "to").map(String.init))
        let diff = try await server.withClient { try await $0.send(request).json }
        let lines = PolicyDiffText(diff: diff, style: .standardOutput).lines
        try printOutput(json ? [diff.jsonLine] : lines.isEmpty ? ["no difference"] : lines)
        if exitCode, diff["different"] == true { throw ExitCode(1) }
    }
}
