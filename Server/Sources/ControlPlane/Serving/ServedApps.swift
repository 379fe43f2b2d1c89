import Synchronization

/// What public answers are made from: every app, in memory.
///
/// Safe from any task; nothing here waits for anything but a lock that is held for a moment.
package final class ServedApps: Sendable {
    /// What is under a slug.
    package enum Entry: Sendable {
        /// An app.
        case app(ServedApp)
        /// An app that was deleted.
        case deleted
    }

    /// An entry, and what is needed to tell whether another one may replace it.
    struct Slot: Sendable {
        var entry: Entry
        /// The manifest served last; nothing below it is served any more.
        var floor: HeadOrder = .zero
        /// The revision the store named when it was looked at last.
        var seen = 0
        /// The digest of the catalog the store had then.
        var seenCatalog: String?
        /// How far its sources had come then.
        var seenSources: SourceMark?
        /// Rises with each change.
        var version = 0
    }

    private struct State: Sendable {
        var slots: [String: Slot] = [:]
        var isReady = false
        var generation = 0
        var alarms = Dictionary(uniqueKeysWithValues: Alarm.allCases.map { ($0.rawValue, 0) })
    }

    private let state = Mutex(State())

    /// Nothing loaded yet.
    package init() {}

    /// What can be served under a slug.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    package func app(_ slug: String) throws(ControlPlaneError) -> ServedApp {
        switch state.withLock({ $0.slots[slug]?.entry }) {
        case .app(let app): return app
        case .deleted: throw ControlPlaneError.gone(slug)
        case nil: throw ControlPlaneError.noApp(slug)
        }
    }

    /// The head in force of an app. Cheaper than ``app(_:)``, which copies everything else too.
    /// - Throws: ``ControlPlaneError`` `notFound`, `gone`, `nothingPublished` or `degraded`.
    package func head(_ slug: String) throws(ControlPlaneError) -> LoadedHead {
        let live: LoadedHead? = state.withLock { state in
            guard case .app(let app) = state.slots[slug]?.entry, case .live(let head) = app.state else { return nil }
            return head
        }
        if let live { return live }
        return try app(slug).head
    }

    /// The slug of the app, if there is exactly one that was not deleted.
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

    /// Whether every head was loaded or marked degraded. Never flips back.
    package var isReady: Bool { state.withLock { $0.isReady } }

    /// How often something happened that somebody should look into: a counter for each ``Alarm``.
    package var alarms: [String: Int] { state.withLock { $0.alarms } }

    func raise(_ alarm: Alarm) { state.withLock { $0.alarms[alarm.rawValue, default: 0] += 1 } }

    /// A number that no live catalog has yet. Taken inside of the transaction that makes one, or before what it is made
    /// from is read, the order of the numbers is that of the facts.
    func nextGeneration() -> Int {
        state.withLock { state in
            state.generation += 1
            return state.generation
        }
    }

    func becomeReady() { state.withLock { $0.isReady = true } }

    /// What is there now, to be handed to ``replace(_:with:since:)`` later.
    var slots: [String: Slot] { state.withLock { $0.slots } }

    func slot(_ slug: String) -> Slot? { state.withLock { $0.slots[slug] } }

    /// Replaces what is under a slug, unless it changed since it was looked at.
    /// - Parameters:
    ///   - slug: The slug.
    ///   - slot: What is to be there; its `version` is ignored.
    ///   - version: The version that was looked at; 0 for none.
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

    /// Puts a manifest in force that was just committed. One that is not newer than what is there is passed over:
    /// of two publishes that end at once, the later one stays.
    /// - Parameters:
    ///   - head: The manifest.
    ///   - app: The app as it was committed, in case it is not known here yet. The next poll brings its catalog then.
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

    /// Puts a catalog in place that was just committed, unless a later one is there already.
    func publish(_ live: LiveCatalog?, _ record: CatalogRecord, _ mark: SourceMark?) {
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

    /// Changes an app that is there.
    func change(_ slug: String, _ body: (inout ServedApp) -> Void) {
        state.withLock { state in
            guard var slot = state.slots[slug], case .app(var served) = slot.entry else { return }
            body(&served)
            slot.entry = .app(served)
            slot.version += 1
            state.slots[slug] = slot
        }
    }

    /// Adds an app that was just made; one that is there already stays.
    func add(_ app: App) {
        replace(app.slug, with: Slot(entry: .app(ServedApp(app: app, state: .unpublished, catalog: nil))), since: 0)
    }

    /// Marks an app as deleted, for ever.
    func remove(_ slug: String) {
        state.withLock { state in
            if case .deleted = state.slots[slug]?.entry { return }
            let version = state.slots[slug]?.version ?? 0
            state.slots[slug] = Slot(entry: .deleted, version: version + 1)
        }
    }
}

extension LoadedHead {
    /// Where it stands among those of its app.
    var order: HeadOrder { HeadOrder(epoch: epoch, revision: revision) }
}
