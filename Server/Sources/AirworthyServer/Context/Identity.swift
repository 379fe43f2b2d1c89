package import ControlPlane

/// Who a request says it comes from.
package enum Identity: Sendable {
    /// Nobody showed a token.
    case anonymous
    /// A token that counts.
    case known(Principal)
    /// A token that does not count, and why.
    case refused(ControlPlaneError)

    /// Who it is.
    /// - Throws: ``Problem`` 401, without a token or with one that does not count.
    package var principal: Principal {
        get throws(Problem) {
            switch self {
            case .known(let principal): return principal
            case .refused(let error): throw Problem(error)
            case .anonymous:
                throw Problem(.unauthorized, "a token is needed: send it as \"Authorization: Bearer …\"")
            }
        }
    }
}
