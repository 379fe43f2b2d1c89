import ControlPlane

private let columns = """
    heads.app, heads.revision, heads.policy_version, heads.next_revision, heads.needs_reissue, \
    heads.catalog_digest, heads.catalog_published_at
    """

/// The table `heads`: the revision in force of each app, and the counter of its revisions.
extension SQLTransaction {
    func head(_ app: String) throws -> Head? {
        try sql.row("SELECT \(columns) FROM heads WHERE app = $1", binding: app).map(Head.init)
    }

    /// The heads of the apps that were not deleted.
    func heads() throws -> [Head] {
        try sql.rows(
            """
            SELECT \(columns) FROM heads JOIN apps ON apps.slug = heads.app
            WHERE apps.deleted_at IS NULL ORDER BY heads.app
            """
        ).map(Head.init)
    }

    func insertHead(_ head: Head) throws {
        try sql.run(
            "INSERT INTO heads (app, revision, policy_version, next_revision, needs_reissue) VALUES ($1, $2, $3, $4, $5)",
            binding: head.app, head.revision, head.policyVersion, head.nextRevision, head.needsReissue)
    }

    /// Takes the lock of an app by an update that changes nothing.
    func lockApp(_ app: String) throws {
        try sql.run("UPDATE heads SET revision = revision WHERE app = $1", binding: app)
    }

    /// Stores the number of the last change of an app.
    func listApp(_ app: String, change number: Int) throws {
        try sql.run("UPDATE heads SET changed = $2 WHERE app = $1", binding: app, number)
    }

    /// The apps whose last change has a higher number.
    func changedApps(since number: Int) throws -> [String] {
        try sql.rows("SELECT app FROM heads WHERE changed > $1 ORDER BY app", binding: number)
            .map { try $0.text("app") }
    }

    /// Notes that the manifest in force has to be reissued.
    func requestReissue(_ app: String) throws {
        try sql.run("UPDATE heads SET needs_reissue = 1 WHERE app = $1", binding: app)
        recorder.note(.apps, of: app)
    }

    /// Replaces a head if `revision` is the one in force, and returns whether it was replaced.
    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        let replaced = try sql.run(
            """
            UPDATE heads SET revision = $3, policy_version = $4, next_revision = $5, needs_reissue = $6,
                catalog_digest = $7, catalog_published_at = $8
            WHERE app = $1 AND revision = $2
                AND EXISTS (SELECT 1 FROM apps WHERE apps.slug = heads.app AND apps.deleted_at IS NULL)
            """,
            binding: head.app, revision, head.revision, head.policyVersion, head.nextRevision, head.needsReissue,
            head.catalogDigest, head.catalogPublishedAt)
        guard replaced == 1 else { return false }
        recorder.note(.apps, of: head.app, revision: head.revision)
        return true
    }

    /// Raises the counter of every app, deleted ones too, above a number (see ``RestoredRevision``), so that no
    /// revision published since the backup comes again. Returns the slugs of the apps whose manifest in force has to be
    /// reissued.
    func raiseCounters(above floor: Int) throws -> [String] {
        let live = Set(try heads().map(\.app))
        var reissued: [String] = []
        for app in try headSlugs() {
            let isLive = live.contains(app)
            guard let head = try raiseCounter(of: app, isLive: isLive, above: floor) else { continue }
            if head.needsReissue { reissued.append(app) }
        }
        return reissued
    }

    /// The slugs of all apps, deleted ones too.
    func headSlugs() throws -> [String] {
        try sql.rows("SELECT app FROM heads ORDER BY app").map { try $0.text("app") }
    }

    /// Raises the counter of one app; see ``raiseCounters(above:)``. Of a live one, a manifest in force has to be
    /// reissued. Returns `nil` if there is no head.
    func raiseCounter(of app: String, isLive: Bool, above floor: Int) throws -> Head? {
        try lockApp(app)
        guard var head = try head(app) else { return nil }
        head.nextRevision = RestoredRevision.next(after: head, floor: floor)
        head.needsReissue = isLive && head.revision > 0
        try sql.run(
            "UPDATE heads SET next_revision = $2, needs_reissue = $3 WHERE app = $1",
            binding: app, head.nextRevision, head.needsReissue)
        return head
    }
}

extension Head {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            app: try row.text("app"), revision: try row.integer("revision"),
            policyVersion: try row.integer("policy_version"), nextRevision: try row.integer("next_revision"),
            needsReissue: try row.integer("needs_reissue") != 0,
            catalogDigest: try row.optionalText("catalog_digest"),
            catalogPublishedAt: try row.optionalDate("catalog_published_at"))
    }
}
