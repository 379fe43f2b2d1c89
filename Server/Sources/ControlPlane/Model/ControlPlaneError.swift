package import AirworthyPolicy

/// A refused operation. Nothing was changed.
package struct ControlPlaneError: Error, Hashable, Sendable, CustomStringConvertible {
    package let kind: ProblemKind
    /// The failure and its remedy, for people; never a secret.
    package let detail: String
    /// The place in the input as an RFC 6901 pointer, if it is a single place.
    package let pointer: String?
    /// The findings of a rejected document.
    package let findings: [Finding]
    /// The predicted effect that exceeds a limit, as JSON.
    package let impact: JSONValue?

    package init(
        _ kind: ProblemKind, detail: String, pointer: String? = nil, findings: [Finding] = [], impact: JSONValue? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.pointer = pointer
        self.findings = findings
        self.impact = impact
    }

    package var description: String { "\(kind.rawValue): \(detail)" }

    /// Creates the error for an app that does not exist or is outside the caller's scope.
    package static func noApp(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.notFound, detail: "there is no app \"\(slug)\"")
    }

    /// Creates the error for a deleted app.
    static func gone(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.gone, detail: "the app \"\(slug)\" was deleted; its name is never used again")
    }

    /// Creates the error for a revision that an app does not have.
    package static func noRevision(_ number: Int, of app: String, pointer: String? = nil) -> ControlPlaneError {
        ControlPlaneError(.notFound, detail: "\"\(app)\" has no revision \(number)", pointer: pointer)
    }

    /// Creates the error for a policy that an app does not have.
    static func noPolicy(_ version: Int, of app: String, pointer: String? = nil) -> ControlPlaneError {
        ControlPlaneError(.notFound, detail: "\"\(app)\" has no policy \(version)", pointer: pointer)
    }

    /// Creates the error for a change that does not say of what it is one, such as `of the draft`.
    package static func noPrecondition(_ tag: String) -> ControlPlaneError {
        ControlPlaneError(
            .preconditionRequired,
            detail: "the request has no precondition; send If-Match with the entity tag \(tag)")
    }

    /// Creates the error for a token that does not exist or is outside the caller's scope.
    package static var noToken: ControlPlaneError {
        ControlPlaneError(.notFound, detail: "there is no token with that id")
    }

    /// Creates the error for an app without a manifest in force.
    static func nothingPublished(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.nothingPublished, detail: "nothing was published for \"\(slug)\" yet")
    }

    /// Creates the error for a policy or catalog with errors.
    static func unusable(_ document: String, findings: [Finding]) -> ControlPlaneError {
        let count = findings.total(.error)
        return ControlPlaneError(
            .invalid, detail: "the \(document) cannot be used: \(count == 1 ? "1 error" : "\(count) errors")",
            findings: findings)
    }
}
