import AirworthySupport
import AirworthyTrust
import ControlPlane
import Foundation

/// What every page has around its own content.
struct Layout: Sendable {
    /// A link of the navigation.
    struct Link: Hashable, Sendable {
        let name: String
        let path: String
        /// The letter that follows `g` to go there.
        let key: String
        let isCurrent: Bool
    }

    /// The app that a page is about.
    struct AppHeader: Hashable, Sendable {
        let slug: String
        let path: String
        /// The audience of its manifests, such as `production`.
        let audience: String
        let isProduction: Bool
    }

    /// The title in the browser's tab.
    let title: String
    let app: AppHeader?
    /// The links of the app's pages; empty on pages of the server.
    let appLinks: [Link]
    let serverLinks: [Link]
    /// The name of the token; `nil` without a session.
    let user: String?
    let formToken: String
    /// The addresses of stylesheet and script, which change with their content.
    let stylesheet: String
    let script: String
    /// The stream that tells when the page is out of date; `nil` for a page that never is.
    let events: String?
    /// A sentence about what was just done.
    let notice: String?
}

/// A page's content with what is around it: what templates see.
struct Page<Content: Sendable>: Sendable {
    let layout: Layout
    let page: Content
}

/// The pages of an app and of the server, in the order of the navigation.
enum Place: String, Hashable, Sendable, CaseIterable {
    case overview, policy, history, explain, screens, releases, adoption, settings
    case apps, audit, tokens, status

    /// The pages that exist. A page joins when it is built.
    static let ofApp: [Place] = [.overview, .policy, .history, .explain, .screens, .releases, .adoption, .settings]
    static let ofServer: [Place] = [.apps, .audit, .tokens, .status]

    var name: String {
        switch self {
        case .policy: "Editor"
        case .screens: "What people see"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// The letter that follows `g` to go there.
    var key: String {
        switch self {
        case .apps: "a"
        case .adoption: "n"
        case .audit: "u"
        case .screens: "w"
        case .settings: ","
        case .status: "t"
        case .tokens: "k"
        default: String(rawValue.prefix(1))
        }
    }

    /// The right without which the page has nothing to show, so that no link leads to it.
    var right: Rights { self == .tokens ? .tokens : .read }

    func path(of app: String?) -> String {
        guard let app else { return "/\(rawValue)" }
        return self == .overview
            ? "/apps/\(PercentEncoding.encode(app))" : "/apps/\(PercentEncoding.encode(app))/\(rawValue)"
    }
}

extension Layout {
    /// Creates the surroundings of a page; `place` is `nil` for one that is not in the navigation, and `session` on one
    /// that needs none. The title is that of the browser's tab; the notice is about what was just done.
    init(title: String, at place: Place?, of app: App?, session: Session?, notice: String?) {
        self.title = app.map { "\(title) · \($0.slug)" } ?? title
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

extension Dashboard {
    /// Renders a page about a request that failed. `title` says in a few words what failed, and `detail` what to do;
    /// `instance` is the id of the request in the server's log. A public address is open to people without a session,
    /// so no link leads into the dashboard.
    package func problemPage(status: Int, title: String, detail: String, instance: String?, isPublic: Bool = false)
        throws -> String
    {
        try publicPage(
            ProblemModel(
                status: status, title: Words.capitalized(title), detail: Words.sentence(detail), instance: instance,
                hasApps: !isPublic, written: []),
            template: "problem", title: Words.capitalized(title))
    }
}

extension Dashboard {
    /// The fields in which people write sentences.
    private static let writtenFields = ["text", "note", "message", "reason"]

    /// Renders a page with what somebody wrote into a form that is not accepted, so that it is not lost; `nil` if nobody wrote
    /// anything. `detail` says why it is not accepted.
    package func lostFormPage(_ form: FormFields, status: Int, title: String, detail: String) throws -> String? {
        let written = Self.writtenFields.compactMap { name in
            form.raw(name).flatMap { text in
                text.allSatisfy(\.isWhitespace) ? nil : ProblemModel.Written(name: name, text: text)
            }
        }
        guard !written.isEmpty else { return nil }
        return try publicPage(
            ProblemModel(
                status: status, title: title, detail: Words.sentence(detail), instance: nil, hasApps: true,
                written: written),
            template: "problem", title: title)
    }
}

/// The content of a page about a failure.
struct ProblemModel: Sendable {
    /// The text that somebody wrote into a field.
    struct Written: Sendable {
        let name: String
        let text: String
    }

    let status: Int
    let title: String
    let detail: String
    let instance: String?
    /// Whether a link leads to the apps.
    let hasApps: Bool
    /// The texts that would be lost otherwise.
    let written: [Written]
}
