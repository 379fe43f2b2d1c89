import ControlPlane

/// The reason for which the token of a request was not enough.
enum AuthenticationFailure: String, Hashable, Sendable, CaseIterable {
    /// A token is required, and the request has none.
    case missing
    /// The header, the form of the token or its checksum is wrong.
    case malformed
    /// No token has this text.
    case unknown
    /// The token was revoked or has expired.
    case ended
    /// The token is valid, but its kind or its rights are not enough.
    case forbidden

    /// The reason for which a token was refused.
    init(of token: String, in tokens: TokenService) {
        self = tokens.isMalformed(token) ? .malformed : tokens.isUnknown(token) ? .unknown : .ended
    }

    /// The reason behind a problem that came without one; `nil` if it does not concern a token.
    init?(_ kind: ProblemKind) {
        switch kind {
        case .unauthorized: self = .ended
        case .forbidden: self = .forbidden
        default: return nil
        }
    }
}
