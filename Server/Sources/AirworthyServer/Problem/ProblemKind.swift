package import HTTPTypes

extension Problem {
    /// Every type of problem; the raw value ends its URN, `urn:airworthy:problem:<name>`, and never changes.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case notFound = "not-found"
        case gone = "gone"
        case slugTaken = "slug-taken"
        case invalid = "invalid"
        case preflightFailed = "preflight-failed"
        case wrongApp = "wrong-app"
        case tooLarge = "too-large"
        case preconditionRequired = "precondition-required"
        case preconditionFailed = "precondition-failed"
        case signedElsewhere = "signed-elsewhere"
        case signedHere = "signed-here"
        case notTrusted = "not-trusted"
        case revisionNotRising = "revision-not-rising"
        case noSigningKey = "no-signing-key"
        case clockWrong = "clock-wrong"
        case nothingPublished = "nothing-published"
        case degraded = "degraded"
        case catalogNotLearnt = "catalog-not-learnt"
        case unauthorized = "unauthorized"
        case forbidden = "forbidden"
        /// No release fits what was asked for.
        case noRelease = "no-release"
        /// The bytes of an old revision were removed; its digest stays.
        case pruned = "pruned"
        /// The path is known, the method is not.
        case methodNotAllowed = "method-not-allowed"
        /// The body is not of a type the route reads.
        case unsupportedMediaType = "unsupported-media-type"
        /// The body is longer than the route reads.
        case bodyTooLarge = "body-too-large"
        /// The URL is longer than the server reads.
        case urlTooLong = "url-too-long"
        /// The head of the request is larger than the server reads.
        case headersTooLarge = "headers-too-large"
        /// The request did not arrive in time.
        case requestTimeout = "request-timeout"
        /// Too many tokens that do not count came from one address.
        case tooManyFailures = "too-many-failures"
        /// More is being evaluated than the server takes on at once.
        case overloaded = "overloaded"
        /// The server is starting or stopping.
        case notReady = "not-ready"
        /// The disk or the database is full.
        case storeFull = "store-full"
        /// The database is busy.
        case storeLocked = "store-locked"
        /// The database cannot be used.
        case storeUnavailable = "store-unavailable"
        /// Any other refusal.
        case refused = "refused"
        /// A fault of the server.
        case `internal` = "internal"
    }
}

extension Problem.Kind {
    /// The status it is answered with, unless findings make a 422 of a 400.
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

    /// The same few words for every problem of the type.
    package var title: String {
        switch self {
        case .notFound: "Not found"
        case .gone: "Deleted"
        case .slugTaken: "The slug is taken"
        case .invalid: "The input cannot be used"
        case .preflightFailed: "Preflight found errors"
        case .wrongApp: "It belongs to another app"
        case .tooLarge: "The envelope would be too large"
        case .preconditionRequired: "A precondition is needed"
        case .preconditionFailed: "Something else is in force"
        case .signedElsewhere: "CI signs this app"
        case .signedHere: "This server signs this app"
        case .notTrusted: "The app's builds would refuse it"
        case .revisionNotRising: "The revision does not rise"
        case .noSigningKey: "There is no signing key"
        case .clockWrong: "The server's clock is wrong"
        case .nothingPublished: "Nothing was published"
        case .degraded: "The app is degraded"
        case .catalogNotLearnt: "No catalog is known"
        case .unauthorized: "A token is needed"
        case .forbidden: "The token does not allow this"
        case .noRelease: "No release fits"
        case .pruned: "The bytes were removed"
        case .methodNotAllowed: "The method is not allowed"
        case .unsupportedMediaType: "The media type is not supported"
        case .bodyTooLarge: "The body is too large"
        case .urlTooLong: "The URL is too long"
        case .headersTooLarge: "The head is too large"
        case .requestTimeout: "The request took too long"
        case .tooManyFailures: "Too many failed attempts"
        case .overloaded: "The server is busy"
        case .notReady: "The server is not ready"
        case .storeFull: "There is no room left"
        case .storeLocked: "The database is busy"
        case .storeUnavailable: "The database cannot be used"
        case .refused: "The request was refused"
        case .internal: "The server failed"
        }
    }

    /// The seconds after which to ask again, where waiting helps.
    package var retryAfter: Int? {
        switch self {
        case .catalogNotLearnt: 5
        case .overloaded, .storeLocked, .notReady: 1
        default: nil
        }
    }
}
