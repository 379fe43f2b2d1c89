package import ControlPlane
import Foundation
import ReleaseCatalog

/// The persistent store, written once over every database engine.
package struct SQLStore: Store {
    private let driver: any Driver

    /// Creates a store over a database whose schema is current; see ``Schema``.
    package init(_ driver: any Driver) { self.driver = driver }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        let dialect = driver.dialect
        return try await driver.read { sql in
            try body(SQLTransaction(sql, dialect: dialect, recorder: ChangeRecorder()))
        }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        let dialect = driver.dialect
        return try await driver.write { sql in
            let recorder = ChangeRecorder()
            let result = try body(SQLTransaction(sql, dialect: dialect, recorder: recorder))
            // Last, because all nodes lock the same row for it.
            try recorder.store(in: sql, dialect: dialect)
            return result
        }
    }
}

/// One transaction of an ``SQLStore``: forwards each call to the table that it concerns.
struct SQLTransaction {
    private let sql: any SQLSession
    private let dialect: Dialect
    private let recorder: ChangeRecorder

    init(_ sql: any SQLSession, dialect: Dialect, recorder: ChangeRecorder) {
        self.sql = sql
        self.dialect = dialect
        self.recorder = recorder
    }
}

extension SQLTransaction: ReadTransaction {
    func apps() throws -> [App] { try AppsTable(sql: sql).all() }
    func app(_ slug: String) throws -> AppState? { try AppsTable(sql: sql).state(of: slug) }
    func deletedApps() throws -> [String] { try AppsTable(sql: sql).deletedSlugs() }
    func head(_ app: String) throws -> Head? { try HeadsTable(sql: sql).head(of: app) }
    func heads() throws -> [Head] { try HeadsTable(sql: sql).liveHeads() }

    func policy(_ app: String, version: Int) throws -> PolicyRecord? {
        try PoliciesTable(sql: sql).policy(version: version, of: app)
    }

    func policyInForce(_ app: String) throws -> PolicyRecord? { try PoliciesTable(sql: sql).inForce(of: app) }

    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicySummary] {
        try PoliciesTable(sql: sql).page(of: app, before: before, limit: limit)
    }

    func manifest(_ app: String, revision: Int) throws -> ManifestRecord? {
        try ManifestsTable(sql: sql).manifest(revision: revision, of: app)
    }

    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord] {
        try ManifestsTable(sql: sql).page(of: app, before: before, limit: limit)
    }

    func storedBytes(of app: String) throws -> Int {
        try PoliciesTable(sql: sql).bytes(of: app) + ManifestsTable(sql: sql).bytes(of: app)
    }

    func drafts(of app: String) throws -> [Draft] { try DraftsTable(sql: sql).all(of: app) }
    func draft(_ id: String, of app: String) throws -> DraftRecord? { try DraftsTable(sql: sql).draft(id, of: app) }
    func draftCounts() throws -> [String: Int] { try DraftsTable(sql: sql).counts() }

    func catalog(_ app: String) throws -> CatalogRecord? { try CatalogsTable(sql: sql).catalog(of: app) }
    func catalogMarks() throws -> [CatalogMark] { try CatalogsTable(sql: sql).marks() }
    func sources(_ app: String) throws -> [SourceRecord] { try SourcesTable(sql: sql).sources(of: app) }
    func sourceMarks() throws -> [SourceMark] { try SourcesTable(sql: sql).marks() }

    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry] {
        try AuditTable(sql: sql).page(of: app, before: before, limit: limit)
    }

    func audit(app: String, revisions: ClosedRange<Int>) throws -> [AuditEntry] {
        try AuditTable(sql: sql).entries(of: app, revisions: revisions)
    }

    func tokens() throws -> [TokenRecord] { try TokensTable(sql: sql).all() }
    func tokenCount(createdWith creator: String, orIn chain: String, validAfter date: Date) throws -> Int {
        try TokensTable(sql: sql).count(createdWith: creator, orIn: chain, validAfter: date)
    }
    func token(_ id: String) throws -> TokenRecord? { try TokensTable(sql: sql).token(id) }
    func session(_ digest: String) throws -> SessionRecord? { try SessionsTable(sql: sql).session(digest: digest) }
    func changes() throws -> StoredChanges { try ChangesTable(sql: sql).current() }
    func changedApps(since number: Int) throws -> [String] { try HeadsTable(sql: sql).changed(since: number) }
    func adoption(_ app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) throws -> [AdoptionRow] {
        try AdoptionTables(sql: sql, dialect: dialect).rows(of: app, since: first, by: facts)
    }
    func outcomes(of app: String, hours: Range<Int>) throws -> [OutcomeRow] {
        try AdoptionTables(sql: sql, dialect: dialect).outcomes(of: app, hours: hours)
    }

    func dailyVersions(of app: String, since first: UTCDay) throws -> [DailyCount] {
        try AdoptionSummariesTable(sql: sql).versions(of: app, since: first)
    }

    func dailyOutcomes(of app: String, since first: UTCDay) throws -> [DailyOutcome] {
        try AdoptionSummariesTable(sql: sql).outcomes(of: app, since: first)
    }

    func daysWithoutSummary(of app: String, before end: UTCDay) throws -> [UTCDay] {
        try AdoptionSummariesTable(sql: sql).daysWithout(of: app, before: end)
    }

    func predictions(of app: String, revisions: ClosedRange<Int>) throws -> [Prediction] {
        try PredictionsTable(sql: sql).rows(of: app, revisions: revisions)
    }

    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) throws -> [Prediction] {
        try PredictionsTable(sql: sql).rows(without: window, madeBefore: date, limit: limit)
    }

    func adoptionImport(of app: String) throws -> AdoptionImport? { try AdoptionImportsTable(sql: sql).row(of: app) }
    func appleKeys() throws -> [AppleKeyRecord] { try AppleKeysTable(sql: sql).all() }
    func setting(_ key: String) throws -> String? { try SettingsTable(sql: sql).value(of: key) }
    func databaseClock() throws -> DatabaseClock? { dialect == .postgres ? try DatabaseClock(sql) : nil }
}

