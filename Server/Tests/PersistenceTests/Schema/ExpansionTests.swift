import Testing

@testable import Persistence

/// Nodes of the previous version keep working on a migrated database, because a migration only adds.
@Suite struct ExpansionTests {
    /// Migrations whose removals were announced by a release that no longer used the tables or columns.
    private static let contractions: Set<Int> = []

    @Test(arguments: Schema.migrations)
    func `a migration removes, renames and restricts nothing`(migration: Migration) {
        guard !Self.contractions.contains(migration.number) else { return }
        for statement in migration.statements {
            // No statement of a server names an index.
            let text = statement.uppercased().replacing("DROP INDEX", with: "")
            for word in [
                "DROP ", "RENAME", "ALTER COLUMN", "DELETE FROM", "TRUNCATE", "ADD CONSTRAINT", "UNIQUE INDEX",
            ] {
                #expect(!text.contains(word), "\(migration.title): \(word)")
            }
            if text.contains("ADD COLUMN"), text.contains("NOT NULL") {
                #expect(text.contains("DEFAULT"), "\(migration.title): the previous version does not set the column")
            }
        }
    }
}
