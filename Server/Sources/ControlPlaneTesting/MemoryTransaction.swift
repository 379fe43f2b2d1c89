import ControlPlane
import Foundation
import ReleaseCatalog

/// One transaction of a ``MemoryStore``. It never leaves its body.
final class MemoryTransaction {
    var state: MemoryState

    init(_ state: MemoryState) { self.state = state }

    private static func page<Record>(
        _ records: [Record], below before: Int?, limit: Int, by number: (Record) -> Int
    ) -> [Record] {
        let below = records.filter { record in before.map { number(record) < $0 } ?? true }
        return Array(below.sorted { number($0) > number($1) }.prefix(max(0, limit)))
    }
}

extension MemoryTransaction: ReadTransaction {
    func apps() -> [App] {
        state.apps.values.compactMap { if case .live(let app) = $0 { app } else { nil } }.sorted { $0.slug < $1.slug }
    }

    func app(_ slug: String) throws -> AppState? { state.apps[try Storable.text(slug)] }

    func deletedApps() -> [String] {
        state.apps.filter { $0.value == .deleted }.keys.sorted()
    }

    func head(_ app: String) throws -> Head? { state.heads[try Storable.text(app)] }

    func heads() -> [Head] { apps().compactMap { state.heads[$0.slug] } }

    func policy(_ app: String, version: Int) throws -> PolicyRecord? {
        state.policies[MemoryState.Numbered(app: try Storable.text(app), number: version)]
    }

    func policyInForce(_ app: String) throws -> PolicyRecord? {
        guard case .live = try self.app(app), let head = try head(app) else { return nil }
        return try policy(app, version: head.policyVersion)
    }

    func policies(_ app: String, before: Int?, limit: Int) -> [PolicySummary] {
        Self.page(state.policies.values.filter { $0.app == app }, below: before, limit: limit, by: \.version)
            .map(PolicySummary.init)
    }

    func manifest(_ app: String, revision: Int) throws -> ManifestRecord? {
        state.manifests[MemoryState.Numbered(app: try Storable.text(app), number: revision)]
    }

    func manifests(_ app: String, before: Int?, limit: Int) -> [ManifestRecord] {
        Self.page(state.manifests.values.filter { $0.app == app }, below: before, limit: limit, by: \.revision)
            .map { record in
                var record = record
                record.bytes = nil
                return record
            }
    }

    func storedBytes(of app: String) -> Int {
        let policies = state.policies.values.filter { $0.app == app }.map(\.text.count)
        let manifests = state.manifests.values.filter { $0.app == app && $0.bytes != nil }.map(\.size)
        return (policies + manifests).reduce(0, +)
    }

    func catalog(_ app: String) throws -> CatalogRecord? { state.catalogs[try Storable.text(app)] }

    func catalogMarks() -> [CatalogMark] {
        state.catalogs.values.sorted { $0.app < $1.app }.map {
            CatalogMark(app: $0.app, digest: $0.digest, manifestDigest: $0.manifestDigest, updatedAt: $0.updatedAt)
        }
    }

    func sources(_ app: String) throws -> [SourceRecord] {
        (state.sources[try Storable.text(app)] ?? [:]).values.sorted { $0.source < $1.source }
    }

    func sourceMarks() -> [SourceMark] {
        state.sources.sorted { $0.key < $1.key }.compactMap { SourceMark(Array($0.value.values)) }
    }

    func audit(app: String?, before: Int?, limit: Int) -> [AuditEntry] {
        let entries = state.audit.filter { app == nil || $0.app == app }
        return Self.page(entries, below: before, limit: limit, by: \.id)
    }

    func audit(app: String, revisions: ClosedRange<Int>) -> [AuditEntry] {
        state.audit.filter { $0.app == app && $0.revision.map(revisions.contains) ?? false }.sorted { $0.id > $1.id }
    }

