import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// The manifests in `Deploy/kubernetes` agree with the settings of the server; `make check-kubernetes` checks their form.
@Suite(.blocking, .timeLimit(.minutes(5))) struct KubernetesTests {
    private static let folder = Tool.root.appendingPathComponent("Deploy/kubernetes")

    /// The manifests, without comments.
    private static let files: [(name: String, text: String)] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
            let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
            return (name, lines.joined(separator: "\n"))
        }
    }()

    /// Returns the variables of a manifest. A secret has a stand-in.
    private static func environment(in text: String) -> [String: String] {
        var found: [String: String] = [:]
        for match in text.matches(of: /- \{name: (AIRWORTHY_[A-Z_]+), (?:value: "?([^"}]*)"?|valueFrom: .*)\}/) {
            found[String(match.1)] = match.2.map(String.init) ?? "postgresql://me:SECRET@db.example.com/airworthy"
        }
        return found
    }

    @Test func `there are manifests for one server, for several, and for their database`() {
        #expect(Self.files.map(\.name) == ["airworthy.yaml", "migrate.yaml", "nodes.yaml"])
    }

    @Test(arguments: files.map(\.name))
    func `every variable of a manifest is a setting, with a value that the server takes`(name: String) throws {
        let text = try #require(Self.files.first { $0.name == name }?.text)
        let environment = Self.environment(in: text)
        #expect(environment.count == text.matches(of: /name: AIRWORTHY_/).count && !environment.isEmpty)
        let variables = Dictionary(uniqueKeysWithValues: Settings.all.map { ($0.variable, $0) })
        #expect(environment.keys.filter { variables[$0] == nil } == [])
        let listing = try Tool.run(["serve", "--print-config"], environment: environment)
        #expect(listing.status == 0, "\(listing.errors)")
        for (variable, value) in environment {
            let setting = try #require(variables[variable])
            #expect(listing.output.contains("\(setting.key) = \(setting.isSecret ? "(set, not shown)" : value)\n"))
        }
    }

    @Test(arguments: ["airworthy.yaml", "nodes.yaml"])
    func `a server has time to drain and to finish its requests before it is killed`(name: String) throws {
        let text = try #require(Self.files.first { $0.name == name }?.text)
        let arguments = try #require(text.firstMatch(of: /args: \[(serve, [^\]]*)\]/)).1
            .replacing("\"", with: "").components(separatedBy: ", ")
        var environment = Self.environment(in: text)
        // Empty counts as not set; scripts set it for the servers that they start.
        environment["AIRWORTHY_SHUTDOWN_DRAIN", default: ""] += ""
        let listing = try Tool.run(arguments + ["--print-config"], environment: environment)
        let drain = try #require(listing.output.firstMatch(of: /shutdown.drain = ([0-9]+)/).flatMap { Int($0.1) })
        let grace = try #require(
            text.firstMatch(of: /terminationGracePeriodSeconds: ([0-9]+)/).flatMap { Int($0.1) })
        #expect(.seconds(grace - drain) > ServerRun.gracePeriod + .seconds(5))
        // The probe of readiness fails before the server accepts no more requests.
        let probe = try #require(text.firstMatch(of: /\/health\/ready, port: public\}\s+periodSeconds: ([0-9]+)/))
        #expect(try #require(Int(probe.1)) < drain)
    }

    @Test func `the servers and the migration use the same image and database`() throws {
        let texts = try ["migrate.yaml", "nodes.yaml"].map { name in
            try #require(Self.files.first { $0.name == name }?.text)
        }
        for pattern in [#/image: .*/#, #/.*AIRWORTHY_DATABASE_URL.*/#, #/- name: database\s+secret: .*/#] {
            let lines = texts.map { $0.firstMatch(of: pattern).map { String($0.0) } }
            #expect(lines[0] != nil && lines[0] == lines[1])
        }
    }
}
