import ControlPlane
import Hummingbird
import NIOCore

/// A right as a type, so that the context type of a route states the right it requires.
protocol RequiredRight: Sendable {
    /// The required right; empty if any admin or CI token is enough.
    static var right: Rights { get }
}

/// No right: any admin or CI token is enough.
enum AnyAdminOrCI: RequiredRight { static let right: Rights = [] }
/// Reading everything.
enum CanRead: RequiredRight { static let right = Rights.read }
/// The reasons of decisions.
enum CanExplain: RequiredRight { static let right = Rights.explain }
/// Publishing revisions.
enum CanPublish: RequiredRight { static let right = Rights.publish }
/// Importing and correcting catalogs.
enum CanManageCatalogs: RequiredRight { static let right = Rights.catalog }
/// Creating, changing and deleting apps, and raising their revisions.
enum CanManageApps: RequiredRight { static let right = Rights.apps }
/// Creating and revoking tokens.
enum CanManageTokens: RequiredRight { static let right = Rights.tokens }

/// The context of an admin route. It exists only for a token with the required right.
struct Authorized<Required: RequiredRight>: ChildRequestContext {
    typealias ParentContext = AppRequestContext

    var coreContext: CoreRequestContextStorage
    /// The principal of the token, with the id of the request.
    let principal: Principal
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
        var authenticated = try context.authentication.principal
        authenticated.requestID = context.requestID
        principal = authenticated
        guard principal.kind == .admin || principal.kind == .ci else {
            throw HTTPProblem(
                .forbidden, detail: "a token of the kind \"\(principal.kind.rawValue)\" cannot use the admin API")
        }
        guard principal.rights.isSuperset(of: Required.right) else {
            throw HTTPProblem(
                .forbidden, detail: "this token lacks the right \"\(Required.right.names.joined(separator: ", "))\"")
        }
        guard parameters.get("app") == nil || principal.covers(slug) else { throw HTTPProblem.appOutOfScope(slug) }
    }
}
