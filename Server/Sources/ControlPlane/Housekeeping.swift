package import AirworthyAuthoring
import AirworthyPolicy
package import AirworthyTrust
package import Foundation
import ReleaseCatalog
import ServerSupport

/// Loads the state at the start and does periodic work.
///
/// Problems for operators raise an ``Alarm`` and go to `report`; the work continues with the other apps.
package struct Housekeeping: Sendable {
    /// The age at which the bytes of automatic revisions are removed.
    private static let retention = Duration.seconds(30 * 86_400)

    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let catalogs: CatalogService
    let tokens: TokenService
    let adoption: AdoptionService
    let report: @Sendable (String, [String: String]) -> Void
    let now: @Sendable () -> Date
    let lastRead = LastRead()

    private var served: ServedApps { loader.served }

    /// Loads the complete state. Call it once, before serving requests.
    ///
    /// An app with an unusable manifest becomes degraded and affects no other. Reissues the manifests that are due.
    /// Afterwards the server is ready.
    /// - Throws: ``StoreError`` if the store cannot be read; then nothing is loaded.
    package func load() async throws {
        try await compareAll()
        await publishDueManifests()
        await noteTime()
        served.becomeReady()
    }

    /// Loads the changes of other nodes and commands: heads, apps, catalogs, tokens. Call it every five seconds, and when
    /// another node announces a change. Reads a single row while nothing has changed.
    ///
    /// A lower revision than the served one is never loaded; it raises an alarm.
    /// - Throws: ``StoreError`` if the store cannot be read; the served state stays.
    package func poll() async throws {
        if let known = lastRead.changes(at: tokens.readTime) {
            try await readChanges(since: known)
        } else {
            try await compareAll()
        }
        await tokens.revokeDoubtful()
    }

    /// Signs with other keys and another keyring from now on, with the same effects as a start: checks which apps trust them,
    /// and reissues the manifests that are due.
    /// - Parameters:
    ///   - keys: The online keys.
    ///   - keyring: The root-signed keyring to send along.
    package func replaceSigner(keys: [PrivateKey], keyring: Envelope?) async {
        loader.signers.replace(keys: keys, keyring: keyring)
        do {
            try await compareAll(loadsAll: true)
        } catch {
            served.raise(.storeFailed)
            report("apps.not-checked", ["error": Self.text(of: error)])
        }
        await publishDueManifests()
    }

    /// Does the time-dependent work: merges catalogs again, publishes changed ones, reissues due manifests, and removes
    /// the bytes of old automatic revisions and expired sessions, and stores what installations reported after publications.
    /// Call it every minute.
    ///
    /// A problem with one app affects no other.
    package func renew() async {
        await refreshCatalogs()
        await publishDueManifests()
        await noteTime()
        let now = now()
        do {
            try await store.write { transaction in
                let limit = now.addingTimeInterval(-Self.retention.seconds)
                _ = try transaction.pruneManifests([.catalog, .renewal], issuedBefore: limit)
                try transaction.deleteSessions(expiredBy: now)
            }
        } catch {
            served.raise(.storeFailed)
            report("prune.failed", ["error": Self.text(of: error)])
        }
        do {
            try await adoption.observePredictions()
        } catch {
            served.raise(.storeFailed)
            report("observation.failed", ["error": Self.text(of: error)])
        }
    }

    /// Stores the time every hour, unless the clock is wrong.
    private func noteTime() async {
        let (now, offset) = (now().storable, loader.signer.appleClockOffset())
        do {
            let clock = try await store.read { try $0.signingClock(appleOffset: offset) }
            guard let notes = clock.newNotes(at: now) else { return }
            try await store.write { try $0.replaceSetting(ClockNotes.setting, value: notes.text) }
        } catch {
            served.raise(.storeFailed)
            report("clock.not-noted", ["error": Self.text(of: error)])
        }
    }

    /// Notes that the clock of this server is right, by the word of an admin, for a day. Then reissues manifests that waited for it,
    /// also those from the future.
    /// - Parameters:
    ///   - time: The time by the admin's clock.
    ///   - principal: The admin, with the right to manage all apps.
    /// - Returns: The time by this server's clock.
    /// - Throws: ``ControlPlaneError`` `forbidden`; `clocksDiffer` if they differ by more than ten minutes; ``StoreError``.
    package func confirmClock(_ time: Date, by principal: Principal) async throws -> Date {
        try principal.require(.apps)
        guard principal.apps == nil else {
            throw ControlPlaneError(.forbidden, detail: "the clock is that of all apps; use a token for all of them")
        }
        let now = now().storable
        guard abs(time.timeIntervalSince(now)) <= SigningClock.widestOffset.seconds else {
            throw ControlPlaneError(
                .clocksDiffer,
                detail:
                    "this server's clock says \(Timestamp.format(now)), and yours \(Timestamp.format(time)); set the one that "
                    + "is wrong", pointer: "/now")
        }
        try await store.write { transaction in
            try transaction.replaceSetting(
                ClockNotes.setting, value: ClockNotes(seen: now, confirmedAt: now).text)
            try transaction.insertAudit(AuditEntry(at: now, by: principal, action: "clock.confirmed"))
        }
        await publishDueManifests()
        return now
    }

    /// Merges the catalogs again whose result depends on the date: a beta expires, a release is available after a day.
    private func refreshCatalogs() async {
        let now = now()
        for app in served.all where app.catalog?.merged.nextChange.map({ $0 <= now }) ?? false {
            let slug = app.app.slug
            do {
                let receipt = try await catalogs.refresh(slug)
                if let alert = receipt.alert { report("catalog.alert", ["app": slug, "problem": alert]) }
            } catch let error as ControlPlaneError where [.notFound, .gone].contains(error.kind) {
                // The app was deleted in the meantime.
            } catch {
                served.raise(.storeFailed)
                report("catalog.not-refreshed", ["app": slug, "error": Self.text(of: error)])
            }
        }
    }

    /// The difference between the store and the served state.
    private struct Difference: Sendable {
        let changes: StoredChanges
        var changed: [StoredApp] = []
        var deleted: [String] = []
        /// All tokens; `nil` if none has changed.
        var tokens: [TokenRecord]?

        /// Adds an app that was created, changed or deleted.
        mutating func add(_ slug: String, replacing slot: ServedApps.Slot?, in transaction: any ReadTransaction) throws
        {
            switch try transaction.app(slug) {
            case .live(let app):
                guard let head = try transaction.head(slug) else { return }
                let stored = try transaction.stored(app, head: head)
                let isShown = slot?.shows(
                    app, head: head, catalogDigest: stored.catalog?.digest, sources: SourceMark(stored.sources))
                if isShown != true { changed.append(stored) }
            case .deleted: deleted.append(slug)
            case nil: break
            }
        }
    }

    /// Compares every app with the store and loads those that differ.
    /// - Parameter loadsAll: Whether the apps that do not differ are loaded, too.
    /// - Throws: ``StoreError`` if the store cannot be read.
    private func compareAll(loadsAll: Bool = false) async throws {
        let (slots, generation, time) = (served.slots, served.nextGeneration(), tokens.readTime)
        let difference = try await store.read { transaction in
            var difference = Difference(changes: try transaction.changes(), tokens: try transaction.tokens())
            let sources = Dictionary(try transaction.sourceMarks().map { ($0.app, $0) }) { $1 }
            for (app, head, catalog) in try transaction.appsWithHeads() {
                let mark = sources[app.slug]
                let isShown = slots[app.slug]?.shows(app, head: head, catalogDigest: catalog?.digest, sources: mark)
                if isShown == true, !loadsAll { continue }
                difference.changed.append(
                    try transaction.stored(app, head: head, hasCatalog: catalog != nil, hasSources: mark != nil))
            }
            difference.deleted = try transaction.deletedApps()
            return difference
        }
        let isComplete = await apply(difference, to: slots, generation: generation, readAt: time)
        lastRead.note(isComplete ? difference.changes : nil, isWhole: true, at: time)
    }

    /// Loads the apps and tokens that changed since some numbers of changes.
    /// - Throws: ``StoreError`` if the store cannot be read.
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
        // Taken before the apps are read, so that a change of this node in the meantime is noticed.
        let generation = served.nextGeneration()
        let slots = Dictionary(slugs.compactMap { slug in served.slot(slug).map { (slug, $0) } }) { $1 }
        if !slugs.isEmpty {
            difference = try await store.read { [difference] transaction in
                try slugs.reduce(into: difference) { difference, slug in
                    try difference.add(slug, replacing: slots[slug], in: transaction)
                }
            }
        }
        let isComplete = await apply(difference, to: slots, generation: generation, readAt: time)
        // An app that this node changed in the meantime is read again by the next poll.
        lastRead.note(isComplete ? difference.changes : known, isWhole: false, at: time)
    }

    /// Serves what differs, except apps that changed in the meantime.
    /// - Parameters:
    ///   - difference: The difference.
    ///   - slots: The slots that it was compared with.
    ///   - generation: A number from ``ServedApps/nextGeneration()`` that was taken before the store was read.
    ///   - time: The time before the store was read.
    /// - Returns: Whether all of it is served.
    private func apply(
        _ difference: Difference, to slots: [String: ServedApps.Slot], generation: Int, readAt time: Duration
    ) async -> Bool {
        tokens.update(with: difference.tokens, readAt: time)
        for slug in difference.deleted { served.remove(slug) }
        var isComplete = true
        let made = await difference.changed.concurrentMap { [loader] stored in
            loader.slot(for: stored, replacing: slots[stored.app.slug], generation: generation)
        }
        for (stored, (slot, alarm)) in zip(difference.changed, made) {
            let slug = stored.app.slug
            guard served.replace(slug, with: slot, since: slots[slug]?.version ?? 0) else {
                isComplete = false
                continue
            }
            guard let alarm else { continue }
            served.raise(alarm)
            report(Self.event(of: alarm), ["app": slug, "problem": slot.problem ?? ""])
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

    /// Reissues the manifests that are due, one app after the other.
    private func publishDueManifests() async {
        do {
            for (app, head, catalog) in try await store.read({ try $0.appsWithHeads() })
            where mayBeDue(app, head: head, catalog: catalog) {
                await publishIfDue(app.slug)
            }
        } catch {
            served.raise(.storeFailed)
            report("renewal.failed", ["error": Self.text(of: error)])
        }
    }

    private func publishIfDue(_ slug: String) async {
        do {
            let reissued = try await publishing.publishIfDue(slug, by: .server)
            guard let alert = reissued?.alert else { return }
            served.raise(.catalogAlert)
            report("catalog.alert", ["app": slug, "problem": alert])
        } catch let error as ControlPlaneError where [.preconditionFailed, .notFound, .gone].contains(error.kind) {
            // After another publish or a deletion nothing is due any more.
        } catch {
            served.raise(.renewalFailed)
            let problem = "it could not be reissued: \(Self.text(of: error))"
            // Report the problem once, not every minute.
            if (try? served.app(slug).warning) != problem {
                report("renewal.failed", ["app": slug, "error": Self.text(of: error)])
            }
            served.change(slug) { $0.warning = problem }
        }
    }

    /// Whether a manifest may be due. The transaction checks again; this spares a lock for each app every minute.
    private func mayBeDue(_ app: App, head: Head, catalog: CatalogMark?) -> Bool {
        let now = now()
        guard app.signing == .server, head.policyVersion > 0 else { return false }
        if head.needsReissue { return true }
        if head.differs(fromStoredCatalog: catalog?.manifestDigest, of: app) { return true }
        guard case .live(let live) = (try? served.app(app.slug))?.state, let end = live.manifest.expiresAt else {
            return true
        }
        let isFromFuture = live.manifest.issuedAt.map { $0.timeIntervalSince(now) > SigningClock.widestOffset.seconds }
        return isFromFuture ?? false || end.timeIntervalSince(now) < Reissue.renewalMargin.seconds
            || loader.signer.hasNewerKeyring(than: live.epoch, for: app)
    }

    /// The text of an error without secrets.
    private static func text(of error: any Error) -> String {
        switch error {
        case let error as ControlPlaneError: error.detail
        case let error as StoreError: error.description
        default: "\(type(of: error))"
        }
    }
}

extension ReadTransaction {
    /// Returns every app that was not deleted, with its head and the mark of its catalog.
    fileprivate func appsWithHeads() throws -> [(app: App, head: Head, catalog: CatalogMark?)] {
        let heads = Dictionary(try heads().map { ($0.app, $0) }) { $1 }
        let catalogs = Dictionary(try catalogMarks().map { ($0.app, $0) }) { $1 }
        return try apps().compactMap { app in heads[app.slug].map { (app, $0, catalogs[app.slug]) } }
    }
}

extension ServedApps.Slot {
    /// Whether the slot is up to date with the store.
    fileprivate func shows(_ app: App, head: Head, catalogDigest: String?, sources: SourceMark?) -> Bool {
        guard case .app(let served) = entry else { return true }
        return served.app == app && seen == head.revision && seenCatalog == catalogDigest && seenSources == sources
    }

    fileprivate var problem: String? {
        if case .app(let served) = entry { served.problem } else { nil }
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
