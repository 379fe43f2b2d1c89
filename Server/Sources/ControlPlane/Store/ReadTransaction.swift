package import Foundation
package import ReleaseCatalog

/// The reads of a transaction. Histories come newest first.
package protocol ReadTransaction {
    /// Returns every app that was not deleted, by slug.
    func apps() throws -> [App]
    /// Returns an app or its tombstone; `nil` if the slug was never used.
    func app(_ slug: String) throws -> AppState?
    /// Returns the slugs of deleted apps, sorted.
    func deletedApps() throws -> [String]
    /// Returns the head of an app. It exists from the app's creation on, for ever.
    func head(_ app: String) throws -> Head?
    /// Returns the heads of the apps that were not deleted, by slug.
    func heads() throws -> [Head]

    /// Returns a policy of an app.
    func policy(_ app: String, version: Int) throws -> PolicyRecord?
    /// Returns the policy in force of an app that was not deleted; `nil` without one.
    func policyInForce(_ app: String) throws -> PolicyRecord?
    /// Returns the policies of an app below `before`, at most `limit`, without their text.
    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicySummary]
    /// Returns a manifest of an app.
    func manifest(_ app: String, revision: Int) throws -> ManifestRecord?
    /// Returns the manifests of an app below `before`, at most `limit`, without their bytes.
    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord]
    /// Returns the bytes of an app's policies and of the manifests whose bytes are kept. Policies that a server stored before it had
    /// this method may be left out. Reads an entry of an index for each.
    func storedBytes(of app: String) throws -> Int

    /// Returns the drafts of an app without their texts, last saved first.
    func drafts(of app: String) throws -> [Draft]
    /// Returns a draft of an app.
    func draft(_ id: String, of app: String) throws -> DraftRecord?
    /// Returns the number of drafts of each app that has some, by slug.
    func draftCounts() throws -> [String: Int]

    /// Returns the stored catalog of an app.
    func catalog(_ app: String) throws -> CatalogRecord?
    /// Returns the mark of each stored catalog, by slug.
    func catalogMarks() throws -> [CatalogMark]

    /// Returns the release data of an app, one record for each source, by the name of the source.
    func sources(_ app: String) throws -> [SourceRecord]
    /// Returns the mark of each app with release data, by slug.
    func sourceMarks() throws -> [SourceMark]

    /// Returns the audit entries of one app or of all, below `before`, at most `limit`.
    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry]
    /// Returns the audit entries of the revisions of an app in a range, newest first.
    func audit(app: String, revisions: ClosedRange<Int>) throws -> [AuditEntry]
    /// Returns every token, revoked and expired ones too, by date of creation.
    func tokens() throws -> [TokenRecord]
    /// Returns the number of tokens that a token created or that belong to a chain, without the first of the chain.
    /// - Parameters:
    ///   - creator: The id of the token.
    ///   - chain: The id of the first token of the chain.
    ///   - date: Tokens that were revoked or had expired by this date do not count.
    /// - Returns: The number.
    /// - Throws: ``StoreError``.
    func tokenCount(createdWith creator: String, orIn chain: String, validAfter date: Date) throws -> Int
    /// Returns a token, revoked and expired ones too.
    func token(_ id: String) throws -> TokenRecord?
    /// Returns a session, expired ones too, by the SHA-256 of its text in hexadecimal.
    func session(_ digest: String) throws -> SessionRecord?
    /// Returns the numbers of changes. They rise with each transaction that changes something of their group.
    func changes() throws -> StoredChanges
    /// Returns the slugs of the apps that changed since ``StoredChanges/listed`` was `number`, deleted ones too, sorted.
    func changedApps(since number: Int) throws -> [String]
    /// Returns the installations of an app whose last check-in was on a day from `first` on, without cells that are empty
    /// in sum.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - first: The first day.
    ///   - facts: The facts to group by, not empty; the others are unknown in the result.
    /// - Returns: The rows, in no order.
    /// - Throws: ``StoreError``.
    func adoption(_ app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) throws -> [AdoptionRow]
    /// Returns the imported installations of an app; `nil` without an import.
    func adoptionImport(of app: String) throws -> AdoptionImport?
    /// Returns what installations of an app reported in some hours, counted from 1970, by rule and status.
    func outcomes(of app: String, hours: Range<Int>) throws -> [OutcomeRow]
    /// Returns the active installations of an app by version and channel on days from `first` on; see
    /// ``DailyCount/bounded(_:)``.
    func dailyVersions(of app: String, since first: UTCDay) throws -> [DailyCount]
    /// Returns what installations of an app reported on days from `first` on, by rule and status; see
    /// ``DailyOutcome/bounded(_:)``.
    func dailyOutcomes(of app: String, since first: UTCDay) throws -> [DailyOutcome]
    /// Returns the days before `end` with check-ins of an app that have no summary, in order.
    func daysWithoutSummary(of app: String, before end: UTCDay) throws -> [UTCDay]
    /// Returns the predictions of revisions of an app in a range, newest first.
    func predictions(of app: String, revisions: ClosedRange<Int>) throws -> [Prediction]
    /// Returns the predictions that were made before a date and have no reports of a window yet, oldest first, at most `limit`.
    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) throws -> [Prediction]
    /// Returns the App Store Connect keys as the leader stored them last, in the order they were configured.
    func appleKeys() throws -> [AppleKeyRecord]
    /// Returns a stored setting, such as the id of the first admin token.
    func setting(_ key: String) throws -> String?
    /// Returns the clock of the database server; `nil` for a database in this process.
    func databaseClock() throws -> DatabaseClock?
}

extension ReadTransaction {
    /// Returns the installations by all facts.
    package func adoption(_ app: String, since first: UTCDay) throws -> [AdoptionRow] {
        try adoption(app, since: first, by: AdoptionCell.Fact.allCases)
    }
}
