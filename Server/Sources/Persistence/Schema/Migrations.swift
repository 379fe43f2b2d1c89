// Frozen: the text of a released migration never changes. A change of the schema is a new migration at the end.

extension Migration {
    /// The author of a token; indexes for the audit of one app and for pruning.
    package static let origins = Migration(
        number: 2, name: "origins",
        statements: [
            "ALTER TABLE tokens ADD COLUMN created_by {text} NOT NULL DEFAULT 'airworthy'",
            "CREATE INDEX audit_of_app ON audit (app, id)",
            "CREATE INDEX manifests_to_prune ON manifests (issued_at) WHERE body IS NOT NULL",
        ])

    /// The reports of each source about an app's releases, and the sources to query. An earlier import becomes the report
    /// of the source `manual`.
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

    /// The token and the request of each audit entry; an index for the entries of an app's revisions.
    package static let actors = Migration(
        number: 4, name: "actors",
        statements: [
            "ALTER TABLE audit ADD COLUMN token_id {text}",
            "ALTER TABLE audit ADD COLUMN request_id {text}",
            "CREATE INDEX audit_of_revision ON audit (app, revision)",
        ])

    /// The numbers of changes, in one row, so that a node that polls reads nothing else while nothing has changed.
    package static let changes = Migration(
        number: 5, name: "changes",
        statements: [
            """
            CREATE TABLE changes (
                id {integer} NOT NULL PRIMARY KEY CHECK (id = 1),
                apps {integer} NOT NULL,
                catalogs {integer} NOT NULL,
                tokens {integer} NOT NULL
            ){strict}
            """,
            "INSERT INTO changes (id, apps, catalogs, tokens) VALUES (1, 0, 0, 0)",
        ])

    /// The TestFlight builds whose notes are public. Apps that showed all details in their manifests still do.
    package static let notes = Migration(
        number: 6, name: "notes",
        statements: [
            "ALTER TABLE apps ADD COLUMN testflight_notes {text} NOT NULL DEFAULT 'external'",
            "UPDATE apps SET testflight_notes = 'all' WHERE internal_builds = 'full'",
        ])

    /// The number of the last change of each app, so that a node that polls reads only the apps that have changed.
    package static let listedChanges = Migration(
        number: 7, name: "listed-changes",
        statements: [
            "ALTER TABLE heads ADD COLUMN changed {integer} NOT NULL DEFAULT 0",
            "CREATE INDEX heads_by_change ON heads (changed)",
            "ALTER TABLE changes ADD COLUMN listed {integer} NOT NULL DEFAULT 0",
        ])

    /// The conditions of App Store Connect keys, for the nodes that do not query Apple.
    package static let appleKeys = Migration(
        number: 8, name: "apple-keys",
        statements: [
            """
            CREATE TABLE apple_keys (
                id {text} NOT NULL PRIMARY KEY,
                position {integer} NOT NULL,
                state {text} NOT NULL,
                since {integer},
                allowed_per_hour {integer} NOT NULL,
                calls_last_hour {integer} NOT NULL
            ){strict}
            """
        ])

    /// The sums of check-ins: installations by day and cell, outcomes by hour, and the last batch of each node.
    package static let adoption = Migration(
        number: 9, name: "adoption",
        statements: [
            """
            CREATE TABLE adoption_cells (
                app {text} NOT NULL REFERENCES apps (slug),
                cell {integer} NOT NULL,
                platform {text} NOT NULL,
                version {text} NOT NULL,
                build {text} NOT NULL,
                channel {text} NOT NULL,
                os {text} NOT NULL,
                storefront {text} NOT NULL,
                PRIMARY KEY (app, cell)
            ){strict}
            """,
            """
            CREATE TABLE adoption_days (
                app {text} NOT NULL REFERENCES apps (slug),
                day {integer} NOT NULL,
                cell {integer} NOT NULL,
                latest {integer} NOT NULL,
                active {integer} NOT NULL,
                PRIMARY KEY (app, day, cell)
            ){strict}
            """,
            """
            CREATE TABLE adoption_outcomes (
                app {text} NOT NULL REFERENCES apps (slug),
                hour {integer} NOT NULL,
                version {text} NOT NULL,
                build {text} NOT NULL,
                channel {text} NOT NULL,
                rule {text} NOT NULL,
                status {text} NOT NULL,
                told {integer} NOT NULL,
                shown {integer} NOT NULL,
                opened {integer} NOT NULL,
                postponed {integer} NOT NULL,
                skipped {integer} NOT NULL,
                updated {integer} NOT NULL,
                PRIMARY KEY (app, hour, version, build, channel, rule, status)
            ){strict}
            """,
            """
            CREATE TABLE adoption_batches (
                node {text} NOT NULL PRIMARY KEY,
                number {integer} NOT NULL,
                stored_at {integer} NOT NULL
            ){strict}
            """,
        ])

    /// The installations of apps without check-ins, as somebody imported them.
    package static let adoptionImports = Migration(
        number: 10, name: "adoption-imports",
        statements: [
            """
            CREATE TABLE adoption_imports (
                app {text} NOT NULL PRIMARY KEY REFERENCES apps (slug),
                origin {text} NOT NULL,
                imported_at {integer} NOT NULL
            ){strict}
            """,
            """
            CREATE TABLE adoption_imported_cells (
                app {text} NOT NULL REFERENCES adoption_imports (app),
                platform {text} NOT NULL,
                version {text} NOT NULL,
                build {text} NOT NULL,
                channel {text} NOT NULL,
                os {text} NOT NULL,
                storefront {text} NOT NULL,
                number {integer} NOT NULL,
                PRIMARY KEY (app, platform, version, build, channel, os, storefront)
            ){strict}
            """,
        ])

