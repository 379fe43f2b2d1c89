import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// A real server, and a folder that `apply` puts on it.
struct ApplyKit {
    static let settings = "schema: 1\nbundleID: com.example.hashtags\nappleID: 6504763618\nplatforms: [ios, macos]\n"
    static let policy = """
        schema: 1
        rules:
          - id: floor
            when: {version: <1.4}
            update: required
            url: https://apps.apple.com/app/id6504763618
        """
    static let catalog = """
        schema: 1
        asOf: 2026-11-20T00:00:00Z
        releases:
          - version: 2.2.1
            offers: [{channel: appstore}]
        """

    let setup: ServeSetup
    let server: ServeProcess
    let folder: ScratchFolder

    init(_ files: [String: String] = [:]) throws {
        setup = try ServeSetup()
        server = try setup.start()
        folder = try ScratchFolder()
        for (path, text) in files { try write(text, to: path) }
    }

    var address: String { "http://127.0.0.1:\(server.port)" }

    /// Writes a file in `airworthy/`, and creates its folder.
    func write(_ text: String, to path: String) throws {
        let file = folder.url.appendingPathComponent("airworthy/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Runs `apply airworthy` with these options.
    func apply(_ options: String..., token: String? = nil, server: String? = nil) throws -> Tool.Result {
        try run(["apply", "airworthy"] + options, token: token, server: server)
    }

    func run(_ arguments: [String], token: String? = nil, server: String? = nil) throws -> Tool.Result {
        try withExtendedLifetime(self) {
            try folder.run(
                arguments,
                environment: [
                    "AIRWORTHY_SERVER": server ?? address, "AIRWORTHY_TOKEN": try token ?? setup.token,
                ])
        }
    }

    /// Returns the server's answer to a GET with the admin token.
    func get(_ path: String) throws -> JSONValue? { try setup.send("GET", to: path, on: server).json }

    /// Creates a token with rights, perhaps for some apps only.
    func token(rights: [String], apps: [String]? = nil) throws -> String {
        var body: JSONObject = [
            "kind": "adm", "name": "limited", "rights": .array(rights.map(JSONValue.string)),
        ]
        body["apps"] = apps.map { .array($0.map(JSONValue.string)) }
        let answer = try setup.send(
            "POST", to: "/v1/admin/tokens", on: server, body: JSONValue.object(body).jsonText())
        return try #require(answer.json?["token"]?.stringValue, "\(answer.body)")
    }
}
