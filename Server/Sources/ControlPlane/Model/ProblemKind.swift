/// The type of a problem: the reason of a refusal by the services, or a fault of a request. ``title`` explains each.
///
/// The raw value ends the URN of the problem over HTTP, `urn:airworthy:problem:<name>`, and never changes. A new kind is a case and a
/// row here, and a line in `openapi.yaml`.
package enum ProblemKind: String, Hashable, Sendable, CaseIterable {
    /// There is no resource with this name or number, or it is outside the token's scope.
    case notFound = "not-found"
    /// The app was deleted; its name is never used again.
    case gone
    /// The slug is or was in use.
    case slugTaken = "slug-taken"
    /// Another draft of the author has the name.
    case nameTaken = "name-taken"
    /// The input is invalid; `pointer` or `findings` name the place.
    case invalid
    /// The policy is well-formed but has errors; see `findings`.
    case preflightFailed = "preflight-failed"
    /// The document belongs to another app.
    case wrongApp = "wrong-app"
    /// The envelope would be larger than 240 KiB.
    case tooLarge = "too-large"
    /// The request has neither `If-Match` nor `If-None-Match`.
    case preconditionRequired = "precondition-required"
    /// Another publish came first, so the request is based on an old policy.
    case preconditionFailed = "precondition-failed"
    /// More installations would be hit than the request allows; see `impact`.
    case limitExceeded = "limit-exceeded"
    /// The request has a limit, and nobody can say whom the publication would hit.
    case impactUnknown = "impact-unknown"
    /// CI signs this app, so the server creates no revisions of it.
    case signedElsewhere = "signed-elsewhere"
    /// This server signs the app, so it accepts no envelopes for it.
    case signedHere = "signed-here"
    /// Installed apps would reject the envelope.
    case notTrusted = "not-trusted"
    /// The epoch and revision do not rise.
    case revisionNotRising = "revision-not-rising"
    case noSigningKey = "no-signing-key"
    /// The server's clock is wrong, so it does not sign.
    case clockWrong = "clock-wrong"
    /// The server's clock and that of the admin who confirms it differ.
    case clocksDiffer = "clocks-differ"
    /// The app has no policy yet.
    case nothingPublished = "nothing-published"
    /// Installed apps no longer trust the manifest in force, or it could not be loaded.
    case degraded
    /// The app has no catalog yet, neither from Apple nor imported.
    case catalogNotLearnt = "catalog-not-learnt"
    /// The token is missing or invalid.
    case unauthorized
    /// The token is of the wrong kind or lacks the right.
    case forbidden
    /// A web page sent what only apps and servers may send.
    case webPage = "web-page"
    case noRelease = "no-release"
    /// The bytes of an old revision were removed.
    case pruned
    /// The path has other methods.
    case methodNotAllowed = "method-not-allowed"
    /// The body is not declared as the expected media type.
    case unsupportedMediaType = "unsupported-media-type"
    /// The body is longer than its route takes.
    case bodyTooLarge = "body-too-large"
    /// The URL is longer than 8 KiB.
    case urlTooLong = "url-too-long"
    /// The header fields are too many or too long.
    case headersTooLarge = "headers-too-large"
    /// The request did not arrive in time.
    case requestTimeout = "request-timeout"
    /// The address has sent too many invalid tokens.
    case tooManyFailures = "too-many-failures"
    /// The address has sent too many requests.
    case tooManyRequests = "too-many-requests"
    /// The server has more to do than it takes on.
    case overloaded
    /// The server still loads, or stops.
    case notReady = "not-ready"
    /// The app has stored as much as it may.
    case appFull = "app-full"
    /// The app was published too often in a minute with the same token.
    case tooManyRevisions = "too-many-revisions"
    /// The creator has created as many tokens as it may.
    case tooManyTokens = "too-many-tokens"
    /// The disk or the database is full.
    case storeFull = "store-full"
    /// Another program holds the database.
    case storeLocked = "store-locked"
    /// The database was out of reach for too long, so a token cannot be trusted.
    case storeUnavailable = "store-unavailable"
    /// The connection to the database ended before it said whether this was stored.
    case outcomeUnknown = "outcome-unknown"
    /// The request cannot be understood.
    case refused
    /// The server failed; its log says how.
    case `internal`

    /// The status over HTTP. Findings in a document turn 400 into 422.
    package var status: Int { row.status }
    /// The summary, the same for every problem of this type.
    package var title: String { row.title }
    /// The seconds after which to retry, if waiting helps.
    package var retryAfter: Int? { row.retryAfter }
    /// The advice to retry after these seconds, for the end of a sentence: `retry in a second`.
    package var retryAdvice: String {
        switch retryAfter {
        case nil: "retry later"
        case 1?: "retry in a second"
        case let seconds?: "retry in \(seconds) seconds"
        }
    }

    private var row: (status: Int, title: String, retryAfter: Int?) {
        switch self {
        case .notFound: (404, "Not found", nil)
        case .gone: (410, "Deleted", nil)
        case .slugTaken: (409, "The slug is taken", nil)
        case .nameTaken: (409, "The name is taken", nil)
        case .invalid: (400, "The input is invalid", nil)
        case .preflightFailed: (422, "Preflight found errors", nil)
        case .wrongApp: (422, "The document belongs to another app", nil)
        case .tooLarge: (413, "The signed envelope would be too large", nil)
        case .preconditionRequired: (428, "A precondition is required", nil)
        case .preconditionFailed: (412, "Another version is in force", nil)
        case .limitExceeded: (409, "More installations would be hit than allowed", nil)
        case .impactUnknown: (409, "The effect is unknown", nil)
        case .signedElsewhere: (409, "A pipeline signs this app", nil)
        case .signedHere: (409, "This server signs this app", nil)
        case .notTrusted: (422, "The app's builds would reject the signature", nil)
        case .revisionNotRising: (409, "The revision is not higher", nil)
        case .noSigningKey: (503, "The server has no signing key", nil)
        case .clockWrong: (503, "The server's clock is wrong", nil)
        case .clocksDiffer: (409, "The clocks differ", nil)
        case .nothingPublished: (404, "Nothing has been published", nil)
        case .degraded: (503, "The app is degraded", nil)
        case .catalogNotLearnt: (503, "The app has no release data yet", 5)
        case .unauthorized: (401, "A valid token is required", nil)
        case .forbidden: (403, "The token does not allow this", nil)
        case .webPage: (403, "Web pages may not send this", nil)
        case .noRelease: (404, "No release matches", nil)
        case .pruned: (410, "The bytes were removed", nil)
        case .methodNotAllowed: (405, "The method is not allowed", nil)
        case .unsupportedMediaType: (415, "The media type is not supported", nil)
        case .bodyTooLarge: (413, "The body is too large", nil)
        case .urlTooLong: (414, "The URL is too long", nil)
        case .headersTooLarge: (431, "The header fields are too large", nil)
        case .requestTimeout: (408, "The request took too long", nil)
        case .tooManyFailures: (429, "Too many failed attempts", nil)
        case .tooManyRequests: (429, "Too many requests", nil)
        case .overloaded: (503, "The server is busy", 1)
        case .notReady: (503, "The server is not ready", 1)
        case .appFull: (507, "The app has stored as much as it may", nil)
        case .tooManyRevisions: (429, "The app was published too often", 5)
        case .tooManyTokens: (409, "There are too many tokens", nil)
        case .storeFull: (507, "The database is full", nil)
        case .storeLocked: (503, "The database is locked", 1)
        case .storeUnavailable: (503, "The database is unavailable", 5)
        case .outcomeUnknown: (503, "It is unknown whether this was stored", 5)
        case .refused: (400, "The request is invalid", nil)
        case .internal: (500, "The server failed", nil)
        }
    }
}
