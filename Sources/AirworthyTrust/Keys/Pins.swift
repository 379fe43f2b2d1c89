/// What a key may do.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Signs keyrings, and manifests too. One is kept offline.
    case root
    /// Signs manifests, until a keyring names other online keys.
    case online
}

/// A key built into an app, with its role.
public struct PinnedKey: Hashable, Sendable {
    /// The key.
    public var key: PublicKey
    /// What it may do.
    public var role: Role

    /// Makes a pinned key.
    /// - Parameters:
    ///   - key: The key.
    ///   - role: What it may do.
    public init(_ key: PublicKey, role: Role) {
        self.key = key
        self.role = role
    }
}

/// What a build of an app insists on: whose manifests, for whom, and signed by which keys.
public struct Pins: Hashable, Sendable {
    /// The audience unless something else is said.
    public static let defaultAudience = "production"

    /// The app's slug.
    public var app: String
    /// Whom manifests must be for. A manifest that names none is for `production`.
    public var audience: String
    /// The signed id of the policy's origin; `nil` takes any, each with its own revisions.
    public var lineage: String?
    /// The keys. Pin two roots or more, so that losing one costs nothing.
    public var keys: [PinnedKey]
    /// The lowest epoch of a keyring this build believes. Raise it with the build that follows a revocation, so that a
    /// fresh installation, which remembers no epoch, does not believe the revoked key. 0 takes any.
    public var minimumEpoch: Int

    /// Makes pins.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: Whom manifests must be for.
    ///   - lineage: The signed id of the policy's origin; `nil` takes any.
    ///   - keys: The keys with their roles.
    ///   - minimumEpoch: The lowest epoch of a keyring this build believes; 0 takes any. Above 0, pinned online keys
    ///     count no more.
    public init(
        app: String, audience: String = Pins.defaultAudience, lineage: String? = nil, keys: [PinnedKey],
        minimumEpoch: Int = 0
    ) {
        self.app = app
        self.audience = audience
        self.lineage = lineage
        self.keys = keys
        self.minimumEpoch = minimumEpoch
    }

    /// Makes pins from roots alone.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: Whom manifests must be for.
    ///   - lineage: The signed id of the policy's origin; `nil` takes any.
    ///   - roots: The root keys.
    public init(
        app: String, audience: String = Pins.defaultAudience, lineage: String? = nil, roots: [PublicKey]
    ) {
        self.init(app: app, audience: audience, lineage: lineage, keys: roots.map { PinnedKey($0, role: .root) })
    }

    var roots: [PublicKey] { keys.filter { $0.role == .root }.map(\.key) }

    /// Who may sign a manifest: the roots, and the keyring's online keys or, before there is one, those pinned.
    func signers(with keyring: Keyring?) -> [PublicKey] {
        let pinned = minimumEpoch > 0 ? [] : keys.filter { $0.role == .online }.map(\.key)
        let online = keyring?.keys ?? pinned
        return (roots + online).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func role(of key: PublicKey) -> Role { roots.contains(key) ? .root : .online }
}
