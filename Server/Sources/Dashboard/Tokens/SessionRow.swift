import AirworthySupport
import ControlPlane
import Foundation

/// A signed-in browser on the page of tokens.
struct SessionRow: Sendable {
    let id: String
    /// The name of the token that it was opened with.
    let name: String
    let opened: Moment
    let end: Moment
    /// Whether it is the session that looks at the page.
    let isOwn: Bool
    /// Where the form that ends it is sent.
    let path: String

    init(_ session: OpenSession, isOwn: Bool, now: Date) {
        id = session.id
        name = session.token.name
        opened = Moment(session.openedAt, now: now)
        end = Moment(session.expiresAt, now: now)
        self.isOwn = isOwn
        path = isOwn ? "/sign-out" : "\(Place.tokens.path(of: nil))/sessions/\(PercentEncoding.encode(session.id))/end"
    }
}
