package import ControlPlane

/// A request for a page, after the server checked the session, its rights and, for a form, its origin and form token.
package struct PageRequest: Sendable {
    /// The path, such as `/apps/hashtags/history`.
    package let path: String
    /// The values of the names in the route's path, percent-decoded.
    package let parameters: [String: String]
    /// The fields of the query.
    package let query: FormFields
    /// The fields of the form; empty for GET.
    package let form: FormFields
    /// The session of the browser.
    package let session: Session

    package init(
        path: String, parameters: [String: String] = [:], query: FormFields = FormFields(),
        form: FormFields = FormFields(), session: Session
    ) {
        self.path = path
        self.parameters = parameters
        self.query = query
        self.form = form
        self.session = session
    }

    /// The slug of the app in the path; empty on pages of the server.
    package var app: String { parameters["app"] ?? "" }

    /// The caller.
    package var principal: Principal { session.principal }
}

/// A person's request to change something, or to see a page, that cannot be fulfilled.
package struct PageError: Error, Hashable, Sendable {
    package let status: Int
    /// What failed and what to do.
    package let detail: String

    package init(_ status: Int, detail: String) {
        self.status = status
        self.detail = detail
    }

    /// The path names something that does not exist.
    package static func notFound(_ detail: String) -> PageError { PageError(404, detail: detail) }
}
