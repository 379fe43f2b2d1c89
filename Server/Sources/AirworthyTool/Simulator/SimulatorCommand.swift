import AppStoreConnect
import AppStoreSimulator
import ArgumentParser

/// Runs a simulator of Apple's services: App Store Connect and the App Store lookup.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Simulate App Store Connect and the App Store lookup.",
        discussion: SimulatorText.help)

    @Option(help: ArgumentHelp("The port to listen on; 0 selects a free one.", valueName: "port"))
    var port = "8081"

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "The initial state, as JSON. (default: the apps of `airworthy demo`)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "The key that signs the tokens of clients: AuthKey_ID.p8, or its public key as PEM. (default: a new key)",
            valueName: "file"),
        completion: .file(extensions: ["p8", "pem", "pub"]))
    var key: String?

    @Option(help: ArgumentHelp("The key's id, if the file name does not contain it.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The key's issuer. (default: a new one)", valueName: "uuid"))
    var issuer: String?

    @Flag(help: "The key is an individual one, which has no issuer.")
    var individual = false

    @Option(
        help: ArgumentHelp(
            "Write each request and its response to a file, one JSON object a line.", valueName: "file"),
        completion: .file())
    var record: String?

    @Flag(help: "Print each request on standard error.")
    var verbose = false

    func run() async throws {
        guard let port = Int(port), (0...65_535).contains(port) else {
            throw ToolError.usage("--port: `\(port.printable)` is not a port; write a number from 0 to 65535")
        }
        let isDemo = self.scenario == nil
        let scenario = try scenario.map(Self.readScenario) ?? .demo
        let acceptedKey = try simulatorKey()
        // Without --key the simulator writes its new key to a temporary folder.
        let newKeyFolder =
            try key == nil
            ? PrivateFolder(path: nil, name: "airworthy-simulator", advice: "set TMPDIR to another one") : nil
        defer { newKeyFolder?.removeIfTemporary() }
        let recording = try record.map(SimulatorRecording.init)
        let keyFile: String
        if let newKeyFolder {
            keyFile = "\(newKeyFolder.path)/AuthKey_\(acceptedKey.id).p8"
            try OutputFile.create(keyFile, mode: 0o600, bytes: Array((acceptedKey.privateKeyPEM ?? "").utf8))
        } else {
            keyFile = key ?? ""
        }
        let simulator = AppStoreSimulator(
            scenario: scenario, key: acceptedKey, host: host, port: port,
            observe: { [verbose] exchange in
                recording?.write(exchange)
                if verbose { printError(SimulatorRecording.line(for: exchange)) }
            },
            onReady: { url in
                let output = SimulatorText(
                    url: url, key: acceptedKey, keyFile: keyFile, scenario: scenario, isDemo: isDemo)
                try? printOutput(output.text)
            })
        do {
            try await runUntilStopped([simulator], gracePeriod: .seconds(5))
        } catch let error as AppStoreSimulator.ControlError {
            throw ToolError.unavailable(error.description)
        } catch is CancellationError {
            // A connection was still open after the grace period and was closed. That is not an error of the command.
        }
    }

    private static func readScenario(_ path: String) throws -> AppStoreSimulator.Scenario {
        let file = try InputFile(path)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ToolError.badData("\(file.name): not UTF-8 text")
        }
        do {
            return try AppStoreSimulator.Scenario(json: text)
        } catch {
            throw ToolError.badData("\(file.name): \(error)")
        }
    }

    /// Returns the key of the options, or a new one.
    private func simulatorKey() throws -> AppStoreSimulator.ConnectKey {
        guard !individual || issuer == nil else {
            throw ToolError.usage("--issuer: an individual key has none; remove --individual or --issuer")
        }
        guard let key else {
            return AppStoreSimulator.ConnectKey(id: keyID, issuerID: issuer, isIndividual: individual)
        }
        let file = try InputFile(key)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ToolError.badData("\(file.name): not a PEM file")
        }
        do {
            return try AppStoreSimulator.ConnectKey(
                pem: text, id: keyID ?? APIKey.keyID(inName: key), issuerID: issuer, isIndividual: individual)
        } catch {
            throw ToolError.badData("\(file.name): \(error)")
        }
    }
}
