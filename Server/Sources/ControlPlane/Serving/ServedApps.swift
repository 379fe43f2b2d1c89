import Synchronization

/// The in-memory state of every app, which public requests read.
///
/// Its methods can be called from any task. They wait only for a briefly held lock.
package final class ServedApps: Sendable {
    /// The state of a slug.
    package enum Entry: Sendable {
        /// An app.
        case app(ServedApp)
        /// An app that was deleted.
        case deleted
    }

    /// An entry with the versions that decide whether another one may replace it.
    struct Slot: Sendable {
        var entry: Entry
        /// The position of the last served manifest. The server does not serve lower ones any more.
        var floor: HeadOrder = .zero
        /// The revision in force at the last read of the store.
        var seen = 0
        /// The digest of the stored catalog at that time.
        var seenCatalog: String?
        /// The mark of the stored release data at that time.
        var seenSources: SourceMark?
        /// A number that rises with each change of the entry.
        var version = 0
    }

    private struct State: Sendable {
        var slots: [String: Slot] = [:]
        var generation = 0
        var alarms = Dictionary(uniqueKeysWithValues: Alarm.allCases.map { ($0.rawValue, 0) })
        var publishes = Dictionary(uniqueKeysWithValues: ManifestRecord.Cause.allCases.map { ($0, 0) })
    }

    private let state = Mutex(State())
    private let loaded = Atomic(false)

    /// Creates an empty state that is not ready.
    package init() {}

    /// Returns the state of an app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    package func app(_ slug: String) throws(ControlPlaneError) -> ServedApp {
        switch state.withLock({ $0.slots[slug]?.entry }) {
        case .app(let app): return app
        case .deleted: throw ControlPlaneError.gone(slug)
        case nil: throw ControlPlaneError.noApp(slug)
        }
    }

    /// Returns the manifest in force of an app. Cheaper than ``app(_:)``, which copies the whole state.
    /// - Throws: ``ControlPlaneError`` `notFound`, `gone`, `nothingPublished` or `degraded`.
    package func head(_ slug: String) throws(ControlPlaneError) -> LoadedHead {
        let live: LoadedHead? = state.withLock { state in
            guard case .app(let app) = state.slots[slug]?.entry, case .live(let head) = app.state else { return nil }
            return head
        }
        if let live { return live }
        return try app(slug).head
    }

    /// Returns a number that rises with each change of an app; `nil` for an unknown or deleted one.
    ///
    /// Read it before the app: what is derived from the app is then never kept under a number that is too high.
    package func version(of slug: String) -> Int? {
        state.withLock { state in
            guard let slot = state.slots[slug], case .app = slot.entry else { return nil }
            return slot.version
        }
    }

    /// A number that rises with each change of any app.
    package var changes: Int { state.withLock { $0.slots.values.reduce(0) { $0 + $1.version } } }

    /// Whether an app has this slug, or had it before it was deleted.
    package func contains(_ slug: String) -> Bool { state.withLock { $0.slots[slug] != nil } }

    /// The slug of the only app, if exactly one was not deleted.
    package var onlySlug: String? {
        state.withLock { state in
            var found: String?
            for (slug, slot) in state.slots {
                guard case .app = slot.entry else { continue }
                if found != nil { return nil }
                found = slug
            }
            return found
        }
    }

    /// Every app that was not deleted, by slug.
    package var all: [ServedApp] {
        state.withLock { state in
            state.slots.values.compactMap { if case .app(let app) = $0.entry { app } else { nil } }
        }.sorted { $0.app.slug < $1.app.slug }
    }

    /// Whether every app was loaded or marked degraded. Never becomes `false` again.
    package var isReady: Bool { loaded.load(ordering: .acquiring) }

    /// The counter of each ``Alarm``, by its name.
    package var alarms: [String: Int] { state.withLock { $0.alarms } }

    func raise(_ alarm: Alarm) { state.withLock { $0.alarms[alarm.rawValue, default: 0] += 1 } }

    /// The number of revisions that this node published, by cause.
    package var publishes: [ManifestRecord.Cause: Int] { state.withLock { $0.publishes } }

    /// Counts a revision that this node published.
    func count(_ cause: ManifestRecord.Cause) { state.withLock { $0.publishes[cause, default: 0] += 1 } }

    /// Returns a new number for a ``LiveCatalog``. Take it inside the writing transaction, or before reading the data, so
    /// that higher numbers have newer data.
    func nextGeneration() -> Int {
        state.withLock { state in
            state.generation += 1
            return state.generation
        }
    }

    func becomeReady() { loaded.store(true, ordering: .releasing) }

    /// The current slots, for a later ``replace(_:with:since:)``.
    var slots: [String: Slot] { state.withLock { $0.slots } }

    func slot(_ slug: String) -> Slot? { state.withLock { $0.slots[slug] } }

    /// Replaces the slot of a slug unless it changed in the meantime.
    /// - Parameters:
    ///   - slug: The slug.
    ///   - slot: The new slot; its `version` is ignored.
    ///   - version: The version of the slot that the new one is based on; 0 for none.
    /// - Returns: Whether it was replaced.
    @discardableResult
    func replace(_ slug: String, with slot: Slot, since version: Int) -> Bool {
        state.withLock { state in
            let old = state.slots[slug]
            guard (old?.version ?? 0) == version else { return false }
            if case .deleted = old?.entry { return false }
            var slot = slot
            slot.version = version + 1
            state.slots[slug] = slot
            return true
        }
    }

    /// Serves a manifest that was just committed, unless a newer one is served. Of two concurrent publishes, the later
    /// one stays.
    /// - Parameters:
    ///   - head: The manifest.
    ///   - app: The app as it was committed, if this node has not loaded it yet. The next poll loads its catalog.
    func publish(_ head: LoadedHead, of app: App) {
        state.withLock { state in
            var slot =
                state.slots[app.slug] ?? Slot(entry: .app(ServedApp(app: app, state: .unpublished, catalog: nil)))
            guard case .app(var served) = slot.entry, head.order.follows(slot.floor) else { return }
            served.state = .live(head)
            served.revision = head.revision
            served.warning = nil
            slot.entry = .app(served)
            slot.floor = head.order
            slot.seen = head.revision
            slot.version += 1
            state.slots[app.slug] = slot
        }
    }

    /// Serves a catalog that was just committed, unless a newer one is served.
    func publish(_ live: LiveCatalog?, stored record: CatalogRecord, mark: SourceMark?) {
        guard let live else { return }
        state.withLock { state in
            guard var slot = state.slots[record.app], case .app(var served) = slot.entry,
                served.catalog.map({ $0.generation < live.generation }) ?? true
            else { return }
            served.catalog = live
            slot.entry = .app(served)
            slot.seenCatalog = record.digest
            slot.seenSources = mark
            slot.version += 1
            state.slots[record.app] = slot
        }
    }

    /// Changes the state of an app, if it exists.
    func change(_ slug: String, _ body: (inout ServedApp) -> Void) {
        state.withLock { state in
            guard var slot = state.slots[slug], case .app(var served) = slot.entry else { return }
            body(&served)
            slot.entry = .app(served)
            slot.version += 1
            state.slots[slug] = slot
        }
    }

    /// Adds a new app, unless it exists.
    func add(_ app: App) {
        replace(app.slug, with: Slot(entry: .app(ServedApp(app: app, state: .unpublished, catalog: nil))), since: 0)
    }

    /// Marks an app as deleted for good.
    func remove(_ slug: String) {
        state.withLock { state in
            if case .deleted = state.slots[slug]?.entry { return }
            let version = state.slots[slug]?.version ?? 0
            state.slots[slug] = Slot(entry: .deleted, version: version + 1)
        }
    }
}

/// An event that an operator should look into, with the name of its counter.
package enum Alarm: String, Hashable, Sendable, CaseIterable {
    /// The store has a lower revision than the served one.
    case headWentBack = "head-went-back"
    /// Installed apps would reject the current or the next manifest.
    case notTrusted = "not-trusted"
    /// The stored state of an app cannot be read.
    case unreadable
    /// A manifest that was due could not be reissued.
    case renewalFailed = "renewal-failed"
    /// A changed catalog could not be published.
    case publishFailed = "publish-failed"
    /// A policy has new errors with the current releases.
    case catalogAlert = "catalog-alert"
    /// The store could not be read or pruned.
    case storeFailed = "store-failed"
}
