import AirworthyPolicy
import Foundation
import ReleaseCatalog

/// Loading at the start, and what has to be done from time to time.
///
/// What somebody should look into is counted in ``ServedApps/alarms`` and told to `report`; the rest goes on.
package struct Housekeeping: Sendable {
    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let catalogs: CatalogService
    let tokens: TokenService
    let report: @Sendable (String, [String: String]) -> Void
    let now: @Sendable () -> Date

    private var served: ServedApps { loader.served }

    /// Everything there is, in one consistent state.
    private struct Snapshot: Sendable {
        var changed: [StoredApp] = []
        var deleted: [String] = []
        var tokens: [TokenRecord] = []
    }

    /// Loads everything: call it once, before anything is served.
    ///
    /// An app whose manifest cannot be used is degraded and harms no other. What has to be issued anew is, as far as
    /// that can be done. Afterwards the server is ready.
    /// - Throws: ``StoreError`` if the store cannot be read; then nothing is loaded.
    package func load() async throws {
        try await take([:])
        await publishWhatIsDue()
        served.becomeReady()
    }

    /// Takes over what other nodes and commands changed: heads, apps, catalogs, tokens. Call it each five seconds.
    ///
    /// A head that went back is never taken over; it is an alarm.
    /// - Throws: ``StoreError`` if the store cannot be read; what is served stays as it is.
    package func poll() async throws {
        try await take(served.slots)
    }

    /// Looks again at catalogs that time changes, publishes changed ones that had to wait, renews manifests in time, issues anew what has to be, and removes
    /// the bytes of old revisions that nobody published by hand. Call it each minute.
    ///
    /// What goes wrong with one app stops no other.
    package func renew() async {
        await refreshCatalogs()
        await publishWhatIsDue()
        let limit = now().addingTimeInterval(-30 * Instant.day)
        do {
            _ = try await store.write { try $0.pruneManifests([.catalog, .renewal], issuedBefore: limit) }
        } catch {
            served.raise(.storeFailed)
            report("prune.failed", ["error": Self.text(error)])
        }
    }

    /// Merges anew what time alone changes: betas expire, a release counts as live after a day.
    private func refreshCatalogs() async {
        let now = now()
        for app in served.all where app.catalog?.merged.nextChange.map({ $0 <= now }) ?? false {
            do {
                let receipt = try await catalogs.refresh(app.app.slug)
                if let alert = receipt.alert { report("catalog.alert", ["app": app.app.slug, "problem": alert]) }
            } catch let error as ControlPlaneError where [.notFound, .gone].contains(error.kind) {
                // Deleted meanwhile.
            } catch {
                served.raise(.storeFailed)
                report("catalog.not-refreshed", ["app": app.app.slug, "error": Self.text(error)])
            }
        }
    }

    /// Reads what differs from what is served and puts it there, unless somebody changed it in the meantime.
    private func take(_ slots: [String: ServedApps.Slot]) async throws {
        let generation = served.nextGeneration()
        let snapshot = try await store.read { transaction in
            var snapshot = Snapshot()
            let heads = Dictionary(try transaction.heads().map { ($0.app, $0) }) { $1 }
            let marks = Dictionary(try transaction.catalogMarks().map { ($0.app, $0) }) { $1 }
            let sources = Dictionary(try transaction.sourceMarks().map { ($0.app, $0) }) { $1 }
            for app in try transaction.apps() {
                guard let head = heads[app.slug] else { continue }
                if let slot = slots[app.slug], slot.shows(app, head, marks[app.slug], sources[app.slug]) { continue }
                snapshot.changed.append(try transaction.stored(app, head))
            }
            snapshot.deleted = try transaction.deletedApps()
            snapshot.tokens = try transaction.tokens()
            return snapshot
        }
        tokens.take(snapshot.tokens)
        for slug in snapshot.deleted { served.remove(slug) }
        for stored in snapshot.changed {
            let slug = stored.app.slug
            let (slot, alarm) = loader.slot(for: stored, instead: slots[slug], generation: generation)
            guard served.replace(slug, with: slot, since: slots[slug]?.version ?? 0), let alarm else { continue }
            served.raise(alarm)
            report(Self.name(alarm), ["app": slug, "problem": slot.problem ?? ""])
        }
    }

    private static func name(_ alarm: Alarm) -> String {
        switch alarm {
        case .headWentBack: "head.went-back"
        case .notTrusted: "head.not-trusted"
        default: "head.unreadable"
        }
    }

    /// An app for which something may be due.
    private struct Candidate: Sendable {
        let app: App
        let head: Head
        let manifestDigest: String?
    }

    /// Publishes what is due, one app after the other.
    private func publishWhatIsDue() async {
        let candidates: [Candidate]
        do {
            candidates = try await store.read { transaction in
                let heads = Dictionary(try transaction.heads().map { ($0.app, $0) }) { $1 }
                let marks = Dictionary(try transaction.catalogMarks().map { ($0.app, $0) }) { $1 }
                return try transaction.apps().compactMap { app in
                    heads[app.slug].map {
                        Candidate(app: app, head: $0, manifestDigest: marks[app.slug]?.manifestDigest)
                    }
                }
            }
        } catch {
            served.raise(.storeFailed)
            report("renewal.failed", ["error": Self.text(error)])
            return
        }
        for candidate in candidates where isWorthALook(candidate) { await publishWhatIsDue(candidate.app.slug) }
    }

    private func publishWhatIsDue(_ slug: String) async {
        do {
            guard let made = try await publishing.publishWhatIsDue(slug, author: Principal.server.name) else { return }
            if let alert = made.alert {
                served.raise(.catalogAlert)
                report("catalog.alert", ["app": slug, "problem": alert])
            }
        } catch let error as ControlPlaneError where [.preconditionFailed, .notFound, .gone].contains(error.kind) {
            // Somebody else published or deleted it: then nothing is due any more.
        } catch {
            served.raise(.renewalFailed)
            let problem = "it could not be issued anew: \(Self.text(error))"
            // Said once, not each minute.
            if (try? served.app(slug).warning) != problem {
                report("renewal.failed", ["app": slug, "error": Self.text(error)])
            }
            served.change(slug) { $0.warning = problem }
        }
    }

    /// Whether something may be due; the transaction looks again. Spares the store a lock for each app each minute.
    private func isWorthALook(_ candidate: Candidate) -> Bool {
        let (app, head) = (candidate.app, candidate.head)
        guard app.signing == .server, head.policyVersion > 0 else { return false }
        if head.needsReissue { return true }
        if head.hasDrifted(from: candidate.manifestDigest, of: app), head.catalogWaits(at: now()) == nil { return true }
        guard case .live(let live) = (try? served.app(app.slug))?.state, let end = live.manifest.expiresAt else {
            return true
        }
        return end.timeIntervalSince(now()) < PublishingService.renewalMargin
            || publishing.signer.hasNewerKeyring(than: live.epoch, for: app)
    }

    /// Why something failed, without secrets.
    private static func text(_ error: any Error) -> String {
        switch error {
        case let error as ControlPlaneError: error.detail
        case let error as StoreError: error.description
        default: "\(type(of: error))"
        }
    }
}

extension ServedApps.Slot {
    /// Whether this is what the store has.
    fileprivate func shows(_ app: App, _ head: Head, _ mark: CatalogMark?, _ sources: SourceMark?) -> Bool {
        guard case .app(let served) = entry else { return true }
        return served.app == app && seen == head.revision && seenCatalog == mark?.digest && seenSources == sources
    }

    fileprivate var problem: String? {
        if case .app(let served) = entry { served.problem } else { nil }
    }
}
