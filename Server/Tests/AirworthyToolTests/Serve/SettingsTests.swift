import AirworthyServer
import ControlPlane
import Foundation
import ReleaseCatalog
import Testing
import ToolTesting

@testable import AirworthyTool

/// The rows of ``Settings``, and their defaults in the sources of the server.
@Suite(.timeLimit(.minutes(5))) struct SettingsTests {
    /// A setting whose default is a number.
    struct Number: CustomTestStringConvertible {
        let key: String
        /// The names that its value has in the sources, besides the key.
        let names: [String]
        /// Whether the number is written down, not computed from another default.
        var isLiteral = true

        var testDescription: String { key }
    }

    private static let numbers = [
        Number(key: "http.port", names: ["port"]),
        Number(key: "http.maxConnections", names: ["maxConnections", "connections"]),
        Number(
            key: "http.maxConnectionsPerAddress",
            names: ["maxConnectionsPerAddress", "connectionsPerAddress", "addressShare"], isLiteral: false),
        Number(key: "evaluation.concurrency", names: ["evaluations", "EvaluationLimiter"]),
        Number(key: "admin.timeLimit", names: ["adminTimeLimit", "adminWork", "batchWork", "timeLimit: Duration"]),
        Number(key: "app.publishesPerMinute", names: ["publishesPerMinute", "revisionsPerMinute"]),
        Number(key: "app.storage", names: ["storage", "bytesOfApp"]),
        Number(key: "tokens.perCreator", names: ["tokensPerCreator", "tokensOfCreator"]),
        Number(key: "shutdown.drain", names: ["drain"]),
        Number(key: "database.connections", names: ["databaseConnections", "connections"]),
        Number(key: "database.slowStatement", names: ["slowStatement"]),
        Number(key: "apple.interval", names: ["appleInterval", "connectInterval"]),
        Number(key: "lookup.interval", names: ["lookupInterval"]),
        Number(key: "otel.sampling", names: ["sampling"]),
        Number(key: "backup.keep", names: ["backupCount", "keeping"]),
    ]

    /// The lines of all sources, with their files and without comments. Numbers have no underscores.
    private static let lines: [(file: String, text: String)] = {
        let folder = Tool.root.appendingPathComponent("Server/Sources")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        return files.flatMap { file in
            ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map {
                (file.lastPathComponent, withoutUnderscores($0))
            }
        }.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }
    }()

    private static func withoutUnderscores(_ line: some StringProtocol) -> String {
        let line = String(line)
        return line.contains("_") ? line.replacing(/([0-9])_(?=[0-9])/) { $0.output.1 } : line
    }

    /// Whether a line gives a number to one of several names: as a value, as an argument or instead of `nil`.
    private static func gives(_ number: String, to names: [String], in line: String) throws -> Bool {
        guard line.contains(number) else { return false }
        let name = try Regex(#"\b(?:\#(names.joined(separator: "|").replacing(".", with: #"\."#)))\b"#)
        let value = try Regex(#"(?:[^=!<>]=|:|\?\?) (?:Duration)?(?:\.seconds\()?\#(number)(?![0-9A-Za-z_.])"#)
        return line.contains(name) && line.contains(value)
    }

    @Test(arguments: [
        ("evaluations = try await number(.evaluations) ?? 64", true), ("var evaluations = 64", true),
        ("init(evaluations: Int = 64, name: String)", true), ("evaluations: 64)", true),
        ("evaluations = .seconds(64)", true), (#""evaluation.concurrency", default: 64, in: 1...100"#, true),
        ("var evaluations = 640", false), ("evaluations = 64 << 20", true), ("evaluations == 64", false),
        ("evaluations = 64.5", false),
        ("var revaluations = 64", false), ("var evaluations = ServerLimits().evaluations // of 64", false),
    ])
    func `a default is found in a line`(line: String, isFound: Bool) throws {
        #expect(try Self.gives("64", to: ["evaluation.concurrency", "evaluations"], in: line) == isFound)
    }

    @Test func `the table of numbers has every setting whose default is a number`() {
        #expect(Settings.all.filter { Int($0.defaultText) != nil }.map(\.key) == Self.numbers.map(\.key))
    }

    @Test(arguments: numbers)
    private func `the default of a number stands as a literal in one line of Server/Sources`(_ number: Number) throws {
        let setting = try #require(Settings.all.first { $0.key == number.key })
        let hits = try Self.lines.filter { line in
            try Self.gives(setting.defaultText, to: [number.key] + number.names, in: line.text)
        }
        #expect(hits.count == (number.isLiteral ? 1 : 0), "\(setting.defaultText): \(hits)")
    }

    @Test(arguments: ["data.directory", "apple.url", "lookup.url", "backup.directory"])
    func `the default of a folder or of an address at Apple stands in quotes in one line of Server/Sources`(
        key: String
    ) throws {
        let setting = try #require(Settings.all.first { $0.key == key })
        let hits = Self.lines.filter { $0.text.contains("\"\(setting.defaultText)\"") }
        #expect(hits.count == 1, "\(setting.defaultText): \(hits)")
    }

    @Test
    func
        `the days that charts show stand in one line of Server/Sources, and are days in which an installation is counted once`()
    {
        let days = /[Dd]ays\w* = 28\b|[Dd]ays: 28\b|\?\? 28\b|\b1 to 28\b|\b28 days\b|1\.\.\.28\b/
        let hits = Self.lines.filter { $0.text.contains(days) }
        #expect(hits.map(\.file) == ["AdoptionLimit.swift"], "\(hits)")
        #expect(AdoptionService.countedDays.contains(AdoptionLimit.usualDays))
    }

    @Test func `each setting has a key, a variable and an option of its own`() {
        #expect(Set(Settings.all.map(\.key)).count == Settings.all.count)
        #expect(Set(Settings.all.map(\.variable)).count == Settings.all.count)
        let options = Settings.all.compactMap(\.option)
        #expect(Set(options).count == options.count)
    }

    @Test func `each row of Settings is a setting`() {
        #expect(Settings.all.count == Mirror(reflecting: Settings.rows).children.count)
    }

    @Test func `a given value takes the place of the default, and what depends on it follows`() async throws {
        var settings = try await ServeSettings(
            SettingReader(options: [Settings.rows.directory.key: ["d"]], environment: [:]))
        #expect(settings.backupDirectory == "d/backups" && settings.maxConnectionsPerAddress == 2_048)
        settings.maxConnections = 40
        settings.internalPort = nil
        #expect(settings.maxConnectionsPerAddress == 10 && settings.limits.addressShare == 10)
        #expect(settings.internalPort == nil)
        #expect(settings.polling.callsPerAppAndHour == 30)
    }

    @Test(arguments: [("300", 48.0), ("60", 240), ("3600", 30)])
    func `a given interval of listings sets the limit of calls per app`(seconds: String, calls: Double) async throws {
        let settings = try await ServeSettings(
            SettingReader(options: [:], environment: [Settings.rows.appleInterval.variable: seconds]))
        #expect(settings.polling.callsPerAppAndHour == calls)
    }
}