extension SQLTransaction: WriteTransaction {
    func insertApp(_ app: App) throws -> Bool {
        guard try AppsTable(sql: sql).insert(app) else { return false }
        try HeadsTable(sql: sql).insert(Head(app: app.slug))
        recorder.note(.apps, of: app.slug)
        return true
    }

    func lockApp(_ slug: String) throws { try HeadsTable(sql: sql).lock(slug) }

    func updateApp(_ app: App, replacing old: App) throws {
        try AppsTable(sql: sql).update(app, replacing: old)
        recorder.note(.apps, of: app.slug)
    }

    func requestReissue(_ app: String) throws {
        try HeadsTable(sql: sql).requestReissue(app)
        recorder.note(.apps, of: app)
    }

    func deleteApp(_ slug: String, at date: Date) throws {
        try AppsTable(sql: sql).delete(slug, at: date)
        recorder.note(.apps, of: slug)
    }

    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        guard try HeadsTable(sql: sql).advance(from: revision, to: head) else { return false }
        recorder.note(.apps, of: head.app, revision: head.revision)
        return true
    }

    func insertPolicy(_ policy: PolicyRecord) throws { try PoliciesTable(sql: sql).insert(policy) }
    func insertManifest(_ manifest: ManifestRecord) throws { try ManifestsTable(sql: sql).insert(manifest) }
    func insertDraft(_ record: DraftRecord) throws { try DraftsTable(sql: sql).insert(record) }

    func updateDraft(_ record: DraftRecord, expecting edit: Int) throws -> Bool {
        try DraftsTable(sql: sql).update(record, expecting: edit)
    }

    func deleteDraft(_ id: String, of app: String) throws { try DraftsTable(sql: sql).delete(id, of: app) }

    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int {
        try ManifestsTable(sql: sql).prune(causes, issuedBefore: date)
    }

    func replaceCatalog(_ catalog: CatalogRecord) throws {
        try CatalogsTable(sql: sql).replace(catalog)
        recorder.note(.catalogs, of: catalog.app)
    }

    func replaceSource(_ record: SourceRecord) throws {
        try SourcesTable(sql: sql).replace(record)
        recorder.note(.catalogs, of: record.app)
    }

    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws {
        try SourcesTable(sql: sql).touch(source, of: app, checkedAt: checkedAt)
        recorder.note(.catalogs, of: app)
    }

    func deleteSource(_ source: CatalogSource, of app: String) throws {
        try SourcesTable(sql: sql).delete(source, of: app)
        recorder.note(.catalogs, of: app)
    }

    func insertAudit(_ entry: AuditEntry) throws { try AuditTable(sql: sql).insert(entry) }
    func lockToken(_ id: String) throws { try TokensTable(sql: sql).lock(id) }

    func insertToken(_ token: TokenRecord) throws {
        try TokensTable(sql: sql).insert(token)
        recorder.note(.tokens)
    }

    func revokeToken(_ id: String, at date: Date) throws -> Bool {
        guard try TokensTable(sql: sql).revoke(id, at: date) else { return false }
        recorder.note(.tokens)
        return true
    }

    func insertSession(_ session: SessionRecord) throws { try SessionsTable(sql: sql).insert(session) }
    func deleteSession(_ digest: String) throws { try SessionsTable(sql: sql).delete(digest: digest) }

    func deleteSessions(ofToken id: String, exceptNewest count: Int) throws {
        try SessionsTable(sql: sql).delete(ofToken: id, exceptNewest: count)
    }

    func deleteSessions(expiredBy date: Date) throws { try SessionsTable(sql: sql).delete(expiredBy: date) }

    func addCheckIns(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt {
        try AdoptionTables(sql: sql, dialect: dialect).add(batch, at: date)
    }

    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) throws -> (rows: Int, next: UTCDay) {
        try AdoptionPruning(sql: sql, dialect: dialect, atMost: rows).removeNext(of: app, today: today, from: first)
    }

    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) throws -> Int {
        try AdoptionPruning(sql: sql, dialect: dialect, atMost: rows).removeBatches(before: day)
    }

    func summarizeCheckIns(of app: String, on days: [UTCDay]) throws {
        try AdoptionSummariesTable(sql: sql).summarize(days, of: app)
    }

    func replaceAdoptionImport(_ new: AdoptionImport) throws { try AdoptionImportsTable(sql: sql).replace(with: new) }

    func deleteAdoptionImport(of app: String) throws -> Bool { try AdoptionImportsTable(sql: sql).delete(of: app) }

    func insertPrediction(_ prediction: Prediction) throws { try PredictionsTable(sql: sql).insert(prediction) }

    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) throws {
        try PredictionsTable(sql: sql).update(window, to: text, of: app, revision: revision)
    }

    func replaceAppleKeys(_ keys: [AppleKeyRecord]) throws { try AppleKeysTable(sql: sql).replaceAll(keys) }

    func claimSetting(_ key: String, value: String) throws -> Bool {
        try SettingsTable(sql: sql).claim(key, value: value)
    }

    func replaceSetting(_ key: String, value: String) throws { try SettingsTable(sql: sql).replace(key, value: value) }
}
