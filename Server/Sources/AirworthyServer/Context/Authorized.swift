package import ControlPlane
package import Hummingbird

/// A right as a type, so that a route's context says what it takes to reach it.
package protocol RequiredRight: Sendable {
    /// The right; empty where any admin or pipeline token will do.
    static var right: Rights { get }
}

/// Any token of a person or a pipeline.
package enum AnyRight: RequiredRight { package static let right: Rights = [] }
/// Looking at everything.
package enum Reading: RequiredRight { package static let right = Rights.read }
/// Making revisions.
package enum Publishing: RequiredRight { package static let right = Rights.publish }
/// Importing catalogs.
package enum Cataloguing: RequiredRight { package static let right = Rights.catalog }
/// Making, changing and deleting apps.
package enum ManagingApps: RequiredRight { package static let right = Rights.apps }
/// Making and revoking tokens.
package enum ManagingTokens: RequiredRight { package static let right = Rights.tokens }

/// The context of an admin route: there is none without a token that may do this.
package struct Authorized<Need: RequiredRight>: ChildRequestContext {
    package typealias ParentContext = AppRequestContext

    package var coreContext: CoreRequestContextStorage
    /// Who is asking.
    package let principal: Principal

    /// - Throws: ``Problem``: 401 without a token that counts, 403 for a kind or without the right, 404 for an app
    ///   that is out of the token's scope, which must not learn whether it exists.
    package init(context: AppRequestContext) throws {
        coreContext = context.coreContext
        principal = try context.identity.principal
        guard principal.kind == .admin || principal.kind == .ci else {
            throw Problem(.forbidden, "a token of the kind \"\(principal.kind.rawValue)\" may not use the admin API")
        }
        guard principal.rights.isSuperset(of: Need.right) else {
            throw Problem(.forbidden, "this token lacks the right \"\(Need.right.names.joined(separator: ", "))\"")
        }
        guard parameters.get("app") == nil || principal.covers(slug) else {
            throw Problem(.notFound, "there is no app \"\(slug.forMessage)\" for this token")
        }
    }
}
