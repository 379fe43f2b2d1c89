/// The table `settings`: values that are stored once for all nodes.
struct SettingsTable {
    let sql: any SQLSession

    func value(of key: String) throws -> String? {
        try sql.row("SELECT value FROM settings WHERE name = $1", binding: key)?.text("value")
    }

    /// Stores a value unless there is one, and returns whether it was stored.
    func claim(_ key: String, value: String) throws -> Bool {
        try sql.run(
            "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", binding: key, value)
            == 1
    }

    /// Stores a value in place of the one that is there.
    func replace(_ key: String, value: String) throws {
        try sql.run(
            """
            INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, binding: key, value)
    }
}
