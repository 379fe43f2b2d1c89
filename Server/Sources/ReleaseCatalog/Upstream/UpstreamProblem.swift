package import Foundation

/// Why a source gave no usable answer. Each of them means "unknown": what was known stays.
package struct UpstreamProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the learner has to tell apart.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The key is refused.
        case credentials
        /// An agreement is missing; every question is refused.
        case agreements
        /// The key may not see this app.
        case forbidden
        /// No such app.
        case notFound
        /// Too many calls; ``UpstreamProblem/retryAfter`` may say for how long.
        case rateLimited
        /// Our own budget does not allow the call now.
        case budgetSpent
        /// An error of Apple's, no answer in time, no connection.
        case unavailable
        /// An answer that makes no sense: a web page, half a document, something else.
        case malformed
        /// The question is refused as wrong.
        case refused
    }

    /// What the learner has to tell apart.
    package var kind: Kind
    /// What happened, in words without secrets.
    package var detail: String
    /// How many seconds to wait, if the source said.
    package var retryAfter: TimeInterval?

    /// Makes a problem.
    package init(_ kind: Kind, _ detail: String, retryAfter: TimeInterval? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// What happened.
    package var description: String { detail }
}
