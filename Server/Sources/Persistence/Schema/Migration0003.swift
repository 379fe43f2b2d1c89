extension Migration {
    /// What each source said about an app's releases, and where to ask. What was imported before is the word of `manual`.
    /// Frozen.
    package static let sources = Migration(
        number: 3, name: "sources",
        statements: [
            "ALTER TABLE apps ADD COLUMN storefronts {text} NOT NULL DEFAULT '[\"US\"]'",
            "ALTER TABLE apps ADD COLUMN apple_key_id {text}",
            """
            CREATE TABLE catalog_sources (
                app {text} NOT NULL REFERENCES apps (slug),
                source {text} NOT NULL,
                checked_at {integer} NOT NULL,
                changed_at {integer} NOT NULL,
                author {text} NOT NULL,
                body {blob} NOT NULL,
                PRIMARY KEY (app, source)
            ){strict}
            """,
            """
            INSERT INTO catalog_sources (app, source, checked_at, changed_at, author, body)
            SELECT app, 'manual', COALESCE(as_of, updated_at), updated_at, author, body FROM catalogs
            """,
        ])
}
