extension Migration {
    /// Who made a token; indexes for the audit of one app and for pruning. Frozen.
    package static let origins = Migration(
        number: 2, name: "origins",
        statements: [
            "ALTER TABLE tokens ADD COLUMN created_by {text} NOT NULL DEFAULT 'airworthy'",
            "CREATE INDEX audit_of_app ON audit (app, id)",
            "CREATE INDEX manifests_to_prune ON manifests (issued_at) WHERE body IS NOT NULL",
        ])
}