    func tokens() -> [TokenRecord] { state.tokens.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    func tokenCount(createdWith creator: String, orIn chain: String, validAfter date: Date) -> Int {
        state.tokens.count { token in
            (token.createdWith == creator || token.chain == chain) && token.id != chain
                && token.revokedAt.map { $0 > date } ?? true && token.expiresAt.map { $0 > date } ?? true
        }
    }

    func token(_ id: String) throws -> TokenRecord? {
        let id = try Storable.text(id)
        return state.tokens.first { $0.id == id }
    }

    func session(_ digest: String) throws -> SessionRecord? { state.sessions[try Storable.text(digest)] }

    func changes() -> StoredChanges { state.changes }

    func changedApps(since number: Int) -> [String] { state.listed.filter { $0.value > number }.keys.sorted() }

    func appleKeys() -> [AppleKeyRecord] { state.appleKeys }

    func setting(_ key: String) throws -> String? { state.settings[try Storable.text(key)] }

    func databaseClock() -> DatabaseClock? { nil }
}

extension MemoryTransaction: WriteTransaction {
    func insertApp(_ app: App) throws -> Bool {
        let app = try StoredForm.app(app)
        guard state.apps[app.slug] == nil else { return false }
        state.apps[app.slug] = .live(app)
        state.heads[app.slug] = Head(app: app.slug)
        note(\.apps, of: app.slug)
        return true
    }

    /// Transactions run one at a time, so there is nothing to lock.
    func lockApp(_ slug: String) {}

    func updateApp(_ app: App, replacing old: App) throws {
        guard case .live(let stored) = state.apps[app.slug] else { return }
        var changed = stored
        if app.bundleID != old.bundleID { changed.bundleID = app.bundleID }
        if app.appleID != old.appleID { changed.appleID = app.appleID }
        if app.platforms != old.platforms { changed.platforms = app.platforms }
        if app.defaultLanguage != old.defaultLanguage { changed.defaultLanguage = app.defaultLanguage }
        if app.pins != old.pins { changed.pins = app.pins }
        if app.internalBuilds != old.internalBuilds { changed.internalBuilds = app.internalBuilds }
        if app.testFlightNotes != old.testFlightNotes { changed.testFlightNotes = app.testFlightNotes }
        if app.storefronts != old.storefronts { changed.storefronts = app.storefronts }
        if app.appleKeyID != old.appleKeyID { changed.appleKeyID = app.appleKeyID }
        state.apps[app.slug] = .live(try StoredForm.app(changed))
        note(\.apps, of: app.slug)
    }

    func requestReissue(_ app: String) {
        state.heads[app]?.needsReissue = true
        note(\.apps, of: app)
    }

    func deleteApp(_ slug: String, at date: Date) {
        guard case .live = state.apps[slug] else { return }
        state.apps[slug] = .deleted
        note(\.apps, of: slug)
        state.policies = state.policies.filter { $0.key.app != slug }
        state.drafts[slug] = nil
        state.catalogs[slug] = nil
        state.sources[slug] = nil
        state.adoption.days = state.adoption.days.filter { $0.key.app != slug }
        state.adoption.outcomes = state.adoption.outcomes.filter { $0.key.app != slug }
        state.adoption.imports[slug] = nil
        state.adoption.predictions.removeAll { $0.app == slug }
        for key in state.manifests.keys where key.app == slug { state.manifests[key]?.bytes = nil }
    }

    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        guard case .live = state.apps[head.app], state.heads[head.app]?.revision == revision else {
            return false
        }
        state.heads[head.app] = try StoredForm.head(head)
        note(\.apps, of: head.app)
        return true
    }

    func insertPolicy(_ policy: PolicyRecord) throws {
        let key = MemoryState.Numbered(app: policy.app, number: policy.version)
        try requireNew(state.policies[key] == nil, of: policy.app)
        state.policies[key] = try StoredForm.policy(policy)
    }

