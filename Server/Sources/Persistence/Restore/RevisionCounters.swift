import ControlPlane
package import Foundation

/// The revision counters of all apps, raised after the database went back in time without a restore of SQLite, such as after a point-in-time recovery of PostgreSQL.
package struct RevisionCounters: Sendable {
    package struct Raised: Hashable, Sendable {
        /// The revision in force; 0 if nothing is published.
        package let revision: Int
        package let nextRevision: Int
        /// Whether the server will sign the manifest in force again.
        package let isReissued: Bool
        /// The issue date of the manifest in force; `nil` without one.
        package let issuedAt: Date?
    }

    private let driver: any Driver
    private let floor: Int
    private let now: Date

    /// Creates a value for a database with the schema of this version. Every next revision exceeds the seconds of
    /// `now`, and is at least `atLeast`, if that is given.
    package init(_ driver: any Driver, atLeast: Int?, at now: Date) throws(BackupError) {
        self.driver = driver
        self.now = now
        floor = try RestoredRevision.floor(atLeast: atLeast, now: now)
    }

    /// Returns the slugs of all apps, deleted ones too.
    package func apps() async throws -> [String] {
        try await driver.read { try SQLTransaction($0).headSlugs() }
    }

    /// Ends all sessions: those of browsers that have signed out since are in the database again. Forgets the noted time, too: it is
    /// that of the date to which the database went back.
    package func endSessions() async throws {
        try await driver.write { try Self.endSessions(in: $0) }
    }

    /// Raises the counter of one app in a transaction of its own, and notes it in the audit. Returns `nil` if there is
    /// no such app.
    /// - Throws: ``StoreError``. Nothing has changed then, except perhaps after `outcomeUnknown`.
    package func raise(_ app: String) async throws -> Raised? {
        let (floor, now) = (floor, now)
        return try await driver.write { sql in
            let stored = SQLTransaction(sql)
            let isLive = try stored.app(app)?.isLive ?? false
            guard let head = try stored.raiseCounter(of: app, isLive: isLive, above: floor) else { return nil }
            try stored.insertAudit(
                AuditEntry(
                    at: now, actor: Principal.server.name, action: "head.raised", app: app,
                    detail: "revisions go on above \(head.nextRevision - 1)"))
            stored.recorder.note(.apps, of: app)
            try stored.recorder.store(in: sql)
            return Raised(
                revision: head.revision, nextRevision: head.nextRevision, isReissued: head.needsReissue,
                issuedAt: try stored.manifest(app, revision: head.revision)?.issuedAt)
        }
    }

    /// Raises the counters of all apps of a copy of a database that no server uses, ends all sessions, because a browser may
    /// have signed out since, and notes the restore in the audit. Returns the apps whose manifest has to be reissued.
    package static func raiseAll(
        in sql: any SQLSession, above floor: Int, from name: String, at now: Date
    ) throws -> [String] {
        try endSessions(in: sql)
        try SQLTransaction(sql).insertAudit(
            AuditEntry(
                at: now, actor: Principal.server.name, action: "database.restored",
                detail: "from \"\(name)\"; revisions go on above \(floor)"))
        return try SQLTransaction(sql).raiseCounters(above: floor)
    }

    private static func endSessions(in sql: any SQLSession) throws {
        try SQLTransaction(sql).deleteSessions()
        // The clock of the machine that goes on counts, not the date to which the database went back.
        try SQLTransaction(sql).replaceSetting(ClockNotes.setting, value: ClockNotes().text)
    }
}

extension AppState {
    fileprivate var isLive: Bool { if case .live = self { true } else { false } }
}

/// The revisions after a restore: above every revision that may have been published since the backup.
package enum RestoredRevision {
    /// Returns the number that the next revision of every app has to exceed, from the time of the restore (see
    /// ``RevisionLimit/unixSeconds(at:)``) and the operator's lowest next revision, such as one above the highest
    /// revision seen on devices.
    /// - Throws: ``BackupError`` `revisionTooHigh` if the operator's number is above ``RevisionLimit``.
    package static func floor(atLeast: Int?, now: Date) throws(BackupError) -> Int {
        let seconds = RevisionLimit.unixSeconds(at: now)
        guard let atLeast, atLeast > 0 else { return seconds }
        let highest = RevisionLimit.highest(at: now)
        guard atLeast <= highest else { throw .revisionTooHigh(atLeast, highest: highest) }
        return max(seconds, atLeast - 1)
    }

    /// Returns the lowest next revision of an app. The highest integer has no successor and stays.
    static func next(after head: Head, floor: Int) -> Int {
        let passed = max(head.revision, floor)
        return max(head.nextRevision, passed == .max ? .max : passed + 1)
    }
}
