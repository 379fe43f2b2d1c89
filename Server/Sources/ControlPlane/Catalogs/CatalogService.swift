package import Foundation
package import ReleaseCatalog

/// The known releases of apps.
package struct CatalogService: Sendable {
    /// What came of what somebody said.
    package struct Receipt: Sendable {
        /// What is stored now.
        package let record: CatalogRecord
        /// Whether it differs from what was stored before.
        package let isNew: Bool
        /// The sources that said something new.
        package let changed: Set<CatalogSource>
        /// The revision that was made of it, if one was.
        package let publication: Publication?
        /// When it will be published, if that has to wait.
        package let publishesAt: Date?
        /// What somebody should look into, e.g. errors of the policy with these releases, or why they are not published.
        package let alert: String?
    }

    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let now: @Sendable () -> Date

    /// The stored catalog of an app.
    /// - Parameter app: The app's slug.
    /// - Returns: The facts as they are stored.
    /// - Throws: ``ControlPlaneError`` `catalogNotLearnt`, `notFound` or `gone`; ``StoreError``.
    package func stored(_ app: String) async throws -> CatalogRecord {
        try await store.read { transaction in
            _ = try transaction.liveApp(app)
            guard let record = try transaction.catalog(app) else {
                throw ControlPlaneError(
                    .catalogNotLearnt,
                    "no releases of \"\(app)\" are known yet; wait for Apple's answer, or import them with `airworthy "
                        + "catalog import`")
            }
            return record
        }
    }

    /// What has to be known of each app to learn its releases, by slug; from memory.
    package var targets: [AppTarget] { loader.served.all.map(\.app.target) }

    /// Stores a catalog in place of the one that was imported before, and publishes it where that makes a difference.
    ///
    /// Storing comes first and stands by itself: what keeps it from being published is told in the receipt.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - text: The catalog, JSON as UTF-8.
    ///   - principal: Who imports.
    /// - Returns: What is stored now, and whether it was published.
    /// - Throws: ``ControlPlaneError`` `invalid` with findings, `wrongApp`, `forbidden`, `notFound` or `gone`;
    ///   ``StoreError``. Sending the same again does no harm.
    package func replace(_ app: String, with text: [UInt8], by principal: Principal) async throws -> Receipt {
        try principal.require(.catalog, for: app)
        let document = try CatalogDocument(text)
        return try await change(app, .replaced, by: principal) { .manual(try document.facts(for: $0)) }
    }

    /// Takes back releases whatever Apple says, or forgets what was taken back and every memory of higher versions.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - order: What is to be done.
    ///   - principal: Who wants it.
    /// - Returns: What is stored now, and whether it was published.
    /// - Throws: ``ControlPlaneError`` `forbidden`, `notFound` or `gone`; ``StoreError``. Saying the same again does no
    ///   harm.
    package func order(_ app: String, _ order: OperatorOrder, by principal: Principal) async throws -> Receipt {
        try principal.require(.catalog, for: app)
        return try await change(app, .ordered(order), by: principal) { _ in .order(order) }
    }

    /// Takes what a source said, in one transaction, and publishes it where that makes a difference.
    ///
    /// The same answer again costs the age and nothing else: no new catalog, no audit, no revision.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - observation: What it said, whole.
    ///   - heard: When; the age of a source counts from it.
    ///   - bundleID: What was asked about. If the app has another one by now, the answer is about somebody else and
    ///     nothing is learnt; `nil` is always believed.
    ///   - principal: Who is named in histories.
    /// - Returns: What is stored now, and whether it was published.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``. Nothing has changed then.
    @discardableResult
    package func learn(
        _ app: String, _ observation: Observation, at heard: Date, about bundleID: String? = nil,
        by principal: Principal = .server
    ) async throws -> Receipt {
        try await change(app, .learnt(observation), heard: heard, by: principal) { app in
            bundleID == nil || bundleID == app.bundleID ? observation : nil
        }
    }

    /// Looks again at what is known, because time alone may change what comes of it.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    func refresh(_ app: String) async throws -> Receipt {
        try await change(app, .learnt(nil), by: .server) { _ in nil }
    }

    /// What happened in the transaction that stores.
    private struct Stored: Sendable {
        let app: App
        let record: CatalogRecord
        let isNew: Bool
        let changed: Set<CatalogSource>
        let live: ServedApp.LiveCatalog?
        let mark: SourceMark?
        let isDrift: Bool
        let waits: Date?
    }

    /// Stores what somebody said. The head is locked first, so that what is stored and served keeps one order.
    private func change(
        _ slug: String, _ event: CatalogEvent, heard: Date? = nil, by principal: Principal,
        _ observe: @escaping @Sendable (App) throws -> Observation?
    ) async throws -> Receipt {
        let now = Instant.stored(now())
        let heard = heard.map(Instant.stored) ?? now
        let served = loader.served
        let stored = try await locked(slug) { app, head, transaction in
            let records = try transaction.sources(slug)
            var knowledge = ReleaseData(app: slug, records: records)
            var changed: Set<CatalogSource> = []
            var kept = records
            if let observation = try observe(app) {
                changed = knowledge.update(with: observation, at: heard, by: principal.name)
                kept = knowledge.records.map(\.storable)
                try transaction.keep(kept, instead: records)
            }
            let merged = knowledge.merged(for: app.target, at: now)
            let before = try transaction.catalog(slug)
            // What a person says anew is stored anew, even where nothing comes of it but another date.
            let isSaid = event.isByPerson && !changed.isEmpty
            let record = CatalogRecord.of(
                merged, for: app, instead: isSaid ? nil : before, author: principal.name, at: now)
            // Of an app of which nobody said anything there is nothing to store.
            let isNew = !kept.isEmpty && (isSaid || record != before)
            if isNew {
                try transaction.replaceCatalog(record)
                try transaction.insertAudit(event.entry(record, by: principal, at: now))
            }
            return Stored(
                app: app, record: record, isNew: isNew, changed: changed,
                live: ServedApp.LiveCatalog(kept, merged, stored: record, generation: served.nextGeneration()),
                mark: SourceMark(kept),
                isDrift: !kept.isEmpty && head.hasDrifted(from: record.manifestDigest, of: app),
                waits: head.catalogWaits(at: now))
        }
        served.publish(stored.live, stored.record, stored.mark)
        // An answer that says nothing new is no reason to publish: what could not be is tried again from time to time.
        guard stored.isDrift, stored.waits == nil, stored.isNew || event.isByPerson else {
            return Receipt(
                record: stored.record, isNew: stored.isNew, changed: stored.changed, publication: nil,
                publishesAt: stored.isDrift ? stored.waits : nil, alert: nil)
        }
        return try await publish(stored, by: principal)
    }

    /// Runs a transaction that begins with the app's lock.
    private func locked<T: Sendable>(
        _ slug: String, _ body: @escaping @Sendable (App, Head, any WriteTransaction) throws -> T
    ) async throws -> T {
        var left = 3
        while true {
            do {
                return try await store.write { transaction in
                    let app = try transaction.liveApp(slug)
                    let head = try transaction.liveHead(slug)
                    guard try transaction.advanceHead(from: head.revision, to: head) else { throw LostRace() }
                    return try body(app, head, transaction)
                }
            } catch is LostRace {
                guard left > 0 else {
                    throw ControlPlaneError(
                        .preconditionFailed, "others change \"\(slug)\" at the same time; try again")
                }
                left -= 1
            }
        }
    }

    /// Publishes what was stored; a reason not to becomes an alert.
    private func publish(_ stored: Stored, by principal: Principal) async throws -> Receipt {
        do {
            let made = try await publishing.publishWhatIsDue(
                stored.app.slug, author: principal.name, isCatalogOnly: true)
            if made?.alert != nil { loader.served.raise(.catalogAlert) }
            return Receipt(
                record: stored.record, isNew: stored.isNew, changed: stored.changed, publication: made?.publication,
                publishesAt: nil, alert: made?.alert)
        } catch let error as ControlPlaneError {
            loader.served.raise(.publishFailed)
            return Receipt(
                record: stored.record, isNew: stored.isNew, changed: stored.changed, publication: nil,
                publishesAt: nil, alert: "stored, but not published yet: \(error.detail)")
        }
    }
}
