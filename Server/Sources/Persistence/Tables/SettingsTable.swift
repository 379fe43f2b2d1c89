/// The table `settings`: values that are stored once for all nodes.
extension SQLTransaction {
    func setting(_ key: String) throws -> String? {
        try sql.row("SELECT value FROM settings WHERE name = $1", binding: key)?.text("value")
    }

    func claimSetting(_ key: String, value: String) throws -> Bool {
        try sql.run(
            "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", binding: key, value)
            == 1
    }

    func replaceSetting(_ key: String, value: String) throws {
        try sql.run(
            """
            INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, binding: key, value)
    }
}
