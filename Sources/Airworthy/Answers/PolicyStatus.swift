public import Foundation

/// Which policy is decided on, and how old it is.
public struct PolicyStatus: Hashable, Sendable {
    /// Where a policy came from. The set may grow: give a `switch` a `default`.
    public enum Source: Hashable, Sendable {
        /// Nowhere yet: nothing was stored and nobody has answered.
        case none
        /// An airworthy server.
        case server(URL)
        /// A signed manifest on another host.
        case manifest(URL)
        /// A plain `config.json`.
        case config(URL)
        /// A signed manifest that ships with the app.
        case bundled
        /// The app's own code.
        case rules
    }

    /// Where it came from.
    public var source: Source
    /// The manifest's revision, if it has one.
    public var revision: Int?
    /// When it was signed, if it was.
    public var issuedAt: Date?
    /// When its source last confirmed it, by the corrected clock; `nil` where none did.
    public var confirmedAt: Date?
    /// When its blocks soften; `nil`: never.
    public var expiresAt: Date?
    /// Whether its blocks have softened.
    public var isExpired: Bool

    /// Makes a standing, for previews and tests.
    /// - Parameters:
    ///   - source: Where the policy came from.
    ///   - revision: The manifest's revision.
    ///   - issuedAt: When it was signed.
    ///   - confirmedAt: When its source last confirmed it.
    ///   - expiresAt: When its blocks soften.
    ///   - isExpired: Whether they have softened.
    public init(
        source: Source, revision: Int? = nil, issuedAt: Date? = nil, confirmedAt: Date? = nil,
        expiresAt: Date? = nil, isExpired: Bool = false
    ) {
        self.source = source
        self.revision = revision
        self.issuedAt = issuedAt
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
        self.isExpired = isExpired
    }
}

/// The former name of ``PolicyStatus``.
@available(*, deprecated, renamed: "PolicyStatus")
public typealias PolicyStanding = PolicyStatus
