import AirworthyTrust
import ControlPlane

extension Layout {
    /// Creates the surroundings of a page; `place` is `nil` for one that is not in the navigation, and `session` on one
    /// that needs none. The title is that of the browser's tab; the notice is about what was just done.
    init(title: String, at place: Place?, of app: App?, session: Session?, notice: String?) {
        self.title = app.map { "\(title) · \($0.slug)" } ?? title
        current = place?.rawValue ?? ""
        self.app = app.map { app in
            AppHeader(
                slug: app.slug, path: Place.overview.path(of: app.slug), audience: app.audience,
                isProduction: app.audience == Pins.defaultAudience)
        }
        let slug = app?.slug
        func link(_ link: Place, app: String?) -> Link {
            Link(name: link.name, path: link.path(of: app), key: link.key, isCurrent: link == place)
        }
        appLinks = slug.map { slug in Place.ofApp.map { link($0, app: slug) } } ?? []
        serverLinks =
            session.map { session in
                Place.ofServer.filter { session.principal.rights.isSuperset(of: $0.right) }.map { link($0, app: nil) }
            } ?? []
        user = session?.principal.name
        formToken = session?.formToken ?? ""
        stylesheet = Assets.stylesheet.path
        script = Assets.script.path
        events = session == nil ? nil : "/events" + PathText.query([("app", slug)])
        self.notice = notice
    }
}
