import ControlPlane
import HTTPTypes

/// The type of a problem; ``title`` explains each. The raw value ends its URN, `urn:airworthy:problem:<name>`, and
/// never changes.
enum ProblemKind: String, Hashable, Sendable, CaseIterable {
    case notFound = "not-found"
    case gone = "gone"
    case slugTaken = "slug-taken"
    case nameTaken = "name-taken"
    case invalid = "invalid"
    case preflightFailed = "preflight-failed"
    case wrongApp = "wrong-app"
    case tooLarge = "too-large"
    case preconditionRequired = "precondition-required"
    case preconditionFailed = "precondition-failed"
    case limitExceeded = "limit-exceeded"
    case impactUnknown = "impact-unknown"
    case signedElsewhere = "signed-elsewhere"
    case signedHere = "signed-here"
    case notTrusted = "not-trusted"
    case revisionNotRising = "revision-not-rising"
    case noSigningKey = "no-signing-key"
    case clockWrong = "clock-wrong"
    case clocksDiffer = "clocks-differ"
    case nothingPublished = "nothing-published"
    case degraded = "degraded"
    case catalogNotLearnt = "catalog-not-learnt"
    case unauthorized = "unauthorized"
    case forbidden = "forbidden"
    case webPage = "web-page"
    case noRelease = "no-release"
    case pruned = "pruned"
    case methodNotAllowed = "method-not-allowed"
    case unsupportedMediaType = "unsupported-media-type"
    case bodyTooLarge = "body-too-large"
    case urlTooLong = "url-too-long"
    case headersTooLarge = "headers-too-large"
    case requestTimeout = "request-timeout"
    case tooManyFailures = "too-many-failures"
    case tooManyRequests = "too-many-requests"
    case overloaded = "overloaded"
    case notReady = "not-ready"
    case appFull = "app-full"
    case tooManyRevisions = "too-many-revisions"
    case tooManyTokens = "too-many-tokens"
    case storeFull = "store-full"
    case storeLocked = "store-locked"
    case storeUnavailable = "store-unavailable"
    case outcomeUnknown = "outcome-unknown"
    case refused = "refused"
    case `internal` = "internal"

    /// The type for an error of the services.
    init(_ kind: ControlPlaneError.Kind) {
        self =
            switch kind {
            case .notFound: .notFound
            case .gone: .gone
            case .slugTaken: .slugTaken
            case .nameTaken: .nameTaken
            case .invalid: .invalid
            case .preflightFailed: .preflightFailed
            case .wrongApp: .wrongApp
            case .tooLarge: .tooLarge
            case .preconditionRequired: .preconditionRequired
            case .preconditionFailed: .preconditionFailed
            case .limitExceeded: .limitExceeded
            case .impactUnknown: .impactUnknown
            case .signedElsewhere: .signedElsewhere
            case .signedHere: .signedHere
            case .notTrusted: .notTrusted
            case .revisionNotRising: .revisionNotRising
            case .noSigningKey: .noSigningKey
            case .clockWrong: .clockWrong
            case .clocksDiffer: .clocksDiffer
            case .nothingPublished: .nothingPublished
            case .degraded: .degraded
            case .catalogNotLearnt: .catalogNotLearnt
            case .storeUnavailable: .storeUnavailable
            case .appFull: .appFull
            case .tooManyRevisions: .tooManyRevisions
            case .tooManyTokens: .tooManyTokens
            case .unauthorized: .unauthorized
            case .forbidden: .forbidden
            }
    }

    /// The HTTP status. A 400 with findings becomes a 422.
    var status: HTTPResponse.Status {
        switch self {
        case .invalid, .refused: .badRequest
        case .unauthorized: .unauthorized
        case .forbidden, .webPage: .forbidden
        case .notFound, .nothingPublished, .noRelease: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .requestTimeout: .requestTimeout
        case .slugTaken, .nameTaken, .signedElsewhere, .signedHere, .revisionNotRising, .clocksDiffer, .tooManyTokens,
            .limitExceeded, .impactUnknown:
            .conflict
        case .gone, .pruned: .gone
        case .preconditionFailed: .preconditionFailed
        case .tooLarge, .bodyTooLarge: .contentTooLarge
        case .urlTooLong: .uriTooLong
        case .unsupportedMediaType: .unsupportedMediaType
        case .preflightFailed, .wrongApp, .notTrusted: .unprocessableContent
        case .preconditionRequired: .preconditionRequired
        case .tooManyFailures, .tooManyRequests, .tooManyRevisions: .tooManyRequests
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .internal: .internalServerError
        case .noSigningKey, .clockWrong, .degraded, .catalogNotLearnt, .overloaded, .notReady, .storeLocked,
            .storeUnavailable, .outcomeUnknown:
            .serviceUnavailable
        case .storeFull, .appFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }

    /// The summary, the same for every problem of this type.
    var title: String {
        switch self {
        case .notFound: "Not found"
        case .gone: "Deleted"
        case .slugTaken: "The slug is taken"
        case .nameTaken: "The name is taken"
        case .invalid: "The input is invalid"
        case .preflightFailed: "Preflight found errors"
        case .wrongApp: "The document belongs to another app"
        case .tooLarge: "The signed envelope would be too large"
        case .preconditionRequired: "A precondition is required"
        case .preconditionFailed: "Another version is in force"
        case .limitExceeded: "More installations would be hit than allowed"
        case .impactUnknown: "The effect is unknown"
        case .signedElsewhere: "A pipeline signs this app"
        case .signedHere: "This server signs this app"
        case .notTrusted: "The app's builds would reject the signature"
        case .revisionNotRising: "The revision is not higher"
        case .noSigningKey: "The server has no signing key"
        case .clockWrong: "The server's clock is wrong"
        case .clocksDiffer: "The clocks differ"
        case .nothingPublished: "Nothing has been published"
        case .degraded: "The app is degraded"
        case .catalogNotLearnt: "The app has no release data yet"
        case .unauthorized: "A valid token is required"
        case .forbidden: "The token does not allow this"
        case .webPage: "Web pages may not send this"
        case .noRelease: "No release matches"
        case .pruned: "The bytes were removed"
        case .methodNotAllowed: "The method is not allowed"
        case .unsupportedMediaType: "The media type is not supported"
        case .bodyTooLarge: "The body is too large"
        case .urlTooLong: "The URL is too long"
        case .headersTooLarge: "The header fields are too large"
        case .requestTimeout: "The request took too long"
        case .tooManyFailures: "Too many failed attempts"
        case .tooManyRequests: "Too many requests"
        case .overloaded: "The server is busy"
        case .notReady: "The server is not ready"
        case .appFull: "The app has stored as much as it may"
        case .tooManyRevisions: "The app was published too often"
        case .tooManyTokens: "There are too many tokens"
        case .storeFull: "The database is full"
        case .storeLocked: "The database is locked"
        case .storeUnavailable: "The database is unavailable"
        case .outcomeUnknown: "It is unknown whether this was stored"
        case .refused: "The request is invalid"
        case .internal: "The server failed"
        }
    }

    /// The seconds after which to retry, if waiting helps.
    var retryAfter: Int? {
        switch self {
        case .catalogNotLearnt, .storeUnavailable, .outcomeUnknown, .tooManyRevisions: 5
        case .overloaded, .storeLocked, .notReady: 1
        default: nil
        }
    }
}
