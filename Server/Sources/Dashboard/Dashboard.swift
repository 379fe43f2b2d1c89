package import ControlPlane
package import Foundation
package import ReleaseCatalog

/// The dashboard: pages for people over the services that the admin API uses.
///
/// It knows neither HTTP nor SQL. The server turns requests into ``PageRequest`` after checking session, rights and form token,
/// and sends what the pages return.
package struct Dashboard: Sendable {
    /// What pages show of the rest of the server.
    package struct Surroundings: Sendable {
        /// Returns the state of each source of an app.
        package var sources: @Sendable (_ slug: String) -> [SourceStatus]
        /// Asks every source of an app now, and waits for the answers.
        package var sync: @Sendable (_ slug: String) async throws -> SyncReport = { _ in SyncReport() }
        /// The address that callers use, from which commands are built; `nil` if it is not configured.
        package var publicURL: String?
        /// Returns the state of this process, of its keys and of its database.
        package var server: @Sendable () -> ServerState = { ServerState() }
        /// Whether a secret for Apple's webhooks about an app is configured.
        package var hasWebhookSecret: @Sendable (_ slug: String) -> Bool = { _ in false }

        /// Describes the rest of the server.
        package init(
            sources: @escaping @Sendable (_ slug: String) -> [SourceStatus] = { _ in [] }, publicURL: String? = nil
        ) {
            self.sources = sources
            self.publicURL = publicURL
        }
    }

    /// The announcements of App Store Connect, which the settings of an app show.
    package let webhooks = WebhookLog()
    let plane: ControlPlane
    let surroundings: Surroundings
    let now: @Sendable () -> Date
    private let templates: Templates

    package init(
        plane: ControlPlane, templates: Templates, surroundings: Surroundings = Surroundings(),
        now: @escaping @Sendable () -> Date
    ) {
        self.plane = plane
        self.surroundings = surroundings
        self.now = now
        self.templates = templates
    }

    /// Every page and action that needs a session.
    package var routes: [PageRoute] {
        appsRoutes + overviewRoutes + editorRoutes + publishRoutes + releasesRoutes + explainRoutes + screensRoutes
            + historyRoutes + rollbackRoutes + adoptionRoutes + settingsRoutes + auditRoutes + tokensRoutes
            + statusRoutes
    }

    /// Renders a page about an app, or about none, with the navigation around it. The title is that of the browser's
    /// tab. Template and title are those of the place unless others are given.
    func page<Content: Sendable>(
        _ content: Content, template: String? = nil, title: String? = nil, at place: Place, of app: App? = nil,
        for request: PageRequest, status: Int = 200
    ) throws -> PageAnswer {
        let layout = Layout(
            title: title ?? place.name, at: place, of: app, session: request.session,
            notice: Notice.text(request.query["done"]))
        let page = Page(layout: layout, page: content)
        return .page(html: try templates.render(page, with: template ?? place.rawValue), status: status)
    }

    /// Renders a page without a session, such as the sign-in.
    func publicPage<Content: Sendable>(_ content: Content, template: String, title: String) throws -> String {
        try templates.render(
            Page(layout: Layout(title: title, at: nil, of: nil, session: nil, notice: nil), page: content),
            with: template)
    }
}

/// Sentences about what was just done, by the name in the address. The address never holds the sentence, so that nobody can
/// make this server say something with a link.
enum Notice {
    private static let texts = [
        "published": "Published. Devices get the new revision from now on.",
        "rolled-back": "Rolled back. Devices get the earlier policy from now on.",
        "saved": "Saved.",
        "merged": "The draft contains both changes now. Look at their effect, then publish.",
        "deleted": "Deleted.",
        "synced": "Every source answered.",
        "sync-failed": "Not every source answered; see below.",
        "sync-forwarded": "The node that asks Apple does so now. Its answers appear here.",
        "sync-none": "There is no source to ask: this server does not ask Apple about this app.",
        "releases-published": "Published. Devices get the new revision from now on.",
        "releases-published-already": "Devices have these releases already.",
        "withdrawn": "Withdrawn. Nobody is sent to this release from now on.",
        "withdrawn-alert":
            "Withdrawn, but the policy in force has a problem with what is left; see the overview.",
        "settings-saved": "Saved.",
        "settings-reissue": "Saved. Devices get it with the next revision, in a minute or two.",
        "settings-unchanged": "Nothing was changed: these settings are in force already.",
        "settings-problem": "Saved, but devices would not accept the next revision; see the overview.",
        "app-removed": "Removed. Its name is never used again, and its installations may carry on.",
        "session-ended": "Ended. That browser has to sign in again.",
        "token-revoked": "Revoked. This server refuses the token from now on, others within seconds.",
        "withdrawals-undone": "All withdrawals are undone.",
        "withdrawals-undone-later":
            "All withdrawals are undone. Devices get it with the next revision, in minutes.",
        "withdrawals-undone-alert":
            "All withdrawals are undone, but the policy in force has a problem; see there.",
    ]

    static func text(_ name: String?) -> String? { name.flatMap { texts[$0] } }
}
