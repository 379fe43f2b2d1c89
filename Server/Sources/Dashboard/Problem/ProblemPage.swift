extension Dashboard {
    /// Renders a page about a request that failed.
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - title: What failed, in a few words.
    ///   - detail: What failed and what to do.
    ///   - instance: The id of the request in the server's log.
    ///   - isPublic: Whether people without a session open the address, so that no link leads into the dashboard.
    /// - Returns: HTML.
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
