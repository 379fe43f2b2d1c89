/// The role of a key.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Signs keyrings and manifests. Keep at least one root key offline.
    case root
    /// Signs manifests. Pinned online keys count only until the app accepts a keyring, which replaces them.
    case online
}

/// A key that is built into an app, with its role.
public struct PinnedKey: Hashable, Sendable {
    /// The key.
    public var key: PublicKey
    /// The role.
    public var role: Role

    /// Creates a pinned key.
    /// - Parameters:
    ///   - key: The key.
    ///   - role: The role.
    public init(_ key: PublicKey, role: Role) {
        self.key = key
        self.role = role
    }
}

/// The conditions, built into an app, that a manifest must meet: app, audience, lineage and trusted keys.
///
/// ```swift
/// let pins = Pins(app: "hashtags", lineage: "hashtags", roots: [primaryRoot, backupRoot])
/// let result = SignedManifest.verify(bytes, pins: pins, state: storedState, now: Date())
/// ```
public struct Pins: Hashable, Sendable {
    /// The default audience, `production`.
    public static let defaultAudience = "production"

    /// The app's slug.
    public var app: String
    /// The audience of manifests. A manifest without an audience is for `production`.
    public var audience: String
    /// The id of the server or author that signs the manifests. `nil` accepts any; each lineage counts its own
    /// revisions.
    public var lineage: String?
    /// The keys. Pin at least two roots, so that you can lose one.
    public var keys: [PinnedKey]
    /// The lowest accepted epoch of a keyring; 0 accepts any. Above 0, pinned online keys are not trusted.
    ///
    /// Increase it in the first build after a revocation. A new installation has no stored epoch and would otherwise
    /// trust the revoked key.
    public var minimumEpoch: Int

    /// Creates pins.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: The audience of manifests.
    ///   - lineage: The id of the server or author that signs the manifests; `nil` accepts any.
    ///   - keys: The keys with their roles.
    ///   - minimumEpoch: The lowest accepted epoch of a keyring; 0 accepts any. Above 0, pinned online keys are not
    ///     trusted.
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

    /// Creates pins from root keys alone.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: The audience of manifests.
    ///   - lineage: The id of the server or author that signs the manifests; `nil` accepts any.
    ///   - roots: The root keys.
    public init(
        app: String, audience: String = Pins.defaultAudience, lineage: String? = nil, roots: [PublicKey]
    ) {
        self.init(app: app, audience: audience, lineage: lineage, keys: roots.map { PinnedKey($0, role: .root) })
    }

    var roots: [PublicKey] { keys.filter { $0.role == .root }.map(\.key) }

    /// Returns the keys that may sign a manifest: the root keys and the online keys.
    ///
    /// The online keys are those of the keyring. Without a keyring they are the pinned ones, if ``minimumEpoch`` is 0.
    func signers(with keyring: Keyring?) -> [PublicKey] {
        let pinned = minimumEpoch > 0 ? [] : keys.filter { $0.role == .online }.map(\.key)
        let online = keyring?.keys ?? pinned
        return (roots + online).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the role of a key that may sign: every such key that is not a root key is an online key.
    func role(of key: PublicKey) -> Role { roots.contains(key) ? .root : .online }
}
