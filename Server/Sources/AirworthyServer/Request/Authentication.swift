import ControlPlane
import HTTPTypes
import Hummingbird

/// The result of checking the token of a request.
enum AuthenticationResult: Sendable {
    /// The request has no token.
    case anonymous
    /// The token is valid.
    case authenticated(Principal)
    /// The token is not valid, for a reason, or cannot be checked now.
    case rejected(ControlPlaneError, AuthenticationFailure?)

    /// The principal of the token.
    /// - Throws: ``HTTPProblem`` 401 without a valid token.
    var principal: Principal {
        get throws(HTTPProblem) {
            switch self {
            case .authenticated(let principal): return principal
            case .rejected(let error, let failure): throw HTTPProblem(error, failure: failure)
            case .anonymous:
                throw HTTPProblem(
                    .unauthorized, detail: "a token is required; send it as \"Authorization: Bearer …\"",
                    failure: .missing)
            }
        }
    }
}

/// Checks the token of a request, if it has one. The routes decide whether they require one.
struct Authentication: Sendable {
    let tokens: TokenService
    /// Looks for tokens that other nodes have just created; `nil` without other nodes.
    let misses: MissReader?

    /// Checks the token of a request. `acceptsKey` is whether it may be in `X-API-Key`.
    func result(for request: Request, acceptsKey: Bool = false) async -> AuthenticationResult {
        let key = acceptsKey ? request.headers.value(of: .apiKey) : nil
        let field = request.headers.value(of: .authorization)
        guard field != nil || key != nil else { return .anonymous }
        guard let token = field.map(Self.bearerToken) ?? key else {
            return .rejected(
                ControlPlaneError(
                    .unauthorized, detail: "the Authorization header is malformed; send \"Authorization: Bearer …\""),
                .malformed)
        }
        if let misses, tokens.isUnknown(token) { await misses.readAgain(for: .token) }
        do throws(ControlPlaneError) {
            return .authenticated(try tokens.authenticate(token))
        } catch {
            return .rejected(
                error, error.kind == .unauthorized ? AuthenticationFailure(of: token, in: tokens) : nil)
        }
    }

    /// Returns the token in an `Authorization` header; the scheme is case-insensitive.
    static func bearerToken(in field: String) -> String? {
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

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
