/// Why App Store Connect did not answer as asked.
package struct AppStoreConnectError: Error, Hashable, Sendable {
    /// What went wrong, as far as it decides what to do next.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The key does not work: revoked, of another team, or signed with the wrong clock. Tried with two tokens.
        case credentials
        /// The account holder has to accept an agreement; until then no request of any key works.
        case agreements
        /// The key works, but not for this: its role, or this app, or an inactive membership.
        case forbidden
        /// There is nothing of that id, or no longer.
        case notFound
        /// The request is wrong: our fault, or a change of the interface.
        case invalidRequest
        /// The request does not fit the state that things are in.
        case conflict
        /// The key's calls of this hour are used up, by whomever.
        case rateLimited
        /// Our own share of the key's calls is used up. Nothing was sent.
        case budgetSpent
        /// Apple's side is out of order.
        case server
        /// No answer in time.
        case timedOut
        /// No connection, or it broke.
        case unreachable
        /// An answer that is none of this interface: a web page, half a document, a redirect, too much.
        case malformed
        /// The task was cancelled.
        case cancelled
    }

    /// What went wrong.
    package var kind: Kind
    /// The status of the answer, if there was one.
    package var status: Int?
    /// Apple's code, e.g. `PARAMETER_ERROR.INVALID`; only beginnings of it are worth comparing.
    package var code: String?
    /// What Apple, or we, say about it; at most a few hundred characters, without secrets.
    package var detail: String
    /// After how many seconds Apple wants to be asked again.
    package var retryAfter: Int?

    /// Makes an error.
    package init(_ kind: Kind, status: Int? = nil, code: String? = nil, detail: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
    }
}

extension AppStoreConnectError: CustomStringConvertible {
    /// One line for a log or a person.
    package var description: String {
        let origin = [status.map { "\($0)" }, code].compactMap { $0 }.joined(separator: " ")
        return origin.isEmpty ? "\(kind.rawValue): \(detail)" : "\(kind.rawValue) (\(origin)): \(detail)"
    }
}
