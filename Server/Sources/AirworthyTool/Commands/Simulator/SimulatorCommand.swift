import AppStoreSimulator
import ArgumentParser
import Logging
import ServiceLifecycle
import UnixSignals

/// Stands in for Apple.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Stand in for App Store Connect and the App Store lookup.",
        discussion: SimulatorHelp.discussion)

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "port"))
    var port = "8081"

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "What there is at the beginning, as JSON. (default: the apps of `airworthy demo`)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "The key whose tokens count: AuthKey_ID.p8, or a public key as PEM. (default: a new one)",
            valueName: "file"),
        completion: .file(extensions: ["p8", "pem", "pub"]))
    var key: String?

    @Option(help: ArgumentHelp("The key's id, where its file's name does not say it.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The key's issuer. (default: a new one)", valueName: "uuid"))
    var issuer: String?

    @Flag(help: "The key is that of one user, which has no issuer.")
    var individual = false

    @Option(
        help: ArgumentHelp("Write each request and its answer to a file, a JSON object a line.", valueName: "file"),
        completion: .file())
    var record: String?

    @Flag(help: "Tell each request on standard error.")
    var verbose = false

    func run() async throws {
        guard let port = Int(port), (0...65_535).contains(port) else {
            throw ToolError(.usage, "--port: `\(port.printable)` is no port; ports are from 0 to 65535")
        }
        let isDemo = self.scenario == nil
        let scenario = try scenario.map(Self.scenario) ?? .demo
        let key = try simulatedKey()
        let folder = try SimulatorFolder(for: key, isNew: self.key == nil)
        defer { folder?.remove() }
        let recording = try record.map(SimulatorRecording.init)
        let keyFile = folder?.file ?? self.key ?? ""
        let simulator = AppStoreSimulator(
            scenario: scenario, key: key, host: host, port: port,
            observe: { [verbose] exchange in
                recording?.write(exchange)
                if verbose { printError(SimulatorRecording.line(exchange)) }
            },
            onReady: { url in
                let text = SimulatorText(url: url, key: key, keyFile: keyFile, scenario: scenario, isDemo: isDemo)
                try? printOutput(text.text)
            })
        let quiet = Logger(label: "airworthy.services") { _ in SwiftLogNoOpLogHandler() }
        var group = ServiceGroupConfiguration(
            services: [simulator], gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
        group.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as AppStoreSimulator.ControlError {
            throw ToolError(.unavailable, error.description)
        } catch is CancellationError {
            // A connection would not end by itself.
        }
    }

    private static func scenario(_ path: String) throws -> AppStoreSimulator.Scenario {
        let file = try InputFile(path)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ToolError(.badData, "\(file.name): is no UTF-8")
        }
        do {
            return try AppStoreSimulator.Scenario(json: text)
        } catch {
            throw ToolError(.badData, "\(file.name): \(error)")
        }
    }

    private func simulatedKey() throws -> AppStoreSimulator.Key {
        guard !individual || issuer == nil else {
            throw ToolError(.usage, "--issuer: the key of one user has none; leave out --individual or this")
        }
        guard let key else {
            return AppStoreSimulator.Key(id: keyID, issuerID: issuer, isIndividual: individual)
        }
        let file = try InputFile(key)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ToolError(.badData, "\(file.name): is no PEM")
        }
        do {
            return try AppStoreSimulator.Key(
                pem: text, id: keyID ?? Self.id(in: key), issuerID: issuer, isIndividual: individual)
        } catch {
            throw ToolError(.badData, "\(file.name): \(error)")
        }
    }

    /// `AuthKey_2X9R4HXF34.p8` is the key `2X9R4HXF34`.
    private static func id(in path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        let id = name.dropFirst(8).dropLast(3)
        return id.isEmpty ? nil : String(id)
    }
}
