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

/// The path and query of a public `GET` as they were written, and the version of the app that it is about.
struct AskedTarget: Sendable {
    /// The identity of the answer.
    struct Key: AnswerCacheKey {
        /// The slug of the app. The short forms do not name it.
        let app: String
        /// The path and query.
        let target: String

        var byteCount: Int { 256 + app.utf8.count + target.utf8.count }
    }

    /// The app, path and query.
    let key: Key
    /// The version of the app.
    let version: Int

    /// Creates a target; `nil` for a request whose answer depends on more: on its body or its token.
    ///
    /// Created before the app is read, so that an answer is never kept under a version that is too high.
    init?(_ request: Request, app: String, served: ServedApps) {
        guard request.method == .get, request.headers.value(of: .authorization) == nil,
            let version = served.version(of: app)
        else { return nil }
        key = Key(app: app, target: request.uri.string)
        self.version = version
    }
}