    /// The predicted effect of publications, and what installations reported afterwards, as JSON.
    package static let predictions = Migration(
        number: 11, name: "predictions",
        statements: [
            """
            CREATE TABLE predictions (
                app {text} NOT NULL REFERENCES apps (slug),
                revision {integer} NOT NULL,
                made_at {integer} NOT NULL,
                impact {text} NOT NULL,
                after_24h {text},
                after_7d {text},
                PRIMARY KEY (app, revision)
            ){strict}
            """,
            "CREATE INDEX predictions_made_at ON predictions (made_at)",
        ])

    /// The sessions of browsers, the unpublished changes of policies, and the check-ins of past days by version and rule.
    package static let dashboard = Migration(
        number: 12, name: "dashboard",
        statements: [
            """
            CREATE TABLE sessions (
                digest {text} NOT NULL PRIMARY KEY,
                token_id {text} NOT NULL REFERENCES tokens (id),
                opened_at {integer} NOT NULL,
                expires_at {integer} NOT NULL
            ){strict}
            """,
            "CREATE INDEX sessions_of_token ON sessions (token_id, opened_at)",
            "CREATE INDEX sessions_by_expiry ON sessions (expires_at)",
            """
            CREATE TABLE drafts (
                app {text} NOT NULL REFERENCES apps (slug),
                id {text} NOT NULL,
                name {text} NOT NULL,
                author {text} NOT NULL,
                author_token_id {text},
                base_version {integer} NOT NULL,
                note {text},
                edit {integer} NOT NULL,
                created_at {integer} NOT NULL,
                updated_at {integer} NOT NULL,
                body {blob} NOT NULL,
                PRIMARY KEY (app, id)
            ){strict}
            """,
            """
            CREATE TABLE adoption_summaries (
                app {text} NOT NULL REFERENCES apps (slug),
                day {integer} NOT NULL,
                versions {text} NOT NULL,
                outcomes {text} NOT NULL,
                PRIMARY KEY (app, day)
            ){strict}
            """,
        ])

    /// Indexes for removing the sums of old check-ins.
    package static let adoptionPruning = Migration(
        number: 13, name: "adoption-pruning",
        statements: [
            "CREATE INDEX adoption_days_of_cell ON adoption_days (app, cell)",
            "CREATE INDEX adoption_batches_by_date ON adoption_batches (stored_at)",
        ])

    /// Cells of versions that neither the catalog nor the policy knew; servers without this migration mark none. An index with which
    /// the newest day of a cell is found without a look at removed ones. And room in each page of PostgreSQL, so that a count changes
    /// in its page, without a new entry in an index.
    package static let unknownVersions = Migration(
        number: 14, name: "unknown-versions",
        statements: [
            "ALTER TABLE adoption_days ADD COLUMN is_unknown {integer} NOT NULL DEFAULT 0",
            "CREATE INDEX adoption_days_of_cell_by_day ON adoption_days (app, cell, day)",
            "DROP INDEX adoption_days_of_cell",
            "{postgres}ALTER TABLE adoption_days SET (fillfactor = 50)",
        ])

    /// The newest day of each cell, which tells when its facts are out of date. An index on the days of cells would make storing and
    /// removing them several times as slow. Servers without this migration leave the day of a cell as it is: its facts are removed
    /// with that day, which is 400 days old then.
    package static let daysOfCells = Migration(
        number: 15, name: "days-of-cells",
        statements: [
            "ALTER TABLE adoption_cells ADD COLUMN last_day {integer} NOT NULL DEFAULT 0",
            "{postgres}ALTER TABLE adoption_cells SET (fillfactor = 50)",
            """
            UPDATE adoption_cells SET last_day = COALESCE((
                SELECT MAX(day) FROM adoption_days
                WHERE adoption_days.app = adoption_cells.app AND adoption_days.cell = adoption_cells.cell), 0)
            """,
            "DROP INDEX adoption_days_of_cell_by_day",
        ])

    /// The creator of each token and the chain of creations that it belongs to; of earlier tokens they are unknown. And the sizes of
    /// policies, with indexes that add up what an app has stored; a server without this migration stores policies of size 0.
    package static let shares = Migration(
        number: 16, name: "shares",
        statements: [
            "ALTER TABLE tokens ADD COLUMN created_with {text}",
            "ALTER TABLE tokens ADD COLUMN chain {text}",
            "CREATE INDEX tokens_created_with ON tokens (created_with)",
            "CREATE INDEX tokens_of_chain ON tokens (chain)",
            "ALTER TABLE policies ADD COLUMN size {integer} NOT NULL DEFAULT 0",
            "UPDATE policies SET size = LENGTH(body)",
            "CREATE INDEX policies_by_size ON policies (app, size)",
            "CREATE INDEX manifests_by_size ON manifests (app, size) WHERE body IS NOT NULL",
        ])

    /// The oldest program that works with each migration, so that one without it knows whether it may start. A program that does not
    /// know this column starts on no newer tables.
    package static let compatibility = Migration(
        number: 17, name: "compatibility",
        statements: ["ALTER TABLE airworthy_migrations ADD COLUMN oldest_program {integer}"])

    /// The date of the last use of each token, for earlier uses as far as the audit tells.
    package static let tokenUses = Migration(
        number: 18, name: "token-uses", oldestProgram: 17,
        statements: [
            "ALTER TABLE tokens ADD COLUMN used_at {integer}",
            """
            UPDATE tokens SET used_at = uses.at
            FROM (SELECT token_id, MAX(done_at) AS at FROM audit WHERE token_id IS NOT NULL GROUP BY token_id) AS uses
            WHERE uses.token_id = tokens.id
            """,
        ])
}
