import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird

/// The unparsed input of a decision route: a query (GET) or a body (POST).
struct DecisionInput: Sendable {
    /// The text after the `?`.
    let query: String
    /// The JSON body of a POST.
    var body: [UInt8]?

    var byteCount: Int { query.utf8.count + (body?.count ?? 0) }
}

extension DecisionInput {
    /// Reads the input of a request, waiting for the body of a POST.
    init(_ request: Request, upTo limit: Int) async throws {
        query = request.uri.query ?? ""
        body = request.method == .post ? try await request.jsonBytes(upTo: limit) : nil
    }
}

/// A request for the decision about an installation.
struct DecisionRequest: Sendable {
    /// The part of a decision that a route returns.
    enum Part: Sendable { case decision, features }

    private let served: ServedApp
    /// The manifest in force.
    let head: LoadedHead
    private let installation: Installation
    private let explain: Bool

    /// Parses a request. `explain` is in the query for POST, too.
    init(_ input: DecisionInput, app slug: String, authentication: AuthenticationResult, apps: ServedApps) throws {
        served = try apps.app(slug)
        head = try served.head
        let parameters: InstallationParameters
        if let body = input.body {
            explain = try QueryParameters(input.query, known: ["explain"]).flag("explain")
            parameters = try .parse(body: try InputObject(try InputObject.parse(body), known: nil))
        } else {
            (parameters, explain) = try InstallationParameters.parse(query: input.query)
        }
        if explain { try Self.requireExplain(authentication.principal, for: slug) }
        installation = try parameters.installation(for: served.app)
    }

    func answer(_ part: Part, at now: Date) -> PublicAnswers.Computed {
        // No decision is older than its manifest.
        let instant = max(now, head.manifest.issuedAt ?? now)
        let decision = decide(head.prepared, for: installation, at: instant, confirmedAt: instant, trace: explain)
        var json =
            switch part {
            case .decision: decision.jsonValue.objectValue ?? [:]
            case .features: features(of: decision)
            }
        if installation.channel == .unknown { json["hint"] = .string(Self.unknownChannelHint) }
        return PublicAnswers.Computed(
            answer: PreparedAnswer(json: JSONValue.object(json).jsonBytes()), end: decision.reevaluateAt)
    }

    private static let unknownChannelHint =
        "the channel is unknown, so no update is required and unfinished features are hidden, unless a rule names "
        + "\"unknown\"; give the channel of the installation, such as appstore or testflight.external"

    /// Returns the key of the answer in the cache; `nil` if others may not share it.
    func key(_ part: Part) -> AnswerKey? {
        guard !explain, let installation = SharedInstallation(installation) else { return nil }
        return AnswerKey(
            app: served.app.slug, question: part == .decision ? .decision(installation) : .features(installation))
    }

    private func features(of decision: Decision) -> JSONObject {
        var features: JSONObject = [:]
        for key in decision.features.keys.sorted() { features[key] = decision.features[key] }
        return [
            "schema": 1, "app": .string(served.app.slug), "revision": .of(head.revision),
            "features": .object(features),
        ]
    }

    private static func requireExplain(_ principal: Principal, for slug: String) throws(HTTPProblem) {
        guard principal.rights.contains(.explain) else {
            throw HTTPProblem.lacks(.explain)
        }
        guard principal.covers(slug) else { throw HTTPProblem.appOutOfScope(slug) }
    }
}
