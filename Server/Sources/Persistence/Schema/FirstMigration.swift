// Frozen, as all migrations are.

extension Migration {
    /// The tables of the first version.
    package static let everything = Migration(
        number: 1, name: "everything",
        statements: [
            """
            CREATE TABLE apps (
                slug {text} NOT NULL PRIMARY KEY,
                bundle_id {text} NOT NULL,
                apple_id {integer},
                platforms {text} NOT NULL,
                default_language {text} NOT NULL,
                pins {text} NOT NULL,
                signing {text} NOT NULL,
                audience {text} NOT NULL,
                lineage {text} NOT NULL,
                internal_builds {text} NOT NULL,
                created_at {integer} NOT NULL,
                deleted_at {integer}
            ){strict}
            """,
            """
            CREATE TABLE heads (
                app {text} NOT NULL PRIMARY KEY REFERENCES apps (slug),
                revision {integer} NOT NULL CHECK (revision >= 0),
                policy_version {integer} NOT NULL,
                next_revision {integer} NOT NULL,
                needs_reissue {integer} NOT NULL CHECK (needs_reissue IN (0, 1)),
                catalog_digest {text},
                catalog_published_at {integer}
            ){strict}
            """,
            """
            CREATE TABLE policies (
                app {text} NOT NULL REFERENCES apps (slug),
                version {integer} NOT NULL,
                digest {text} NOT NULL,
                base {integer} NOT NULL,
                author {text} NOT NULL,
                note {text},
                rollback_of {integer},
                forced {text},
                created_at {integer} NOT NULL,
                body {blob} NOT NULL,
                PRIMARY KEY (app, version)
            ){strict}
            """,
            """
            CREATE TABLE manifests (
                app {text} NOT NULL REFERENCES apps (slug),
                revision {integer} NOT NULL,
                policy_version {integer} NOT NULL,
                digest {text} NOT NULL,
                payload_digest {text} NOT NULL,
                size {integer} NOT NULL,
                cause {text} NOT NULL,
                issued_at {integer} NOT NULL,
                expires_at {integer},
                author {text} NOT NULL,
                note {text},
                body {blob},
                PRIMARY KEY (app, revision)
            ){strict}
            """,
            """
            CREATE TABLE catalogs (
                app {text} NOT NULL PRIMARY KEY REFERENCES apps (slug),
                digest {text} NOT NULL,
                manifest_digest {text} NOT NULL,
                source {text} NOT NULL,
                as_of {integer},
                updated_at {integer} NOT NULL,
                author {text} NOT NULL,
                body {blob} NOT NULL
            ){strict}
            """,
            """
            CREATE TABLE audit (
                id {identity},
                done_at {integer} NOT NULL,
                actor {text} NOT NULL,
                action {text} NOT NULL,
                app {text},
                revision {integer},
                detail {text}
            ){strict}
            """,
            """
            CREATE TABLE tokens (
                id {text} NOT NULL PRIMARY KEY,
                digest {text} NOT NULL UNIQUE,
                kind {text} NOT NULL,
                name {text} NOT NULL,
                rights {integer} NOT NULL,
                apps {text},
                created_at {integer} NOT NULL,
                expires_at {integer},
                revoked_at {integer}
            ){strict}
            """,
            """
            CREATE TABLE settings (
                name {text} NOT NULL PRIMARY KEY,
                value {text} NOT NULL
            ){strict}
            """,
        ])
}
