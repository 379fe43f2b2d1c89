import AirworthyPolicy
import ControlPlane
import Persistence

/// Raises the revisions of all apps, and reports each app.
struct BumpOfAll {
    struct Outcome {
        enum Kind: String {
            case raised, skipped, failed
        }

        let app: String
        let kind: Kind
        /// The new revision, or the lowest next one; `nil` if the app was not raised.
        var revision: Int?
        /// The reason, or what happens next.
        let detail: String
    }

    static let warning = "A revision can never be lowered."
    static let refusal = "no revision was raised"

    /// The lowest new revision; `nil` for the time in seconds.
    let lowest: Int?
    let isConfirmed: Bool
    let json: Bool

    /// Raises all apps and prints the outcomes. Fails at the end if an app failed.
    func run(local: LocalOptions, server: ServerOptions) async throws {
        if !isConfirmed { printError(Self.warning) }
        let target = lowest.map { "to revision \($0) or higher" } ?? "above the time in seconds"
        try confirm("Raise every app \(target)", isConfirmed: isConfirmed, otherwise: Self.refusal)
        let outcomes: [Outcome]
        if local.local {
            outcomes = try await raiseLocally(try local.address())
        } else {
            outcomes = try await server.withClient { try await raise(on: $0) }
        }
        try printOutput(json ? [answer(outcomes).jsonLine] : lines(outcomes))
        let failed = outcomes.count { $0.kind == .failed }
        guard failed == 0 else {
            throw ToolError.unavailable(
                "\(failed) of \(outcomes.count.counted("app")) could not be raised; run the command again")
        }
    }

    private func raiseLocally(_ address: DatabaseAddress) async throws -> [Outcome] {
        try await LocalDatabase.withDriver(address) { driver in
            let counters = try RevisionCounters(driver, atLeast: lowest, at: WallClock.now())
            try await counters.endSessions()
            var outcomes: [Outcome] = []
            for app in try await counters.apps() {
                do {
                    guard let raised = try await counters.raise(app) else { continue }
                    outcomes.append(
                        Outcome(
                            app: app, kind: .raised, revision: raised.nextRevision, detail: Self.nextStep(after: raised)
                        ))
                } catch {
                    outcomes.append(Outcome(app: app, kind: .failed, detail: "\(error)"))
                }
            }
            return outcomes
        }
    }

    private static func nextStep(after raised: RevisionCounters.Raised) -> String {
        guard raised.isReissued else { return "nothing is published" }
        if let date = raised.issuedAt, date > WallClock.now() {
            return
                "not signed before \(UTCTime.text(date)), the date of the manifest in force, unless `airworthy clock confirm` is run"
        }
        return "a server signs the content again"
    }

    private func raise(on client: APIClient) async throws -> [Outcome] {
        let apps = try await client.send(.get("apps")).json["apps"]?.arrayValue ?? []
        var outcomes: [Outcome] = []
        for app in apps.compactMap({ $0["slug"]?.stringValue }).sorted() where AppSlug.isValid(app) {
            do throws(APIError) {
                outcomes.append(try await raise(app, on: client))
            } catch {
                outcomes.append(
                    Outcome(
                        app: app, kind: .failed,
                        detail: error.toolError(address: client.address, token: client.token).description))
            }
        }
        return outcomes
    }

    private func raise(_ app: String, on client: APIClient) async throws(APIError) -> Outcome {
        let known = try await ServerApp(app, from: client)
        guard known.revision > 0 else { return Outcome(app: app, kind: .skipped, detail: "nothing is published") }
        guard !known.isSignedByCI else {
            return Outcome(
                app: app, kind: .skipped,
                detail: "signed by CI; sign and publish a manifest above the revisions that apps have accepted")
        }
        let seconds = RevisionLimit.unixSeconds(at: WallClock.now())
        let body: JSONValue = ["atLeast": .of(lowest ?? max(seconds, known.revision + 1))]
        let answer = try await client.send(.post("apps", app, "head", "bump").sending(body)).json
        return Outcome(app: app, kind: .raised, revision: answer["revision"]?.intValue, detail: "signed again")
    }

    private func lines(_ outcomes: [Outcome]) -> [String] {
        var table = Table(["APP", "RESULT", "REVISION", "DETAIL"], numbers: [2])
        for outcome in outcomes {
            table.add([
                outcome.app, outcome.kind.rawValue, outcome.revision.map(String.init) ?? "", outcome.detail,
            ])
        }
        return table.lines(style: .standardOutput, whenEmpty: "no apps")
    }

    private func answer(_ outcomes: [Outcome]) -> JSONValue {
        let apps = outcomes.map { outcome in
            JSONValue.object([
                "app": .string(outcome.app), "result": .string(outcome.kind.rawValue),
                "revision": .of(outcome.revision), "detail": .string(outcome.detail),
            ])
        }
        return .object(["apps": .array(apps)])
    }
}
