import ControlPlane

extension SQLTransaction {
    func setting(_ key: String) throws -> String? {
        try sql.row("SELECT value FROM settings WHERE name = $1", key)?.text("value")
    }

    func claimSetting(_ key: String, _ value: String) throws -> Bool {
        try sql.run(
            "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", key, value) == 1
    }
}
