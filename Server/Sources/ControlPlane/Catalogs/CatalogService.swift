package import Foundation
package import ReleaseCatalog

/// The known releases of apps: stores imports, observations and orders, and publishes changed catalogs.
package struct CatalogService: Sendable {
    /// The result of a change.
    package struct Receipt: Sendable {
        /// The reason why a stored catalog is not published.
        package enum Unpublished: String, Hashable, Sendable, CaseIterable {
            /// No policy was published yet.
            case noPolicy = "no-policy"
            /// CI signs the app.
            case signedElsewhere = "signed-elsewhere"
            /// Apps see no difference.
            case noDifference = "no-difference"
        }

        package let record: CatalogRecord
        /// Whether it differs from the one stored before.
        package let isNew: Bool
        /// The sources with new content.
        package let changed: Set<CatalogSource>
        /// The new revision, if the catalog was published.
        package let publication: Publication?
        /// The date of the next automatic publish, if it has to wait.
        package let publishesAt: Date?
        /// The reason why it is not published and does not wait; `nil` if it is, does, or failed to.
        package let unpublished: Unpublished?
        /// A problem for operators: new errors of the policy with these releases, or a failed publish.
        package let alert: String?
    }

    let store: any Store
    let served: ServedApps
    let publishing: PublishingService
    let reserve: DiskReserve
    let now: @Sendable () -> Date

    package func storedCatalog(of app: String) async throws -> CatalogRecord {
        try await store.read(of: app) { transaction in
            guard let record = try transaction.catalog(app) else {
                throw ControlPlaneError(
                    .catalogNotLearnt,
                    detail:
                        "no releases of \"\(app)\" are known yet; wait for the synchronisation, or import them with "
                        + "`airworthy catalog import`")
            }
            return record
        }
    }

    /// The catalog that a person imported last, JSON as UTF-8. ``storedCatalog(of:)`` has it merged with the other sources.
    package func importedCatalog(of app: String) async throws -> [UInt8] {
        try await store.read(of: app) { transaction in
            guard let record = try transaction.sources(app).first(where: { $0.source == .manual }) else {
                throw ControlPlaneError(.notFound, detail: "no catalog of \"\(app)\" was imported")
            }
            return record.body
        }
    }

    /// The apps to synchronise, by slug; from memory.
    package var targets: [AppTarget] { served.all.map(\.app.target) }

    /// Replaces the previously imported catalog, and publishes the merged one if it changed. The text is JSON as UTF-8;
    /// the precondition is about the stored catalog.
    ///
    /// A failed publish does not undo the import; the receipt reports it.
    /// A repeated import is harmless, whatever its precondition.
    package func importCatalog(
        _ text: [UInt8], for app: String, expecting precondition: Precondition = .unspecified, by principal: Principal
    ) async throws -> Receipt {
        try principal.require(.catalog, for: app)
        try reserve.require(for: .changes)
        let document = try CatalogDocument(text)
        return try await change(app, by: .imported, principal: principal, expecting: precondition) {
            .manual(try document.catalog(for: $0))
        }
    }

    /// Withdraws releases regardless of Apple's data, or undoes all withdrawals and accepts lower versions of the next
    /// lookups. A repeated order is harmless.
    package func apply(_ order: OperatorOrder, to app: String, by principal: Principal) async throws -> Receipt {
        try principal.require(.catalog, for: app)
        return try await change(app, by: .ordered(order), principal: principal) { _ in .order(order) }
    }

    /// Stores the observation of a source, which is all data that it returned, in one transaction, and publishes the
    /// merged catalog if it changed. The age of the data counts from `date`.
    ///
    /// Equal data updates only its age. It creates no catalog, no audit entry and no revision. An observation of
    /// another bundle identifier than the app has now is ignored; `nil` is always accepted.
    @discardableResult
    package func record(
        _ observation: Observation, for app: String, at date: Date, bundleID: String? = nil,
        by principal: Principal = .server
    ) async throws -> Receipt {
        try await change(app, by: .observed(observation), principal: principal, observedAt: date) { app in
            bundleID == nil || bundleID == app.bundleID ? observation : nil
        }
    }

    /// Merges the stored release data again, because the result depends on the date.
    func refresh(_ app: String) async throws -> Receipt {
        try await change(app, by: .observed(nil), principal: .server) { _ in nil }
    }

    /// Merges the catalogs again whose result depends on the date: a beta expires, a release is available after a day.
    func refreshDue(_ alarms: Alarms) async {
        let now = now()
        for app in served.all where app.catalog?.merged.nextChange.map({ $0 <= now }) ?? false {
            let slug = app.app.slug
            do {
                let receipt = try await refresh(slug)
                if let alert = receipt.alert { alarms.report("catalog.alert", ["app": slug, "problem": alert]) }
            } catch let error as ControlPlaneError where [.notFound, .gone].contains(error.kind) {
                // The app was deleted in the meantime.
            } catch {
                alarms.raise(.storeFailed, "catalog.not-refreshed", ["app": slug, "error": Alarms.text(of: error)])
            }
        }
    }

    /// The effect of a transaction.
    private struct Stored: Sendable {
        let app: App
        let record: CatalogRecord
        let isNew: Bool
        let changed: Set<CatalogSource>
        let live: LiveCatalog?
        let mark: SourceMark?
        let isDrift: Bool
        /// The end of the pause between automatic publishes; `nil` outside of it.
        let pauseEnd: Date?
        let hasPolicy: Bool

        /// The reason why the catalog is not published; `nil` if it has to be.
        var unpublished: Receipt.Unpublished? {
            if app.signing != .server { return .signedElsewhere }
            if !hasPolicy { return .noPolicy }
            return isDrift ? nil : .noDifference
        }
    }

    /// Stores a change, serves it and publishes it. The app's lock keeps the stored and the served order the same.
    private func change(
        _ slug: String, by event: CatalogEvent, principal: Principal,
        expecting precondition: Precondition = .unspecified,
        observedAt: Date? = nil, observe: @escaping @Sendable (App) throws -> Observation?
    ) async throws -> Receipt {
        let now = now().storable
        let observedAt = observedAt?.storable ?? now
        let stored: Stored = try await store.write(confirming: { stored, transaction in
            try transaction.lockApp(slug)
            let isStored = try !stored.isNew || transaction.catalog(slug)?.digest == stored.record.digest
            return try isStored && SourceMark(transaction.sources(slug)) == stored.mark
        }) { transaction in
            let (app, head) = try transaction.lock(slug)
            let records = try transaction.sources(slug)
            var releaseData = ReleaseData(app: slug, records: records)
            var (changed, kept): (Set<CatalogSource>, [SourceRecord]) = ([], records)
            if let observation = try observe(app), !Self.isLate(observation, of: observedAt, records, at: now) {
                changed = releaseData.update(with: observation, at: observedAt, by: principal.name)
                if !changed.isEmpty { try Self.check(precondition, for: slug, in: transaction) }
                kept = releaseData.records.map(Self.storable)
                try transaction.replaceSources(records, with: kept)
            }
            return try storeMerged(
                releaseData.merged(for: app.target, at: now), from: kept, changed: changed, of: app, head: head,
                event: event, by: principal, at: now, in: transaction)
        }
        served.publish(stored.live, stored: stored.record, mark: stored.mark)
        // An unchanged catalog is no reason to retry a failed publish; housekeeping does.
        guard stored.isDrift, stored.isNew || event.isByPerson else {
            return receipt(of: stored, publishesAt: stored.isDrift ? stored.pauseEnd : nil)
        }
        return try await publish(stored, by: principal, event: event)
    }

    /// Whether the store has a later answer of a source: a server that led before, and was held up, stores what it learnt then. An
    /// answer from the future is replaced, because the clock that dated it was wrong.
    private static func isLate(
        _ observation: Observation, of date: Date, _ stored: [SourceRecord], at now: Date
    ) -> Bool {
        guard observation.source.isApple, let last = stored.first(where: { $0.source == observation.source })?.checkedAt
        else { return false }
        return date < last && last <= now
    }

    private static func check(
        _ precondition: Precondition, for app: String, in transaction: any CatalogReads
    ) throws {
        let tag = precondition == .unspecified ? nil : try transaction.catalog(app)?.digest
        guard precondition.holds(for: tag) else {
            throw ControlPlaneError(
                .preconditionFailed,
                detail: "the catalog of \"\(app)\" has changed since; "
                    + (tag.map { "its entity tag is \"\($0)\"" } ?? "there is none"))
        }
    }

    /// Stores a merged catalog if it is new.
    private func storeMerged(
        _ merged: MergedCatalog, from sources: [SourceRecord], changed: Set<CatalogSource>, of app: App, head: Head,
        event: CatalogEvent, by principal: Principal, at now: Date, in transaction: any WriteTransaction
    ) throws -> Stored {
        let before = try transaction.catalog(app.slug)
        // A person's change is stored even if only the date differs.
        let isForced = event.isByPerson && !changed.isEmpty
        let record = CatalogRecord.merging(
            merged, for: app, replacing: isForced ? nil : before, author: principal.name, at: now)
        let isNew = !sources.isEmpty && (isForced || record != before)
        if isNew {
            try transaction.replaceCatalog(record)
            try transaction.insertAudit(event.entry(of: record, by: principal, at: now))
        }
        return Stored(
            app: app, record: record, isNew: isNew, changed: changed,
            live: LiveCatalog(sources, merged: merged, stored: record, edition: served.nextEdition()),
            mark: SourceMark(sources),
            isDrift: !sources.isEmpty && head.differs(fromStoredCatalog: record.manifestDigest, of: app),
            pauseEnd: head.nextCatalogPublish(after: now), hasPolicy: head.policyVersion > 0)
    }

    private static func storable(_ record: SourceRecord) -> SourceRecord {
        SourceRecord(
            app: record.app, source: record.source, body: record.body, checkedAt: record.checkedAt.storable,
            changedAt: record.changedAt.storable, author: record.author)
    }

    /// Publishes a stored catalog. An error becomes an alert: the catalog is stored in any case.
    private func publish(
        _ stored: Stored, by principal: Principal, event: CatalogEvent
    ) async throws -> Receipt {
        do {
            let reissued = try await publishing.publishIfDue(
                stored.app.slug, by: principal, isCatalogOnly: true, ignoringPause: event.isWithdrawal,
                isPredicted: event.isByPerson)
            if reissued?.alert != nil { served.raise(.catalogAlert) }
            return receipt(
                of: stored, publication: reissued?.publication, publishesAt: reissued == nil ? stored.pauseEnd : nil,
                alert: reissued?.alert)
        } catch {
            served.raise(.publishFailed)
            let reason =
                switch error {
                case let error as ControlPlaneError: error.detail
                case is CancellationError: "the request was cancelled; the server publishes it later"
                default: "\(error)"
                }
            return receipt(of: stored, alert: "stored, but not published yet: \(reason)")
        }
    }

    private func receipt(
        of stored: Stored, publication: Publication? = nil, publishesAt: Date? = nil, alert: String? = nil
    ) -> Receipt {
        Receipt(
            record: stored.record, isNew: stored.isNew, changed: stored.changed, publication: publication,
            publishesAt: publishesAt, unpublished: publication == nil ? stored.unpublished : nil, alert: alert)
    }
}
