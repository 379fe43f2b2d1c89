package import AirworthyTrust
package import ControlPlane

/// The content of a database, as far as a check of an installation needs it. Nothing is changed.
package struct DatabaseInspection: Sendable {
    /// The migrations that the database has.
    package let schema: Schema.State
    /// The migrations of a newer version that this one works with.
    package let newer: [String]
    /// The apps; none unless the schema is that of this version.
    package let apps: [App]
    /// The manifests in force, without their bytes; none unless the schema is that of this version.
    package let manifests: [ManifestRecord]
    /// The keyrings of the manifests in force that have one, by the names of the apps.
    package let keyrings: [String: Envelope]
    /// The last day on which a proxy seemed to hide the installations that check in.
    package let hiddenClients: UTCDay?
    /// What the database knows of the time.
    package let clock: ClockNotes
    /// The clock of PostgreSQL; `nil` for SQLite.
    package let databaseClock: DatabaseClock?

    /// Reads the content.
    package init(_ sql: any SQLSession) throws {
        schema = try Schema.state(of: sql)
        databaseClock = try sql.databaseClock()
        guard schema == .made(Schema.newest) else {
            (newer, apps, manifests, keyrings, hiddenClients, clock) = ([], [], [], [:], nil, ClockNotes())
            return
        }
        newer = try Schema.newer(in: sql)
        let stored = SQLTransaction(sql)
        apps = try stored.apps()
        manifests = try stored.heads().compactMap { head in
            try stored.manifests(head.app, before: head.revision + 1, limit: 1)
                .first { $0.revision == head.revision }
        }
        var keyrings: [String: Envelope] = [:]
        for record in manifests {
            let bytes = try stored.manifest(record.app, revision: record.revision)?.bytes
            keyrings[record.app] = bytes.flatMap { try? SignedManifest(json: $0).keyring }
        }
        self.keyrings = keyrings
        hiddenClients = try stored.setting(AdoptionService.hiddenClientsSetting).flatMap(UTCDay.init)
        clock = ClockNotes(try stored.setting(ClockNotes.setting))
    }
}
