import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import PersistencePostgres
import PostgresTesting
import Testing
import ToolTesting

/// `heads bump --all`, after a database went back in time.
@Suite(.blocking, .timeLimit(.minutes(5))) struct HeadsOfAllTests {
    private static let apps = #"{"apps":[{"slug":"a"},{"slug":"b"},{"slug":"c"}]}"#

    private static func app(_ slug: String, revision: Int, signing: String = "server") -> String {
        #"{"slug":"\#(slug)","signing":"\#(signing)","head":{"revision":\#(revision)}}"#
    }

    @Test func `one failure does not stop the others, and the exit code tells`() throws {
        let problem =
            #"{"type":"urn:airworthy:problem:no-signing-key","title":"No key","status":503,"detail":"no signing key"}"#
        let kit = try RemoteKit(
            .ok(Self.apps), .ok(Self.app("a", revision: 4)), .http("503 Service Unavailable", body: problem),
            .ok(Self.app("b", revision: 0)), .ok(Self.app("c", revision: 7)), .ok(SampleResponses.publication(1200)))
        let result = try kit.run("heads", "bump", "--all", "--at-least", "1200", "--yes")
        #expect(result.status == 69, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines.dropFirst().map { $0.contains("failed") } == [true, false, false], "\(result.output)")
        #expect(lines[2].contains("skipped") && lines[3].contains("raised") && lines[3].contains("1200"))
        #expect(result.errors.contains("1 of 3 apps could not be raised"), "\(result.errors)")
        #expect(
            kit.requests.filter { $0.line.hasPrefix("POST") }.map(\.text)
                == Array(repeating: #"{"atLeast":1200}"#, count: 2))
    }

    @Test func `apps that CI signs are skipped, and the time in seconds is the default`() throws {
        let kit = try RemoteKit(
            .ok(#"{"apps":[{"slug":"a"},{"slug":"b"}]}"#), .ok(Self.app("a", revision: 4, signing: "ci")),
            .ok(Self.app("b", revision: 9)), .ok(SampleResponses.publication(5)))
        let result = try kit.run("heads", "bump", "--all", "--yes", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let body = kit.requests.last?.json?["atLeast"]?.intValue ?? 0
        #expect(abs(Double(body) - Date().timeIntervalSince1970) < 600)
        let apps = try JSONReader.read(result.output).jsonValue["apps"]?.arrayValue ?? []
        #expect(apps.map { $0["result"]?.stringValue } == ["skipped", "raised"])
    }

    @Test(arguments: [
        ["--app", "a", "--all", "--at-least", "5"], ["--at-least", "5"], ["--app", "a"],
        ["--app", "a", "--at-least", "5", "--local"], ["--all", "--data", "data"],
        ["--all", "--local", "--data", "data", "--database", "postgres://h/d"], ["--all", "--local", "--data", "data"],
    ])
    func `wrong or unconfirmed calls raise nothing`(options: [String]) throws {
        let result = try Tool.run(["heads", "bump"] + options)
        #expect(result.status == 64, "\(result.errors)")
    }

    @Test func `--local raises the apps of a data folder that no server uses`() throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        for app in ["a", "b"] { try setup.createApp(app, pins: [setup.key.publicKey], on: server) }
        #expect(try setup.publish(#"{"schema": 1, "app": "a", "rules": []}"#, on: server).status == 201)
        let busy = try setup.folder.run("heads", "bump", "--all", "--local", "--data", "data", "--yes")
        #expect(busy.status == 66 && busy.errors.contains("another airworthy"), "\(busy.errors)")
        #expect(server.stop().status == 0)
        let raised = try setup.folder.run("heads", "bump", "--all", "--local", "--data", "data", "--yes")
        #expect(raised.status == 0, "\(raised.errors)")
        let again = try setup.start()
        #expect((try setup.served(by: again).manifest.revision ?? 0) > Int(Date().timeIntervalSince1970) - 600)
        #expect(again.stop().status == 0)
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func `--local works on PostgreSQL, for tokens and heads`() async throws {
        let url = try await PostgresCluster.emptyURL()
        _ = try Tool.run(["migrate", "--database", url])
        let setup = try ServeSetup()
        let environment = ["AIRWORTHY_DATABASE_URL": url]
        let server = try setup.start(environment: environment)
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        #expect(try setup.publish(#"{"schema": 1, "app": "a", "rules": []}"#, on: server).status == 201)
        let token = try setup.folder.run(
            ["tokens", "create", "--local", "--kind", "adm", "--name", "me"], environment: environment)
        #expect(token.status == 0 && token.headline.hasPrefix("adm_"), "\(token.errors)")
        #expect(server.stop().status == 0)
        let raised = try setup.folder.run("heads", "bump", "--all", "--local", "--database", url, "--yes")
        #expect(raised.status == 0 && raised.output.contains("raised"), "\(raised.errors)")
        let again = try setup.start(environment: environment)
        let known = try again.send("GET", to: "/v1/admin/whoami", headers: ["Authorization: Bearer \(token.headline)"])
        #expect(known.json?["name"]?.stringValue == "me")
        #expect((try setup.served(by: again).manifest.revision ?? 0) > Int(Date().timeIntervalSince1970) - 600)
        #expect(again.stop().status == 0)
    }
}
