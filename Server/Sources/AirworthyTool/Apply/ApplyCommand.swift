import AirworthyPolicy
import ArgumentParser

struct ApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Publish a folder of policies, catalogs and settings, after showing the plan.",
        discussion: """
            The folder has a folder for each app, named after it, with any of app.yaml \
            (settings), catalog.yaml, and policy.yaml or manifest.json (signed by CI). Shows \
            what would change, asks for confirmation, and applies it app by app. What is not \
            in the folder stays as it is; nothing is ever deleted.

            A mistake in one file, or a policy that the server refuses, changes nothing \
            (65). If somebody else changes an app after the plan was made, that app is left \
            as it is (75); `airworthy pull` takes that change into the folder. Repeating the command is always safe. Without a change it exits \
            with 0; --require-change makes that 1, for pipelines that run because something \
            should change.

            EXAMPLE
              $ airworthy apply airworthy/ --plan
              $ airworthy apply airworthy/ --yes --note "$(git log -1 --format=%s)"
            """)

    @Argument(help: "The folder with a folder for each app.", completion: .directory)
    var folder: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Apply the folder of this app only. May be repeated.", valueName: "app"))
    var app: [String] = []

    @Flag(
        name: [.long, .customLong("plan-only")],
        help: "Show the plan and change nothing. Exits with 0 also if there are changes.")
    var plan = false

    @Flag(help: .yes) var yes = false

    @Flag(help: "Exit with 1 if there is nothing to change.")
    var requireChange = false

    @OptionGroup var forcing: ForceOptions

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine) var json = false

    @Flag(help: "Print Markdown, for a comment on a pull request.")
    var markdown = false

    @OptionGroup(title: "Limits")
    var impact: ImpactOptions

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard !json || !markdown else { throw ValidationError("--json and --markdown cannot be given together.") }
    }

    func run() async throws {
        try InputFile.requireOneStandardInput([server.tokenFile].compactMap { $0 })
        var outcome = ApplyOutcome()
        do {
            try await run(into: &outcome)
        } catch {
            outcome.failure = (error as? ToolError)?.description
            try printEnd(of: outcome)
            throw error
        }
        try printEnd(of: outcome)
    }

    private func run(into outcome: inout ApplyOutcome) async throws {
        let (note, reason) = (try shortText(note, option: "note"), try forcing.checkedReason)
        let apps = try app.map { try appSlug($0, option: "app") }
        let folder = try ApplyFolder(folder, only: apps)
        outcome.problems = folder.problems
        for problem in folder.problems { problem.printToStandardError() }
        guard folder.problems.isEmpty else {
            let names = folder.problems.map(\.file)
            let more = names.count > 1 ? " and \((names.count - 1).counted("other file"))" : ""
            throw ToolError.badData("nothing was changed: cannot use \(names[0])\(more)")
        }
        var result = outcome
        defer { outcome = result }
        try await server.withClient { client in
            do {
                try await run(folder, note: note, reason: reason, client: client, into: &result)
            } catch let refusal as FileRefusal {
                if !refusal.report.findings.isEmpty { result.problems = [refusal.report] }
                refusal.report.printToStandardError()
                throw refusal.error
            }
        }
    }

    private func run(
        _ folder: ApplyFolder, note: String?, reason: String?, client: APIClient, into outcome: inout ApplyOutcome
    ) async throws {
        let plan = try await makePlan(of: folder, client: client)
        outcome.plan = plan
        try show(ApplyReport(plan: plan, style: style).lines)
        if let refused = plan.refused.first?.refused, reason == nil {
            throw ToolError.badData(
                "nothing was changed: \(refused.summary); to publish it anyway give --force --reason TEXT")
        }
        guard !plan.changed.isEmpty else {
            try show(["Nothing to do: the server has everything in \(self.folder.printable) already."])
            guard requireChange else { return }
            printError("airworthy: --require-change was given, and nothing changes")
            throw ExitCode(1)
        }
        // Nobody has a new app yet, so nobody can be hit.
        for app in plan.changed where !app.isNew {
            // The server keeps the limits of a manifest whose effect is not known yet.
            guard app.publication != nil, app.impact != nil || !app.isManifest else { continue }
            try check(app.impact, of: app.app)
        }
        guard !self.plan else { return }
        try confirm(
            "Apply the changes of \(plan.changed.map(\.app).joined(separator: ", "))", isConfirmed: yes,
            otherwise: "nothing was changed")
        var run = ApplyRun(client: client, note: note, reason: reason, impact: impact)
        try await run.checkRights(for: plan.changed)
        for (index, app) in plan.changed.enumerated() {
            let before = run.results.count
            do {
                try await run.apply(app)
                outcome.results = run.results
            } catch {
                outcome.results = run.results
                throw Self.failure(error, at: index, of: plan.changed, results: run.results, client: client)
            }
            try show([""] + run.results[before...].flatMap { $0.lines(style: style) })
        }
    }

    /// Checks the limits, and asks where many installations would be blocked although no limit allows that.
    private func check(_ forecast: JSONValue?, of app: String) throws {
        do {
            try impact.check(forecast, of: app)
            let question = PublishQuestion(forecast)
            guard question.isGrave, impact.maxBlocked == nil else { return }
            if plan {
                try show(["\(app): \(question.sentence). Applying this needs --max-blocked.", ""])
            } else {
                try question.ask(
                    "Publish to \(app)", isConfirmed: yes, isAllowed: false, otherwise: "nothing was changed")
            }
        } catch let refusal as PublishRefusal {
            throw refusal.error
        }
    }

    private func makePlan(of folder: ApplyFolder, client: APIClient) async throws -> ApplyPlan {
        var plans: [AppPlan] = []
        for app in folder.apps {
            plans.append(try await AppPlanner(folder: app, client: client, days: impact.days, style: style).plan())
        }
        guard app.isEmpty else { return ApplyPlan(apps: plans, others: []) }
        let all = try await client.send(.get("apps")).json["apps"]?.arrayValue ?? []
        let known = Set(plans.map(\.app))
        return ApplyPlan(apps: plans, others: all.compactMap { $0["slug"]?.stringValue }.filter { !known.contains($0) })
    }

    /// Returns an error that says what was applied and what was not.
    private static func failure(
        _ error: any Error, at index: Int, of plans: [AppPlan], results: [ApplyResult], client: APIClient
    ) -> any Error {
        var cause: ToolError
        switch error {
        case let error as ToolError: cause = error
        case let error as APIError: cause = error.toolError(address: client.address, token: client.token)
        case let refusal as FileRefusal:
            refusal.report.printToStandardError()
            cause = refusal.error
        default: return error
        }
        if let error = error as? APIError, error.isProblem("precondition-failed") {
            cause = ToolError(
                status: cause.status, description: "\(cause.description); \(ApplyRun.advice(plans[index].app))")
        }
        let done = results.map(\.line)
        let applied = done.isEmpty ? "nothing was applied" : "applied: \(done.joined(separator: ", "))"
        let rest = plans[index...].map { plan in
            let made = results.contains { $0.app == plan.app }
            return made ? "the rest of \(plan.app)" : plan.app
        }
        return ToolError(
            status: cause.status,
            description: "\(plans[index].app): \(cause.description). In this run \(applied); not applied: "
                + rest.joined(separator: ", "))
    }

    // MARK: Output

    private var style: TerminalStyle { json || markdown ? .plain : .standardOutput }

    /// With `--json` the report goes to standard error; with `--markdown` it is part of the Markdown.
    private func show(_ lines: [String]) throws {
        if markdown { return }
        if json { lines.forEach(printError) } else { try printOutput(lines) }
    }

    private func printEnd(of outcome: ApplyOutcome) throws {
        if json { try printOutput(outcome.jsonValue.jsonLine) }
        if markdown { try printOutput(outcome.markdown.trimmedAtEnd) }
    }
}

/// Everything that a run of `apply` has to report.
struct ApplyOutcome {
    /// The mistakes of files, with which nothing is planned.
    var problems: [FindingReport] = []
    var plan: ApplyPlan?
    var results: [ApplyResult] = []
    /// The reason for which the run failed.
    var failure: String?

    var jsonValue: JSONValue {
        var members = plan?.members ?? JSONObject()
        members["problems"] = .array(
            problems.map { report in
                var object = report.jsonValue.objectValue ?? JSONObject()
                object["file"] = .string(report.file)
                return .object(object)
            })
        members["applied"] = .array(results.map(\.jsonValue))
        members["failure"] = .text(failure)
        return .object(members)
    }
}
