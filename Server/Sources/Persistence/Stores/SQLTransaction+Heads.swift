import ControlPlane

extension SQLTransaction {
    private static let columns = """
        heads.app, heads.revision, heads.policy_version, heads.next_revision, heads.needs_reissue, \
        heads.catalog_digest, heads.catalog_published_at
        """

    func head(_ app: String) throws -> Head? {
        try sql.row("SELECT \(Self.columns) FROM heads WHERE app = $1", app).map(Head.init)
    }

    func heads() throws -> [Head] {
        try sql.rows(
            """
            SELECT \(Self.columns) FROM heads JOIN apps ON apps.slug = heads.app
            WHERE apps.deleted_at IS NULL ORDER BY heads.app
            """
        ).map(Head.init)
    }

    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        try sql.run(
            """
            UPDATE heads SET revision = $3, policy_version = $4, next_revision = $5, needs_reissue = $6,
                catalog_digest = $7, catalog_published_at = $8
            WHERE app = $1 AND revision = $2
                AND EXISTS (SELECT 1 FROM apps WHERE apps.slug = heads.app AND apps.deleted_at IS NULL)
            """,
            head.app, revision, head.revision, head.policyVersion, head.nextRevision, head.needsReissue,
            head.catalogDigest, head.catalogPublishedAt) == 1
    }

    /// Raises the counter of every app, deleted ones too, so that nothing published since the backup has a number that
    /// comes again. What is in force has to be issued anew.
    /// - Parameter floor: The number that is passed by all; see ``RevisionRule``.
    /// - Returns: The slugs of the apps whose head has to be issued anew.
    /// - Throws: ``StoreError``.
    func raiseCounters(above floor: Int) throws -> [String] {
        let live = Set(try apps().map(\.slug))
        var reissued: [String] = []
        for head in try sql.rows("SELECT \(Self.columns) FROM heads ORDER BY heads.app").map(Head.init) {
            let needsReissue = live.contains(head.app) && head.revision > 0
            if needsReissue { reissued.append(head.app) }
            try sql.run(
                "UPDATE heads SET next_revision = $2, needs_reissue = $3 WHERE app = $1", head.app,
                RevisionRule.next(after: head, floor: floor), needsReissue)
        }
        return reissued
    }
}

extension Head {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            app: try row.text("app"), revision: try row.integer("revision"),
            policyVersion: try row.integer("policy_version"), nextRevision: try row.integer("next_revision"),
            needsReissue: try row.integer("needs_reissue") != 0, catalogDigest: try row.textIfAny("catalog_digest"),
            catalogPublishedAt: try row.dateIfAny("catalog_published_at"))
    }
}
