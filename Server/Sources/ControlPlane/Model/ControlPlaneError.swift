package import AirworthyPolicy

/// A refused operation. Nothing was changed.
package struct ControlPlaneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason of a refusal; the raw value is the name of the problem type over HTTP.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
        /// More installations would be hit than the request allows; see `impact`.
        case limitExceeded = "limit-exceeded"
        /// The request has a limit, and nobody can say whom the publication would hit.
        case impactUnknown = "impact-unknown"
        /// Another publish came first, so the request is based on an old policy.
        case preconditionFailed = "precondition-failed"
        /// CI signs this app, so the server creates no revisions of it.
        case signedElsewhere = "signed-elsewhere"
        /// This server signs the app, so it accepts no envelopes for it.
        case signedHere = "signed-here"
        /// Installed apps would reject the envelope.
        case notTrusted = "not-trusted"
        /// The epoch and revision do not rise.
        case revisionNotRising = "revision-not-rising"
        /// The server has no signing key.
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
        /// The database was out of reach for too long, so a token cannot be trusted.
        case storeUnavailable = "store-unavailable"
        /// The app has stored as much as it may.
        case appFull = "app-full"
        /// The app was published too often in a minute with the same token.
        case tooManyRevisions = "too-many-revisions"
        /// The creator has created as many tokens as it may.
        case tooManyTokens = "too-many-tokens"
        /// The token is missing or invalid.
        case unauthorized
        /// The token is of the wrong kind or lacks the right.
        case forbidden
    }

    /// The reason.
    package let kind: Kind
    /// The failure and its remedy, for people; never a secret.
    package let detail: String
    /// The place in the input as an RFC 6901 pointer, if it is a single place.
    package let pointer: String?
    /// The findings of a rejected document.
    package let findings: [Finding]
    /// The predicted effect that exceeds a limit, as JSON.
    package let impact: JSONValue?

    /// Creates an error.
    package init(
        _ kind: Kind, detail: String, pointer: String? = nil, findings: [Finding] = [], impact: JSONValue? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.pointer = pointer
        self.findings = findings
        self.impact = impact
    }

    package var description: String { "\(kind.rawValue): \(detail)" }

    /// Creates the error for an app that does not exist or is outside the caller's scope.
    static func noApp(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.notFound, detail: "there is no app \"\(slug)\"")
    }

    /// Creates the error for a deleted app.
    static func gone(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.gone, detail: "the app \"\(slug)\" was deleted; its name is never used again")
    }

    /// Creates the error for an app without a manifest in force.
    static func nothingPublished(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.nothingPublished, detail: "nothing was published for \"\(slug)\" yet")
    }
}
