import Foundation
import ReleaseCatalog
import Synchronization

/// The in-memory state of every app, which public requests read.
///
/// Its methods can be called from any task. They wait only for a briefly held lock.
package final class ServedApps: Sendable {
    /// The state of a slug.
    package enum Entry: Sendable {
        case app(ServedApp)
        case deleted
    }

    /// An entry with its edition, which decides whether another one may replace it.
    struct Slot: Sendable {
        var entry: Entry
        var edition = Edition()

        /// The problem for operators.
        var problem: String? { if case .app(let served) = entry { served.problem } else { nil } }

        /// Whether it serves what the store has; see ``StoredEdition``.
        func shows(_ stored: StoredEdition) -> Bool {
            if case .deleted = entry { return true }
            return edition.stored?.isSame(as: stored) ?? false
        }
    }

    private struct State: Sendable {
        var slots: [String: Slot] = [:]
        var edition = 0
        var alarms = Dictionary(uniqueKeysWithValues: Alarm.allCases.map { ($0.rawValue, 0) })
        var publishes = Dictionary(uniqueKeysWithValues: ManifestRecord.Cause.allCases.map { ($0, 0) })

        mutating func nextEdition() -> Int {
            edition += 1
            return edition
        }

        /// Puts a changed entry into its slot, with the next number.
        mutating func store(_ slot: Slot, for slug: String) {
            var slot = slot
            slot.edition.number = nextEdition()
            slots[slug] = slot
        }
    }

    private let state = Mutex(State())
    private let removals = Mutex<[@Sendable (String) -> Void]>([])
    private let loaded = Atomic(false)

    /// Creates an empty state that is not ready.
    package init() {}

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

    /// Returns the number of the edition of an app, which rises with each change; `nil` for an unknown or deleted one.
    ///
    /// Read it before the app: what is derived from the app is then never kept under a number that is too high.
    package func edition(of slug: String) -> Int? {
        state.withLock { state in
            guard let slot = state.slots[slug], case .app = slot.entry else { return nil }
            return slot.edition.number
        }
    }

    /// The number of the newest edition of any app.
    package var newestEdition: Int { state.withLock { $0.slots.values.map(\.edition.number).max() ?? 0 } }

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

    /// Returns a number above those of all editions. Take it inside the writing transaction, or before reading the data, so that
    /// higher numbers have newer data.
    func nextEdition() -> Int { state.withLock { $0.nextEdition() } }

    func becomeReady() { loaded.store(true, ordering: .releasing) }

    /// The current slots, for a later ``replace(_:with:readAt:)``.
    var slots: [String: Slot] { state.withLock { $0.slots } }

    func slot(_ slug: String) -> Slot? { state.withLock { $0.slots[slug] } }

    /// Replaces the slot of a slug unless it changed in the meantime; returns whether it was replaced. The edition
    /// number of the new slot is ignored: `number` is from ``nextEdition()``, taken before the old slot and the store
    /// were read.
    @discardableResult
    func replace(_ slug: String, with slot: Slot, readAt number: Int) -> Bool {
        state.withLock { state in
            let old = state.slots[slug]
            guard old?.edition.isReplaceable(readAt: number) ?? true else { return false }
            if case .deleted = old?.entry { return false }
            state.store(slot, for: slug)
            return true
        }
    }

    /// Serves a manifest that was just committed, unless a newer one is served. Of two concurrent publishes, the later
    /// one stays. Pass the app as it was committed, if this node has not loaded it yet; the next poll loads its
    /// catalog.
    func publish(_ head: LoadedHead, of app: App) {
        state.withLock { state in
            var slot =
                state.slots[app.slug] ?? Slot(entry: .app(ServedApp(app: app, state: .unpublished, catalog: nil)))
            guard case .app(var served) = slot.entry, head.order.follows(slot.edition.manifest) else { return }
            served.state = .live(head)
            served.revision = head.revision
            served.warning = nil
            slot.entry = .app(served)
            slot.edition.manifest = head.order
            slot.edition.stored?.revision = head.revision
            state.store(slot, for: app.slug)
        }
    }

    /// Serves a catalog that was just committed, unless a newer one is served.
    func publish(_ live: LiveCatalog?, stored record: CatalogRecord, mark: SourceMark?) {
        guard let live else { return }
        state.withLock { state in
            guard var slot = state.slots[record.app], case .app(var served) = slot.entry,
                served.catalog.map({ $0.edition < live.edition }) ?? true
            else { return }
            served.catalog = live
            slot.entry = .app(served)
            slot.edition.stored?.catalogDigest = record.digest
            slot.edition.stored?.sources = mark
            state.store(slot, for: record.app)
        }
    }

    /// Notes the ages of sources that another node has checked, by slug. Nothing else of the apps is loaded again.
    func note(_ ages: [String: [CatalogSource: Date]]) {
        state.withLock { state in
            for (slug, ages) in ages {
                guard var slot = state.slots[slug], case .app(var served) = slot.entry,
                    let live = served.catalog?.with(ages: ages, edition: state.nextEdition())
                else { continue }
                served.catalog = live
                slot.entry = .app(served)
                state.store(slot, for: slug)
            }
        }
    }

    /// Changes the state of an app, if it exists.
    func change(_ slug: String, _ body: (inout ServedApp) -> Void) {
        state.withLock { state in
            guard var slot = state.slots[slug], case .app(var served) = slot.entry else { return }
            body(&served)
            slot.entry = .app(served)
            state.store(slot, for: slug)
        }
    }

    /// Adds a new app, unless it exists.
    func add(_ app: App) {
        state.withLock { state in
            guard state.slots[app.slug] == nil else { return }
            let stored = StoredEdition(app, head: Head(app: app.slug), catalogDigest: nil, sources: nil)
            state.store(
                Slot(
                    entry: .app(ServedApp(app: app, state: .unpublished, catalog: nil)),
                    edition: Edition(stored: stored)),
                for: app.slug)
        }
    }

    /// Marks an app as deleted for good.
    func remove(_ slug: String) {
        let isNew = state.withLock { state in
            if case .deleted = state.slots[slug]?.entry { return false }
            state.store(Slot(entry: .deleted), for: slug)
            return true
        }
        guard isNew else { return }
        for forget in removals.withLock({ $0 }) { forget(slug) }
    }

    /// Calls a closure with the slug of each app that is deleted from now on, so that what was prepared for it is forgotten.
    package func whenRemoved(_ forget: @escaping @Sendable (String) -> Void) { removals.withLock { $0.append(forget) } }
}