    func insertManifest(_ manifest: ManifestRecord) throws {
        let key = MemoryState.Numbered(app: manifest.app, number: manifest.revision)
        try requireNew(state.manifests[key] == nil, of: manifest.app)
        state.manifests[key] = try StoredForm.manifest(manifest)
    }

    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) -> Int {
        let old = state.manifests.filter { _, record in
            record.bytes != nil && causes.contains(record.cause) && record.issuedAt < date
                && state.heads[record.app]?.revision != record.revision
        }
        for key in old.keys { state.manifests[key]?.bytes = nil }
        return old.count
    }

    func replaceCatalog(_ catalog: CatalogRecord) throws {
        try requireNew(of: catalog.app)
        state.catalogs[catalog.app] = try StoredForm.catalog(catalog)
        note(\.catalogs, of: catalog.app)
    }

    func replaceSource(_ record: SourceRecord) throws {
        try requireNew(of: record.app)
        state.sources[record.app, default: [:]][record.source] = try StoredForm.source(record)
        note(\.catalogs, of: record.app)
    }

    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws {
        state.sources[app]?[source]?.checkedAt = try Storable.instant(checkedAt)
        note(\.catalogs, of: app)
    }

    func deleteSource(_ source: CatalogSource, of app: String) {
        state.sources[app]?[source] = nil
        note(\.catalogs, of: app)
    }

    func insertAudit(_ entry: AuditEntry) throws {
        state.audit.append(try StoredForm.audit(entry, id: state.audit.count + 1))
    }

    /// Transactions run one at a time, so there is nothing to lock.
    func lockToken(_ id: String) {}

    func insertToken(_ token: TokenRecord) throws {
        guard !state.tokens.contains(where: { $0.id == token.id || $0.digest == token.digest }) else {
            throw StoreError.unavailable("a token with that id or digest is there already")
        }
        state.tokens.append(try StoredForm.token(token))
        state.changes.tokens += 1
    }

    func revokeToken(_ id: String, at date: Date) throws -> Bool {
        guard let index = state.tokens.firstIndex(where: { $0.id == id && $0.revokedAt == nil }) else { return false }
        state.tokens[index].revokedAt = try Storable.instant(date)
        state.changes.tokens += 1
        return true
    }

    func insertSession(_ session: SessionRecord) throws {
        guard try token(session.tokenID) != nil, state.sessions[session.digest] == nil else {
            throw StoreError.unavailable("there is no such token, or a session with that digest is there already")
        }
        state.sessions[session.digest] = try StoredForm.session(session)
    }

    func deleteSession(_ digest: String) throws { state.sessions[try Storable.text(digest)] = nil }

    func deleteSessions(ofToken id: String, exceptNewest count: Int) {
        let sessions = state.sessions.values.filter { $0.tokenID == id }
            .sorted { ($1.openedAt, $0.digest) < ($0.openedAt, $1.digest) }
        for session in sessions.dropFirst(count) { state.sessions[session.digest] = nil }
    }

    func deleteSessions(expiredBy date: Date) {
        state.sessions = state.sessions.filter { $0.value.expiresAt > date }
    }

    func replaceAppleKeys(_ keys: [AppleKeyRecord]) { state.appleKeys = keys }

    func replaceSetting(_ key: String, value: String) throws {
        state.settings[try Storable.text(key)] = try Storable.text(value)
    }

    func claimSetting(_ key: String, value: String) throws -> Bool {
        guard state.settings[try Storable.text(key)] == nil else { return false }
        state.settings[key] = try Storable.text(value)
        return true
    }

    /// Counts a change of an app, and stores its number.
    private func note(_ group: WritableKeyPath<StoredChanges, Int>, of app: String) {
        state.changes[keyPath: group] += 1
        state.changes.listed += 1
        state.listed[app] = state.changes.listed
    }

    /// Throws for a missing app or a used number, as the keys of database tables do.
    func requireNew(_ isNew: Bool = true, of app: String) throws {
        guard state.apps[try Storable.text(app)] != nil else {
            throw StoreError.unavailable("there is no app \"\(app)\"")
        }
        guard isNew else { throw StoreError.unavailable("that number of \"\(app)\" is taken") }
    }
}
