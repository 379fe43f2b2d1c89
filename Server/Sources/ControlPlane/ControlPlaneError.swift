package import AirworthyPolicy

/// Why something was not done. Nothing was changed.
package struct ControlPlaneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong; the raw value is the name of the problem type over HTTP.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// There is nothing by that name, or it is out of the token's scope.
        case notFound = "not-found"
        /// The app was deleted; its name is never used again.
        case gone = "gone"
        /// The slug is or was in use.
        case slugTaken = "slug-taken"
        /// The input cannot be used; `pointer` or `findings` say where.
        case invalid = "invalid"
        /// The policy reads well and would still do harm; `findings` say what.
        case preflightFailed = "preflight-failed"
        /// It is another app's.
        case wrongApp = "wrong-app"
        /// The envelope would be larger than 240 KiB.
        case tooLarge = "too-large"
        /// Neither `If-Match` nor `If-None-Match` was given.
        case preconditionRequired = "precondition-required"
        /// Somebody published in the meantime.
        case preconditionFailed = "precondition-failed"
        /// CI signs this app, so the server makes no revisions of it.
        case signedElsewhere = "signed-elsewhere"
        /// This server signs the app, so it takes no envelopes for it.
        case signedHere = "signed-here"
        /// The shipped builds would refuse the envelope.
        case notTrusted = "not-trusted"
        /// The epoch and revision do not rise.
        case revisionNotRising = "revision-not-rising"
        /// No signing key is configured.
        case noSigningKey = "no-signing-key"
        /// The server's clock is wrong, so it does not sign.
        case clockWrong = "clock-wrong"
        /// Nothing was published yet.
        case nothingPublished = "nothing-published"
        /// What is served of this app is not trusted by its builds any more, or could not be loaded.
        case degraded = "degraded"
        /// No catalog was learnt or imported yet.
        case catalogNotLearnt = "catalog-not-learnt"
        /// No token, or one that does not count.
        case unauthorized = "unauthorized"
        /// The token is of the wrong kind or lacks the right.
        case forbidden = "forbidden"
    }

    /// What went wrong.
    package let kind: Kind
    /// What it was about and what to do, for people; never a secret.
    package let detail: String
    /// The place in the input as an RFC 6901 pointer, if one place is to blame.
    package let pointer: String?
    /// What is wrong with a document, if it was one.
    package let findings: [Finding]

    /// Makes an error.
    package init(_ kind: Kind, detail: String, pointer: String? = nil, findings: [Finding] = []) {
        self.kind = kind
        self.detail = detail
        self.pointer = pointer
        self.findings = findings
    }

    package var description: String { "\(kind.rawValue): \(detail)" }
}
