import ArgumentParser

/// The options with settings of a server.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("The port to listen on; 0 selects a free one. (default: 8080)", valueName: "port"))
    var port: String?

    @Option(
        help: ArgumentHelp("The folder for all data. (default: airworthy-data)", valueName: "folder"),
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

    /// The values by setting.
    var values: [Setting: [String]] {
        var values: [Setting: [String]] = [:]
        values[.host] = host.map { [$0] }
        values[.port] = port.map { [$0] }
        values[.directory] = data.map { [$0] }
        values[.databaseURL] = database.map { [$0] }
        values[.keyring] = keyring.map { [$0] }
        if !signingKey.isEmpty { values[.signingKeys] = signingKey.map { "file:\($0)" } }
        return values
    }
}
