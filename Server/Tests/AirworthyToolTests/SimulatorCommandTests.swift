import AirworthyPolicy
import AppStoreSimulator
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// `airworthy simulator` as a process.
@Suite(.blocking) struct SimulatorCommandTests {
    private let lines = "airworthy simulator --help"

    @Test func `the simulator prints its key, serves, and deletes its files at the end`() throws {
        let folder = try ScratchFolder()
        let environment = ["TMPDIR": folder.url.path + "/"]
        let process = try ServeProcess([], command: "simulator", environment: environment)
        let text = process.output(until: lines)
        let file = try #require(text.firstMatch(of: #/key file +(\S+)/#)?.output.1)
        let id = try #require(text.firstMatch(of: #/key id +(\S+)/#)?.output.1)
        #expect(file.hasSuffix("/AuthKey_\(id).p8") && text.contains(#/issuer +[0-9a-f-]{36}\n/#))
        #expect(try String(contentsOfFile: String(file), encoding: .utf8).hasPrefix("-----BEGIN PRIVATE KEY-----"))
        let manager = FileManager.default
        let rights = try manager.attributesOfItem(atPath: String(file))[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let parent = (String(file) as NSString).deletingLastPathComponent
        #expect(try manager.attributesOfItem(atPath: parent)[.posixPermissions] as? Int == 0o700)

        let answer = try process.send("GET", to: "/lookup?id=6504763618&country=jp")
        #expect(answer.status == 200 && answer.body.contains(#""version" : "2.2.1""#))
        #expect(try process.send("GET", to: "/v1/apps").status == 401)
        #expect(process.stop(SIGINT).status == 0)
        #expect(try manager.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `every printed command of the simulator can be pasted into a shell`() throws {
        let folder = try ScratchFolder()
        let process = try ServeProcess([], command: "simulator", environment: ["TMPDIR": folder.url.path + "/"])
        let text = process.output(until: lines)
        let pasted = text.split(separator: "\n").filter { $0.hasPrefix("  curl ") || $0.hasPrefix("  export ") }
        #expect(pasted.count == 8, "\(pasted)")
        let script = "set -e\ncurl() { command curl -sS --fail \"$@\" >/dev/null; }\n" + pasted.joined(separator: "\n")
        let result = try folder.run(["-c", script], program: URL(fileURLWithPath: "/bin/sh"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(process.stop().status == 0)
    }

    @Test func `requests and responses are recorded without tokens`() throws {
        let folder = try ScratchFolder()
        let record = folder.url.path + "/record"
        let process = try ServeProcess(
            ["--record", record, "--verbose"], command: "simulator", environment: ["TMPDIR": folder.url.path + "/"])
        _ = try process.send("GET", to: "/v1/apps?limit=1", headers: ["Authorization: Bearer secret.token.here"])
        _ = try process.send("GET", to: "/lookup?id=1")
        #expect(process.stop().status == 0)
        let text = try String(contentsOfFile: record, encoding: .utf8)
        let exchanges = try text.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)).jsonValue }
        #expect(exchanges.map { $0["target"]?.stringValue } == ["/v1/apps?limit=1", "/lookup?id=1"])
        #expect(exchanges.map { $0["status"]?.intValue } == [401, 200])
        #expect(!text.contains("secret.token") && text.contains("Bearer ("))
        #expect(process.errors.contains("GET /v1/apps?limit=1 401"))
    }

    @Test func `the simulator uses the given key and scenario`() throws {
        let key = AppStoreSimulator.ConnectKey(id: "2X9R4HXF34")
        let folder = try ScratchFolder([
            "AuthKey_2X9R4HXF34.p8": key.privateKeyPEM ?? "", "other.json": #"{"apps": []}"#,
        ])
        let process = try ServeProcess(
            [
                "--key", folder.url.path + "/AuthKey_2X9R4HXF34.p8", "--individual", "--scenario",
                folder.url.path + "/other.json",
            ], command: "simulator", environment: ["TMPDIR": folder.url.path + "/"])
        let text = process.output(until: lines)
        #expect(text.contains("key id    2X9R4HXF34\n") && text.contains("none: an individual key"))
        #expect(!text.contains("AIRWORTHY_APPLE_ISSUER") && !text.contains("hashtags"))
        #expect(try process.send("GET", to: "/lookup?id=6504763618").body.contains(#""resultCount" : 0"#))
        #expect(process.stop().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
    }

    @Test(arguments: [
        (["--port", "x"], 64, "--port: `x` is not a port"),
        (["--scenario", "missing.json"], 66, "missing.json: no such file"),
        (["--scenario", "bad.json"], 65, "bad.json: apps[0].bundleID: is missing"),
        (["--key", "bad.json"], 65, "bad.json: is not a P-256 key"),
        (["--record", "missing/record"], 73, "missing/record"),
        (["--individual", "--issuer", "x"], 64, "--issuer: an individual key has none"),
        (["--host", "192.0.2.1"], 69, "192.0.2.1 is not an address of this machine"),
    ])
    func `invalid options of the simulator are reported`(_ arguments: [String], _ status: Int, _ words: String) throws {
        let folder = try ScratchFolder(["bad.json": #"{"apps": [{}]}"#])
        let port = arguments.contains("--port") ? [] : ["--port", "0"]
        let result = try folder.run(
            ["simulator"] + port + arguments, environment: ["TMPDIR": folder.url.path + "/"])
        #expect(Int(result.status) == status && result.errors.contains(words), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["bad.json"])
    }
}
