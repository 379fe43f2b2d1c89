import ControlPlane
import HTTPTypes
import Hummingbird

/// The cached public answers: by the parsed values of questions, and by the text of requests. Together they take at most
/// 16 MiB.
struct AnswerCaches: Sendable {
    /// The answers by parsed values, which requests in any spelling share.
    let parsed = AnswerCache<AnswerKey>(limit: 12 << 20)
    /// The same answers by the text of the requests, found without parsing. Requests in ever new spellings remove each
    /// other here, and nothing from ``parsed``.
    let asked = AnswerCache<AskedTarget.Key>(limit: 4 << 20)

    /// Stores an answer under the text of a request.
    func store(_ answer: SharedAnswer, to target: AskedTarget) {
        asked.store(answer, to: target.key, edition: AnswerEdition(version: target.version))
    }
}

/// A public question as it was written, and the version of the app that it is about.
struct AskedTarget: Sendable {
    /// The identity of the answer.
    struct Key: AnswerCacheKey {
        /// The slug of the app. The short forms do not name it.
        let app: String
        /// The path and query.
        let target: String
        /// The body of a `POST`.
        let body: [UInt8]?

        var byteCount: Int { 256 + app.utf8.count + target.utf8.count + (body?.count ?? 0) }
    }

    /// The question.
    let key: Key
    /// The version of the app.
    let version: Int

    /// The size in bytes up to which bodies are kept.
    static let longestBody = PublicAnswers.shortInput

    /// Creates a target.
    init(key: Key, version: Int) {
        self.key = key
        self.version = version
    }

    /// Creates a target; `nil` for a request whose answer depends on more, such as a token.
    ///
    /// Created before the app is read, so that an answer is never kept under a version that is too high.
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The body of a `POST`.
    ///   - app: The slug of the app.
    ///   - served: All apps.
    init?(_ request: Request, body: [UInt8]? = nil, app: String, served: ServedApps) {
        let isAsked = request.method == .get || request.method == .post && body != nil
        guard isAsked, body?.count ?? 0 <= Self.longestBody, request.headers.value(of: .authorization) == nil,
            let version = served.edition(of: app)
        else { return nil }
        key = Key(app: app, target: request.uri.string, body: body)
        self.version = version
    }
}
