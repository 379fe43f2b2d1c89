import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird

/// The routes of OpenFeature's remote evaluation protocol (OFREP 0.3.0): the features of an app as flags.
struct OpenFeatureRoutes: Sendable {
    let served: ServedApps
    let answers: PublicAnswers

    /// The values of all features.
    @Sendable func all(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await answer(request, context: context, key: nil) { evaluation, body in
            let flags = evaluation?.flags ?? []
            let metadata = evaluation?.metadata ?? [:]
            let json: JSONValue = ["flags": .array(flags.map(\.jsonValue)), "metadata": .object(metadata)]
            let bytes = json.jsonBytes()
            // Another context is another question, also where its flags are the same.
            let tag = ContentDigest.hex(body + [0] + bytes)
            let fields: HTTPFields = [.eTag: "\"\(tag)\""]
            return request.matchesEntityTag(tag)
                ? .empty(.notModified, headers: fields) : .json(bytes, headers: fields)
        }
    }

    /// The value of one feature.
    @Sendable func one(_ request: Request, context: AppRequestContext) async throws -> Response {
        let key = try Self.key(in: context)
        return try await answer(request, context: context, key: key) { evaluation, _ in
            guard let flag = evaluation?.flag(key) else {
                throw FlagProblem(.flagNotFound, key: key, details: "the policy in force has no feature of this name")
            }
            return .json(flag.jsonValue, status: flag.problem == nil ? .ok : .badRequest)
        }
    }

    /// Evaluates for the app and the context of a request. `evaluation` is `nil` while nothing is published.
    private func answer(
        _ request: Request, context: AppRequestContext, key: String?,
        respond: @escaping @Sendable (_ evaluation: FlagEvaluation?, _ body: [UInt8]) throws -> Response
    ) async throws -> Response {
        let body = try await request.jsonBytes(upTo: context.longestBody)
        do {
            let slug = try Self.app(of: request, authentication: context.authentication)
            return try await answers.evaluations.run {
                try respond(try evaluation(of: slug, body: body), body)
            }
        } catch let problem as FlagProblem {
            return problem.response(for: key)
        }
    }

    private func evaluation(of slug: String, body: [UInt8]) throws -> FlagEvaluation? {
        let app = try served.app(slug)
        let installation = try FlagContext.installation(in: body, for: app.app)
        if case .unpublished = app.state { return nil }
        return FlagEvaluation(try app.head, app: slug, installation: installation, at: answers.now())
    }

    /// The app that the header names, or the only one of the token.
    private static func app(of request: Request, authentication: AuthenticationResult) throws -> String {
        let named = request.headers.value(of: .airworthyApp)
        if case .anonymous = authentication {
            guard let named else {
                throw FlagProblem(
                    .general,
                    details: "no app: send its name in the header Airworthy-App, or a token that is limited to one app")
            }
            return named
        }
        let principal = try authentication.principal
        if let named {
            guard principal.covers(named) else { throw HTTPProblem.appOutOfScope(named) }
            return named
        }
        guard let apps = principal.apps, let only = apps.first, apps.count == 1 else {
            throw FlagProblem(
                .general, details: "no app: the token is for several; send the app's name in the header Airworthy-App")
        }
        return only
    }

    private static func key(in context: AppRequestContext) throws(HTTPProblem) -> String {
        guard let key = context.parameters.get("key").flatMap(\.removingPercentEncoding) else {
            throw HTTPProblem(.notFound, detail: "the name of the flag is not percent-encoded UTF-8")
        }
        return key
    }
}

/// An error in the words of the protocol.
struct FlagProblem: Error {
    enum Code: String {
        case parseError = "PARSE_ERROR"
        case targetingKeyMissing = "TARGETING_KEY_MISSING"
        case invalidContext = "INVALID_CONTEXT"
        case flagNotFound = "FLAG_NOT_FOUND"
        case general = "GENERAL"
    }

    let code: Code
    var key: String?
    let details: String

    init(_ code: Code, key: String? = nil, details: String) {
        (self.code, self.key, self.details) = (code, key, details)
    }

    /// The members of an evaluation that failed.
    var members: JSONObject { ["errorCode": .string(code.rawValue), "errorDetails": .string(details)] }

    func response(for key: String?) -> Response {
        var object: JSONObject = [:]
        if let key { object["key"] = .string(key) }
        for member in members.members { object[member.key] = member.value }
        return .json(.object(object), status: code == .flagNotFound ? .notFound : .badRequest)
    }
}
