package import ControlPlane
package import HTTPTypes

/// The type of a problem. The raw value ends its URN, `urn:airworthy:problem:<name>`, and never changes.
package enum ProblemKind: String, Hashable, Sendable, CaseIterable {
    /// The app or the path does not exist, or is out of the token's scope.
    case notFound = "not-found"
    /// The app was deleted.
    case gone = "gone"
    /// The slug is or was in use.
    case slugTaken = "slug-taken"
    /// The input is invalid.
    case invalid = "invalid"
    /// Preflight found errors in the policy.
    case preflightFailed = "preflight-failed"
    /// The document belongs to another app.
    case wrongApp = "wrong-app"
    /// The signed envelope would be too large.
    case tooLarge = "too-large"
    /// The request needs `If-Match` or `If-None-Match`.
    case preconditionRequired = "precondition-required"
    /// Another admin published in the meantime.
    case preconditionFailed = "precondition-failed"
    /// A pipeline signs this app, not the server.
    case signedElsewhere = "signed-elsewhere"
    /// The server signs this app, not a pipeline.
    case signedHere = "signed-here"
    /// The app's builds would reject the signature.
    case notTrusted = "not-trusted"
    /// Neither epoch nor revision is higher than before.
    case revisionNotRising = "revision-not-rising"
    /// The server has no signing key.
    case noSigningKey = "no-signing-key"
    /// The server's clock is wrong, so it does not sign.
    case clockWrong = "clock-wrong"
    /// The app has no published manifest yet.
    case nothingPublished = "nothing-published"
    /// The app's manifest cannot be served.
    case degraded = "degraded"
    /// The app has no release data yet.
    case catalogNotLearnt = "catalog-not-learnt"
    /// The token is missing or not valid.
    case unauthorized = "unauthorized"
    /// The token lacks a right.
    case forbidden = "forbidden"
    /// No release matches the request.
    case noRelease = "no-release"
    /// The bytes of an old revision were removed; its digest stays.
    case pruned = "pruned"
    /// The path exists but does not support the method.
    case methodNotAllowed = "method-not-allowed"
    /// The route does not read bodies of this media type.
    case unsupportedMediaType = "unsupported-media-type"
    /// The body exceeds the limit of the route.
    case bodyTooLarge = "body-too-large"
    /// The URL exceeds the limit of the server.
    case urlTooLong = "url-too-long"
    /// The header fields exceed the limits of the server.
    case headersTooLarge = "headers-too-large"
    /// The request did not arrive in time.
    case requestTimeout = "request-timeout"
    /// Too many requests with invalid tokens came from one address.
    case tooManyFailures = "too-many-failures"
    /// The limit of concurrent evaluations is reached.
    case overloaded = "overloaded"
    /// The server is starting or stopping.
    case notReady = "not-ready"
    /// The disk or the database is full.
    case storeFull = "store-full"
    /// The database is locked by another process.
    case storeLocked = "store-locked"
    /// The database is unavailable.
    case storeUnavailable = "store-unavailable"
    /// Any other invalid request.
    case refused = "refused"
    /// The server failed.
    case `internal` = "internal"

    /// The type for an error of the services.
    package init(_ kind: ControlPlaneError.Kind) {
        self =
            switch kind {
            case .notFound: .notFound
            case .gone: .gone
            case .slugTaken: .slugTaken
            case .invalid: .invalid
            case .preflightFailed: .preflightFailed
            case .wrongApp: .wrongApp
            case .tooLarge: .tooLarge
            case .preconditionRequired: .preconditionRequired
            case .preconditionFailed: .preconditionFailed
            case .signedElsewhere: .signedElsewhere
            case .signedHere: .signedHere
            case .notTrusted: .notTrusted
            case .revisionNotRising: .revisionNotRising
            case .noSigningKey: .noSigningKey
            case .clockWrong: .clockWrong
            case .nothingPublished: .nothingPublished
            case .degraded: .degraded
            case .catalogNotLearnt: .catalogNotLearnt
            case .unauthorized: .unauthorized
            case .forbidden: .forbidden
            }
    }

    /// The HTTP status. A 400 with findings becomes a 422.
    package var status: HTTPResponse.Status {
        switch self {
        case .invalid, .refused: .badRequest
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .notFound, .nothingPublished, .noRelease: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .requestTimeout: .requestTimeout
        case .slugTaken, .signedElsewhere, .signedHere, .revisionNotRising: .conflict
        case .gone, .pruned: .gone
        case .preconditionFailed: .preconditionFailed
        case .tooLarge, .bodyTooLarge: .contentTooLarge
        case .urlTooLong: .uriTooLong
        case .unsupportedMediaType: .unsupportedMediaType
        case .preflightFailed, .wrongApp, .notTrusted: .unprocessableContent
        case .preconditionRequired: .preconditionRequired
        case .tooManyFailures: .tooManyRequests
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .internal: .internalServerError
        case .noSigningKey, .clockWrong, .degraded, .catalogNotLearnt, .overloaded, .notReady, .storeLocked,
            .storeUnavailable:
            .serviceUnavailable
        case .storeFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }

    /// The summary, the same for every problem of this type.
    package var title: String {
        switch self {
        case .notFound: "Not found"
        case .gone: "Deleted"
        case .slugTaken: "The slug is taken"
        case .invalid: "The input is invalid"
        case .preflightFailed: "Preflight found errors"
        case .wrongApp: "The document belongs to another app"
        case .tooLarge: "The signed envelope would be too large"
        case .preconditionRequired: "A precondition is required"
        case .preconditionFailed: "Another version is in force"
        case .signedElsewhere: "A pipeline signs this app"
        case .signedHere: "This server signs this app"
        case .notTrusted: "The app's builds would reject the signature"
        case .revisionNotRising: "The revision is not higher"
        case .noSigningKey: "The server has no signing key"
        case .clockWrong: "The server's clock is wrong"
        case .nothingPublished: "Nothing has been published"
        case .degraded: "The app is degraded"
        case .catalogNotLearnt: "The app has no release data yet"
        case .unauthorized: "A valid token is required"
        case .forbidden: "The token does not allow this"
        case .noRelease: "No release matches"
        case .pruned: "The bytes were removed"
        case .methodNotAllowed: "The method is not allowed"
        case .unsupportedMediaType: "The media type is not supported"
        case .bodyTooLarge: "The body is too large"
        case .urlTooLong: "The URL is too long"
        case .headersTooLarge: "The header fields are too large"
        case .requestTimeout: "The request took too long"
        case .tooManyFailures: "Too many failed attempts"
        case .overloaded: "The server is busy"
        case .notReady: "The server is not ready"
        case .storeFull: "The database is full"
        case .storeLocked: "The database is locked"
        case .storeUnavailable: "The database is unavailable"
        case .refused: "The request is invalid"
        case .internal: "The server failed"
        }
    }

    /// The seconds after which to retry, if waiting helps.
    package var retryAfter: Int? {
        switch self {
        case .catalogNotLearnt: 5
        case .overloaded, .storeLocked, .notReady: 1
        default: nil
        }
    }
}
