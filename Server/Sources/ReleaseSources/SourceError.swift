package import AppStoreConnect

/// The reason why a source gave no usable answer. The data stays as it was.
package struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure that the poller treats differently.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple rejects the key.
        case credentials
        /// The account holder has to accept an agreement; until then every request fails.
        case agreements
        /// The key may not see this app.
        case forbidden
        /// The app does not exist.
        case notFound
        /// Apple counted too many calls; ``SourceError/retryAfter`` may say for how long.
        case rateLimited
        /// This server's own budget does not allow the call now.
        case budgetSpent
        /// Apple's server failed, gave no answer in time, or cannot be reached.
        case unavailable
        /// The answer is unreadable: a web page, half a document, or something else.
        case malformed
        /// The request is rejected as wrong.
        case refused
    }

    /// The kind of failure.
    package var kind: Kind
    /// The failure in words, without secrets.
    package var detail: String
    /// The time to wait before the next request, if the source named one.
    package var retryAfter: Duration?

    package init(_ kind: Kind, detail: String, retryAfter: Duration? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// Creates the error that the poller handles from one of the App Store Connect client.
    package init(_ error: AppStoreConnectError) {
        let kind: Kind =
            switch error.kind {
            case .credentials: .credentials
            case .agreements: .agreements
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .invalidRequest, .conflict: .refused
            case .rateLimited: .rateLimited
            case .budgetSpent: .budgetSpent
            case .server, .timedOut, .unreachable, .cancelled: .unavailable
            case .malformed: .malformed
            }
        self.init(kind, detail: error.description, retryAfter: error.retryAfter)
    }

    /// The failure in words.
    package var description: String { detail }
}
