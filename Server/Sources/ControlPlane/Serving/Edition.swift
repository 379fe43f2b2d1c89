/// The edition of an app that is served.
///
/// Three things of an app can be newer: the manifest, which may only go forward; what the store has; and what is served of both.
struct Edition: Sendable {
    /// Rises with each change of what is served, of all apps together; 0 if nothing is. See ``ServedApps/nextEdition()``.
    var number = 0
    /// The position of the last served manifest. The server does not serve lower ones any more.
    var manifest: HeadOrder = .zero
    /// The part of the store that is served; `nil` before it was read.
    var stored: StoredEdition?

    /// Whether one that was read when the newest number was `number` may take the place of this one: nothing has changed since.
    func isReplaceable(readAt number: Int) -> Bool { self.number < number }
}

/// The content of the store about an app, as far as a change of it changes what is served.
///
/// Not the ages of its sources, which change every few minutes: see ``ServedApps/note(_:)``.
struct StoredEdition: Sendable {
    private let app: App
    var revision: Int
    var catalogDigest: String?
    var sources: SourceMark?

    init(_ app: App, head: Head, catalogDigest: String?, sources: SourceMark?) {
        self.app = app
        revision = head.revision
        self.catalogDigest = catalogDigest
        self.sources = sources
    }

    init(_ stored: StoredApp) {
        self.init(
            stored.app, head: stored.head, catalogDigest: stored.catalog?.digest, sources: SourceMark(stored.sources))
    }

    /// Whether two are the same, as far as both know: one that was read for all apps at once does not know the bodies.
    func isSame(as other: StoredEdition) -> Bool {
        guard let mine = sources?.bodies, let theirs = other.sources?.bodies, mine != theirs else {
            return app == other.app && revision == other.revision && catalogDigest == other.catalogDigest
                && sources?.content == other.sources?.content
        }
        return false
    }
}

/// The position of a manifest among those of its app: by the epoch of its keyring, then by its revision.
///
/// A manifest without a keyring keeps the epoch in force, as on devices, and is ordered by its revision alone.
struct HeadOrder: Hashable, Sendable {
    /// The epoch of the manifest's keyring; 0 without one.
    let epoch: Int
    let revision: Int

    /// The position before every manifest.
    static let zero = HeadOrder(epoch: 0, revision: 0)

    /// Whether a manifest at this position may replace one at `other`. After a change of keys, a higher epoch lets the
    /// revision fall, and a higher revision of the former epoch does not follow.
    func follows(_ other: HeadOrder) -> Bool {
        let epoch = epoch == 0 ? other.epoch : epoch
        return (epoch, revision) > (other.epoch, other.revision)
    }

    /// Whether the store went back from `other`: the revision fell, and no higher epoch explains it.
    func isBelow(_ other: HeadOrder) -> Bool { revision < other.revision && epoch <= other.epoch }
}
