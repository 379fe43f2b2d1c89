import ArgumentParser

/// The options with settings of a server.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address to listen on. (default: \(Settings.rows.host.defaultText))", valueName: "address"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on; 0 selects a free one. (default: \(Settings.rows.port.defaultText))",
            valueName: "port"))
    var port: String?

    @Option(
        help: ArgumentHelp(
            "The folder for all data. (default: \(Settings.rows.directory.defaultText))", valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database instead of a data folder, as postgresql://USER@HOST/DATABASE, without a password.",
            valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp("An online key to sign with. May be repeated.", valueName: "file"),
        completion: .file(extensions: ["key"]))
    var signingKey: [String] = []

    @Option(help: ArgumentHelp("The keyring to include in manifests.", valueName: "file"), completion: .file())
    var keyring: String?

    /// The texts that are given, by the key of their setting.
    var texts: [String: [String]] {
        let rows = Settings.rows
        let single = [
            rows.host.key: host, rows.port.key: port, rows.directory.key: data, rows.database.key: database,
            rows.keyring.key: keyring,
        ]
        var texts = single.compactMapValues { $0.map { [$0] } }
        if !signingKey.isEmpty { texts[rows.signingKeys.key] = signingKey.map { "file:\($0)" } }
        return texts
    }
}
