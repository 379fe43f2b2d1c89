/// What the bearer of a token may do.
package struct Rights: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Traces of decisions, and the full facts of TestFlight builds.
    package static let explain = Rights(rawValue: 1)
    /// Everything admin that changes nothing.
    package static let read = Rights(rawValue: 2)
    /// Publishing, rollback and bumps.
    package static let publish = Rights(rawValue: 4)
    /// Importing catalogs.
    package static let catalog = Rights(rawValue: 8)
    /// Making, changing and deleting apps.
    package static let apps = Rights(rawValue: 16)
    /// Making and revoking tokens.
    package static let tokens = Rights(rawValue: 32)

    /// Everything.
    package static let all: Rights = [.explain, .read, .publish, .catalog, .apps, .tokens]

    /// Each right with the name it has in requests, in a fixed order.
    package static let names: [(name: String, right: Rights)] = [
        ("explain", .explain), ("read", .read), ("publish", .publish), ("catalog", .catalog), ("apps", .apps),
        ("tokens", .tokens),
    ]

    /// The names of these rights.
    package var names: [String] { Self.names.filter { contains($0.right) }.map(\.name) }
}
