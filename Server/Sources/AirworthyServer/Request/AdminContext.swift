import ControlPlane
import Hummingbird
import NIOCore

/// The context of an admin route. It exists only for a token with the right that the route's row in ``RouteTable`` requires.
struct AdminContext: ChildRequestContext {
    typealias ParentContext = AppRequestContext

    var coreContext: CoreRequestContextStorage
    /// The principal of the token, with the id of the request.
    let principal: Principal
    /// The largest body of the route in bytes.
    let longestBody: Int
    /// The connection, a channel of NIO.
    private let channel: any Channel

    /// The caller, for ``AdminWork``.
    var caller: AdminWork.Caller { AdminWork.Caller(chain: principal.chain ?? "", connection: channel) }

    /// Creates the context after checking the token.
    /// - Throws: ``HTTPProblem``: 401 without a valid token; 403 for a device or server token, or without the right;
    ///   404 for an app out of the token's scope, without revealing whether it exists.
    init(context: AppRequestContext) throws {
        coreContext = context.coreContext
        channel = context.channel
        longestBody = context.longestBody
        var authenticated = try context.authentication.principal
        authenticated.requestID = context.requestID
        principal = authenticated
        guard case .token(let right)? = context.route?.access else {
            preconditionFailure("only a route with a right has an AdminContext")
        }
        if let kind = principal.tokenKind, kind != .admin, kind != .ci {
            throw HTTPProblem(.forbidden, detail: "a token of the kind \"\(kind.rawValue)\" cannot use the admin API")
        }
        guard principal.rights.isSuperset(of: right) else {
            throw HTTPProblem.lacks(right)
        }
        guard parameters.get("app") == nil || principal.covers(slug) else { throw HTTPProblem.appOutOfScope(slug) }
    }
}
