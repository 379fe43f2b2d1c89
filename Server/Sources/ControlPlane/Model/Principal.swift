import Foundation

/// The subject of an operation and its rights.
package struct Principal: Hashable, Sendable {
    /// Somebody who acts.
    package enum Subject: Hashable, Sendable {
        /// The server itself.
        case server
        /// The bearer of a token. The first token of the chain of creations that it belongs to shares limits with it; see
        /// ``TokenRecord/chain``.
        case token(_ id: String, kind: TokenKind, chain: String)

        /// Returns the bearer of a token that no other one created.
        package static func token(_ id: String, kind: TokenKind) -> Subject { .token(id, kind: kind, chain: id) }
    }

    /// The one who acts.
    package let subject: Subject
    /// The name in histories.
    package let name: String
    package let rights: Rights
    /// The slugs that the caller is limited to; `nil` is every app.
    package let apps: Set<String>?
    /// The id of the request that it sent; `nil` for work without a request.
    package var requestID: String?

    package init(_ subject: Subject, name: String, rights: Rights, apps: Set<String>? = nil) {
        self.subject = subject
        self.name = name
        self.rights = rights
        self.apps = apps
    }

    /// The id of the token; `nil` without one.
    package var tokenID: String? { if case .token(let id, _, _) = subject { id } else { nil } }
    /// The id of the first token of the chain; `nil` without a token.
    package var chain: String? { if case .token(_, _, let chain) = subject { chain } else { nil } }
    /// The kind of the token; `nil` without one.
    package var tokenKind: TokenKind? { if case .token(_, let kind, _) = subject { kind } else { nil } }

    package static let server = Principal(.server, name: "airworthy", rights: .all)

    /// The name of the first admin token, which the server creates.
    static let firstAdminName = "first admin"

    /// Whether a name looks like one that the server itself uses. Case, spaces and invisible characters do not count.
    static func isReserved(_ name: String) -> Bool {
        let reserved = [server.name, firstAdminName].map(visible)
        return reserved.contains(visible(name))
    }

    private static func visible(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter { scalar in
                    !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
                }))
    }

    /// Whether the caller may see an app.
    package func covers(_ app: String) -> Bool { apps?.contains(app) ?? true }

    /// Whether the caller may do everything with every app, so that no limit can keep it from anything.
    var isUnlimited: Bool { rights == .all && apps == nil }

    /// Throws ``ControlPlaneError`` `forbidden` unless the caller has a right.
    func require(_ right: Rights) throws(ControlPlaneError) {
        guard rights.contains(right) else {
            throw ControlPlaneError(
                .forbidden,
                detail:
                    "the token \"\(name)\" lacks the right \(right.names.joined(separator: ", ")); use one that has it")
        }
    }

    /// Throws ``ControlPlaneError`` `forbidden` unless the caller has a right for an app. An app outside the caller's
    /// scope looks like a missing one: `notFound`.
    func require(_ right: Rights, for app: String) throws(ControlPlaneError) {
        try require(right)
        guard covers(app) else { throw ControlPlaneError.noApp(app) }
    }
}

/// The rights of a token's bearer.
package struct Rights: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Traces of decisions, and the full data of TestFlight builds.
    package static let explain = Rights(rawValue: 1)
    /// Admin requests that change nothing.
    package static let read = Rights(rawValue: 2)
    /// Publishing and rollback.
    package static let publish = Rights(rawValue: 4)
    /// Importing catalogs.
    package static let catalog = Rights(rawValue: 8)
    /// Creating, changing and deleting apps, and raising their revisions.
    package static let apps = Rights(rawValue: 16)
    /// Creating and revoking tokens.
    package static let tokens = Rights(rawValue: 32)

    package static let all: Rights = [.explain, .read, .publish, .catalog, .apps, .tokens]

    /// Each right with its name in requests, in a fixed order.
    package static let names: [(name: String, right: Rights)] = [
        ("explain", .explain), ("read", .read), ("publish", .publish), ("catalog", .catalog), ("apps", .apps),
        ("tokens", .tokens),
    ]

    package var names: [String] { Self.names.filter { contains($0.right) }.map(\.name) }
}
