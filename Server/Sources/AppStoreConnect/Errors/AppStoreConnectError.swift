import OutgoingHTTP

/// The reason why a request to App Store Connect failed.
package struct AppStoreConnectError: Error, Hashable, Sendable {
    /// The kinds of failure that call for different reactions.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple rejected the key: it is revoked or of another team, or the clock is wrong. Tried with two tokens.
        case credentials
        /// The account holder has to accept an agreement; until then no request of any key works.
        case agreements
        /// The key works, but its role, the app or an inactive membership does not allow the request.
        case forbidden
        /// No resource has that id, or no longer.
        case notFound
        /// The request is malformed: a fault of this program, or a change of Apple's API.
        case invalidRequest
        /// The request conflicts with the state of the resource.
        case conflict
        /// The key's calls of this hour are used up, by any program that uses it.
        case rateLimited
        /// This program's share of the key's calls is used up. Nothing was sent.
        case budgetSpent
        /// Apple's server failed.
        case server
        /// No response arrived in time.
        case timedOut
        /// The connection could not be made, or broke.
        case unreachable
        /// The response is not one of this API: a web page, half a document, a redirect, or too large.
        case malformed
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    package var kind: Kind
    /// The HTTP status, if there was a response.
    package var status: Int?
    /// Apple's code, e.g. `PARAMETER_ERROR.INVALID`; compare only its beginning.
    package var code: String?
    /// The details from Apple or this client; at most a few hundred characters, without secrets.
    package var detail: String
    /// The time to wait before the next request.
    package var retryAfter: Duration?

    package init(_ kind: Kind, status: Int? = nil, code: String? = nil, detail: String, retryAfter: Duration? = nil) {
        self.kind = kind
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
    }
}

extension AppStoreConnectError {
    /// Creates the error for a request without a response.
    init(_ failure: HTTPTransport.Failure) {
        switch failure {
        case .timedOut: self.init(.timedOut, detail: "no answer in time")
        case .unreachable(let reason): self.init(.unreachable, detail: Self.short(reason))
        case .tooLarge: self.init(.malformed, detail: "the answer is too large")
        }
    }

    /// Cuts a text from outside to a length and to characters that a log can take.
    static func short(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(400).map { $0.value < 0x20 ? " " : $0 }))
    }
}

extension AppStoreConnectError: CustomStringConvertible {
    /// The error in one line.
    package var description: String {
        let origin = [status.map { "\($0)" }, code].compactMap { $0 }.joined(separator: " ")
        return origin.isEmpty ? "\(kind.rawValue): \(detail)" : "\(kind.rawValue) (\(origin)): \(detail)"
    }
}
