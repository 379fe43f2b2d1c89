import Foundation
import ReleaseCatalog
import Synchronization

/// Keeps what is served equal to what the store has: compares both, and loads what differs.
struct StoreFollower: Sendable {
    let store: any Store
    let loader: HeadLoader
    let tokens: TokenService
    let alarms: Alarms
    private let lastRead = LastRead()

    private var served: ServedApps { loader.served }

    /// Loads the changes since the last call. Reads a single row while nothing has changed.
    func follow() async throws {
        if let known = lastRead.changes(at: tokens.readTime) {
            try await readChanges(since: known)
        } else {
            try await compareAll()
        }
        await tokens.revokeDoubtful()
        await tokens.storeUses()
    }

    /// The difference between the store and the served state.
    private struct Difference: Sendable {
        let changes: StoredChanges
        var changed: [StoredApp] = []
        var deleted: [String] = []
        /// The ages of the sources of apps that are served already.
        var ages: [String: [CatalogSource: Date]] = [:]
        /// All tokens; `nil` if none has changed.
        var tokens: [TokenRecord]?

        /// Adds an app that was created, changed or deleted.
        mutating func add(_ slug: String, replacing slot: ServedApps.Slot?, in transaction: any ReadTransaction) throws
        {
            switch try transaction.app(slug) {
            case .live(let app):
                guard let head = try transaction.head(slug) else { return }
                let stored = try transaction.stored(app, head: head)
                if slot?.shows(StoredEdition(stored)) != true { changed.append(stored) }
            case .deleted: deleted.append(slug)
            case nil: break
            }
        }
    }

    /// Compares every app with the store and loads those that differ, or all of them.
    func compareAll(loadsAll: Bool = false) async throws {
        // Taken before the slots and the store are read, so that a change of this node in the meantime is noticed.
        let edition = served.nextEdition()
        let (slots, time) = (served.slots, tokens.readTime)
        let difference = try await store.read { transaction in
            var difference = Difference(changes: try transaction.changes(), tokens: try transaction.tokens())
            let sources = Dictionary(try transaction.sourceMarks().map { ($0.app, $0) }) { $1 }
            var aged: [String] = []
            for (app, head, catalog) in try transaction.appsWithHeads() {
                let mark = sources[app.slug]
                let stored = StoredEdition(app, head: head, catalogDigest: catalog?.digest, sources: mark)
                if !loadsAll, let slot = slots[app.slug], slot.shows(stored) {
                    if let mark, slot.isOlder(than: mark) { aged.append(app.slug) }
                    continue
                }
                difference.changed.append(
                    try transaction.stored(app, head: head, hasCatalog: catalog != nil, hasSources: mark != nil))
            }
            difference.ages = try transaction.sourceAges(of: aged)
            difference.deleted = try transaction.deletedApps()
            return difference
        }
        let isComplete = await apply(difference, to: slots, edition: edition, readAt: time)
        lastRead.note(isComplete ? difference.changes : nil, isWhole: true, at: time)
    }

    /// Loads the apps and tokens that changed since some numbers of changes.
    private func readChanges(since known: StoredChanges) async throws {
        let time = tokens.readTime
        let (slugs, first) = try await store.read { transaction in
            let changes = try transaction.changes()
            let hasChanged = changes.listed != known.listed
            let slugs = hasChanged ? try transaction.changedApps(since: known.listed) : []
            let newTokens = changes.tokens == known.tokens ? nil : try transaction.tokens()
            return (slugs, Difference(changes: changes, tokens: newTokens))
        }
        guard first.changes.areListed(since: known) else { return try await compareAll() }
        var difference = first
        let edition = served.nextEdition()
        let slots = Dictionary(slugs.compactMap { slug in served.slot(slug).map { (slug, $0) } }) { $1 }
        if !slugs.isEmpty {
            difference = try await store.read { [difference] transaction in
                try slugs.reduce(into: difference) { difference, slug in
                    try difference.add(slug, replacing: slots[slug], in: transaction)
                }
            }
        }
        let isComplete = await apply(difference, to: slots, edition: edition, readAt: time)
        // An app that this node changed in the meantime is read again by the next poll.
        lastRead.note(isComplete ? difference.changes : known, isWhole: false, at: time)
    }

    /// Serves what differs from the compared slots, except apps that changed in the meantime; returns whether all of it
    /// is served. `edition` is a number from ``ServedApps/nextEdition()`` that was taken before the slots and the store
    /// were read; `time` is the time before the store was read.
    private func apply(
        _ difference: Difference, to slots: [String: ServedApps.Slot], edition: Int, readAt time: Duration
    ) async -> Bool {
        tokens.update(with: difference.tokens, readAt: time)
        for slug in difference.deleted { served.remove(slug) }
        served.note(difference.ages)
        var isComplete = true
        let made = await difference.changed.concurrentMap { [loader] stored in
            loader.slot(for: stored, replacing: slots[stored.app.slug], edition: edition)
        }
        for (stored, (slot, alarm)) in zip(difference.changed, made) {
            let slug = stored.app.slug
            guard served.replace(slug, with: slot, readAt: edition) else {
                isComplete = false
                continue
            }
            guard let alarm else { continue }
            alarms.raise(alarm, Self.event(of: alarm), ["app": slug, "problem": slot.problem ?? ""])
        }
        return isComplete
    }

    private static func event(of alarm: Alarm) -> String {
        switch alarm {
        case .headWentBack: "head.went-back"
        case .notTrusted: "head.not-trusted"
        default: "head.unreadable"
        }
    }
}

extension ServedApps.Slot {
    /// Whether a source was checked later than the served ages say.
    fileprivate func isOlder(than mark: SourceMark) -> Bool {
        guard case .app(let app) = entry, let live = app.catalog else { return false }
        return live.merged.sources.map(\.checkedAt).max().map { $0 < mark.checkedAt } ?? false
    }
}

extension Array where Element: Sendable {
    /// Returns the results of `body` for all elements, computed on all cores if there are many.
    fileprivate func concurrentMap<Result: Sendable>(
        _ body: @escaping @Sendable (Element) -> Result
    ) async -> [Result] {
        let size = 64
        guard count > size else { return map(body) }
        return await withTaskGroup(of: (start: Int, results: [Result]).self) { group in
            for start in stride(from: 0, to: count, by: size) {
                let part = self[start..<Swift.min(start + size, count)]
                group.addTask { (start, part.map(body)) }
            }
            var parts: [(start: Int, results: [Result])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.start < $1.start }.flatMap(\.results)
        }
    }
}

/// The numbers of changes at the last read of the store, which tell a poll that nothing has changed.
final class LastRead: Sendable {
    private struct State {
        var changes: StoredChanges?
        /// The time of the last comparison of everything.
        var wholeAt: Duration?
    }

    /// The time after which everything is compared although the numbers are the same, in case that somebody has changed the
    /// database by hand.
    private static let longest = Duration.seconds(60)

    private let state = Mutex(State())

    /// Returns the numbers of changes that the served state is based on; `nil` if everything has to be compared.
    func changes(at time: Duration) -> StoredChanges? {
        state.withLock { state in
            guard let wholeAt = state.wholeAt, time - wholeAt < Self.longest else { return nil }
            return state.changes
        }
    }

    /// Notes a read. The served state is now based on these changes; `nil` if something could not be served. `isWhole`
    /// says whether everything was compared; `time` is the time before the read.
    func note(_ changes: StoredChanges?, isWhole: Bool, at time: Duration) {
        state.withLock { state in
            state.changes = changes
            if isWhole { state.wholeAt = time }
        }
    }
}
