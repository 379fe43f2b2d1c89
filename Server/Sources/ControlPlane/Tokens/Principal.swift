/// Who is asking, and what they may do.
package struct Principal: Hashable, Sendable {
    /// The id of the token, `nil` for the server itself.
    package let tokenID: String?
    /// The name that histories show.
    package let name: String
    /// What kind of token it is.
    package let kind: TokenKind
    /// What they may do.
    package let rights: Rights
    /// The slugs they are limited to; `nil` is every app.
    package let apps: Set<String>?

    /// Makes a principal.
    package init(tokenID: String?, name: String, kind: TokenKind, rights: Rights, apps: Set<String>? = nil) {
        self.tokenID = tokenID
        self.name = name
        self.kind = kind
        self.rights = rights
        self.apps = apps
    }

    /// The server, when it acts by itself.
    package static let server = Principal(tokenID: nil, name: "airworthy", kind: .admin, rights: .all)

    /// Whether `app` is within what this token is limited to.
    package func covers(_ app: String) -> Bool { apps?.contains(app) ?? true }
}
