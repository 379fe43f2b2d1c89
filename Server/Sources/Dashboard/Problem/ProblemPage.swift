extension Dashboard {
    /// Renders a page about a request that failed. `title` says in a few words what failed, and `detail` what to do;
    /// `instance` is the id of the request in the server's log. A public address is open to people without a session,
    /// so no link leads into the dashboard.
    /// - Throws: ``TemplateError``.
    package func problemPage(status: Int, title: String, detail: String, instance: String?, isPublic: Bool = false)
        throws -> String
    {
        try publicPage(
            ProblemModel(
                status: status, title: Words.capitalized(title), detail: Words.capitalized(detail), instance: instance,
                hasApps: !isPublic),
            template: "problem", title: Words.capitalized(title))
    }
}

/// The content of a page about a failure.
struct ProblemModel: Sendable {
    let status: Int
    let title: String
    let detail: String
    let instance: String?
    /// Whether a link leads to the apps.
    let hasApps: Bool
}
