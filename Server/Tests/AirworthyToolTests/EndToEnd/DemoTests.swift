import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// The claims of the README about `make demo`, which runs this command.
@Suite(.blocking, .timeLimit(.minutes(5))) struct DemoTests {
    @Test func `the commands that demo prints work as pasted, also twice`() async throws {
        let demo = try ServeProcess(["--examples", Tool.root.path + "/Examples/data"], command: "demo")
        let text = demo.output(until: "/v1/apps/hashtags/manifest\n")
        let starts = ["export ", "airworthy ", "curl ", "sed "]
        let commands = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
            starts.contains { line.hasPrefix($0) }
        }
        #expect(commands.count > 14)
        // One of them refuses, which is its point.
        let script = commands.map { $0.hasSuffix("--max-stuck 0") ? "\($0) && exit 9 || [ $? = 1 ]" : $0 }
        let folder = try ScratchFolder()
        for external in ["321", "322"] {
            let result = try folder.run(
                ["-euo", "pipefail", "-c", script.joined(separator: "\n")],
                program: URL(fileURLWithPath: "/bin/bash"))
            #expect(result.status == 0, "\(result.errors)")
            let found = result.output.matches(of: /"(?:status|buildNumber)":"([a-z0-9]+)"/).map { String($0.1) }
            #expect(found == ["ok", "323", external, "322"])
            let verdicts = result.output.split(separator: "\n").filter { $0.hasPrefix("RE") && $0.contains("2.2.0") }
            #expect(
                verdicts == [
                    "REQUIRED  2.2.0 → 2.2.1 (310)", "REQUIRED  2.2.0 (300) → 2.3.0 (321)",
                    "RECOMMENDED  2.2.0 → 2.2.1 (310)",
                ], "\(result.output)")
            for words in [
                "PUBLISHED  hashtags", "ROLLED BACK  hashtags", "PREDICTED", "checked in during the last 28 days",
                "installations reported",
            ] {
                #expect(result.output.contains(words), "\(words)")
            }
            #expect(result.errors.contains("--max-stuck allows 0 %"), "\(result.errors)")
        }
        let pins = try demo.send("GET", to: "/v1/apps/hashtags/keys").json?["keys"]?.arrayValue?.compactMap {
            $0["key"]?.stringValue
        }
        for pin in try #require(pins) { #expect(text.contains("\"\(pin)\""), "\(pin)") }
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test func `what demo says about the releases and the notes of builds is true`() async throws {
        let demo = try ServeProcess(["--examples", Tool.root.path + "/Examples/data"], command: "demo")
        let text = demo.output(until: "/v1/apps/hashtags/manifest\n")
        func build(_ path: String) throws -> String? {
            let answer = try demo.send("GET", to: path)
            #expect(answer.status == 200, "\(answer.body)")
            return answer.json?["buildNumber"]?.stringValue
        }
        // The releases are available from the start, without a token.
        #expect(try build("/v1/apps/hashtags/testflight/latest/internal") == "323")
        #expect(try build("/testflight/latest/external?app=hashtags") == "321")
        let external = try demo.send("GET", to: "/testflight/latest/external?app=hashtags").json
        let inner = try demo.send("GET", to: "/testflight/latest/internal?app=hashtags").json
        #expect(external?["releaseNotes"] == "The new editor." && inner?["releaseNotes"] == .null)
        #expect(try build("/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP") == "310")
        #expect(try build("/testflight/version/322/audience?app=hashtags") == "322")
        let latest = try demo.send("GET", to: "/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP").json
        #expect(latest?["releaseNotes"] == "Tags are safe again.")
        let apple = try #require(text.matches(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/_simulator/).first?.1)
        let reviewed = try demo.send(
            "POST", to: "/_simulator/build", body: #"{"app":"hashtags","build":"322","external":"IN_BETA_TESTING"}"#,
            port: Int(apple))
        #expect(reviewed.status == 200, "\(reviewed.body)")
        let took = try await seconds(within: 30) { try build("/testflight/latest/external?app=hashtags") == "322" }
        #expect(try #require(took) < 5, "the demo asks Apple every ten seconds by itself")
        #expect(try demo.send("GET", to: "/v1/apps/birthdays/manifest").status == 200)
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test func `a client of a hand-made TestFlight server goes on working`() async throws {
        let demo = try ServeProcess(["--examples", Tool.root.path + "/Examples/data"], command: "demo")
        _ = demo.output(until: "/v1/apps/hashtags/manifest\n")
        let folder = try ScratchFolder()
        let script = Tool.root.appendingPathComponent("Conformance/tools/testflight-client.py").path
        let result = try folder.run(
            ["python3", script, "http://127.0.0.1:\(demo.port)", "hashtags"],
            program: URL(fileURLWithPath: "/usr/bin/env"))
        #expect(result.status == 0, "\(result.errors)")
        let seen = try JSONReader.read(Array(result.output.utf8)).jsonValue
        #expect(
            seen == [
                "2.2.1": ["environment": "external"], "2.3.0": ["environment": "internal"],
                "9.9.9": ["error": "バージョン9.9.9が見つかりません"],
                // The notes of internal builds are nobody's business by default.
                "external": ["build": 321, "notes": "The new editor."], "internal": ["build": 323, "notes": .null],
            ])
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test
    func `the demo's installations have numbers, a week of history, and some that a minimum version would strand`()
        throws
    {
        let demo = try ServeProcess(["--examples", Tool.root.path + "/Examples/data"], command: "demo")
        let text = demo.output(until: "--max-stuck")
        let token = try #require(text.split(separator: "AIRWORTHY_TOKEN=").last?.prefix { !$0.isWhitespace })
        let folder = try ScratchFolder()
        let environment = ["AIRWORTHY_SERVER": "http://127.0.0.1:\(demo.port)", "AIRWORTHY_TOKEN": String(token)]
        let adoption = try folder.run(["adoption", "--app", "hashtags"], environment: environment)
        #expect(adoption.output.contains("installations of hashtags checked in during the last 28 days"))
        let history = try folder.run(["history", "--app", "hashtags"], environment: environment)
        #expect(history.output.contains("PREDICTED"))
        #expect(
            history.output.firstMatch(of: /\n +2 +[0-9.]+ %, [0-9.]+ % +[0-9.]+ %, [0-9.]+ % +[0-9.]+ %, [0-9.]+ %/)
                != nil)
        let policy = try String(
            contentsOf: Tool.root.appendingPathComponent("Examples/data/hashtags.policy.yaml"), encoding: .utf8)
        let floor = try folder.run(
            ["publish", "-", "--app", "hashtags", "--max-stuck", "0"],
            input: policy.replacing("<1.4.0", with: "<2.2.0"),
            environment: environment)
        #expect(floor.status == 1, "\(floor.errors)")
        #expect(floor.errors.contains("would be told to update and could not; --max-stuck allows 0 %"))
        #expect(floor.output.contains("  floor  recommended  →  required"), "\(floor.output)")
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test func `the policy that strands people is refused, and published all the same it is seen to strand them`()
        async throws
    {
        let demo = try ServeProcess(["--examples", Tool.root.path + "/Examples/data"], command: "demo")
        let text = demo.output(until: "/v1/apps/hashtags/manifest\n")
        let token = String(try #require(text.split(separator: "AIRWORTHY_TOKEN=").last?.prefix { !$0.isWhitespace }))
        let simulator = try #require(text.matches(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/_simulator/).first?.1)
        func ask(_ method: String, _ path: String, body: String? = nil) throws -> ServeProcess.Answer {
            try demo.send(
                method, to: "/v1/admin/apps/hashtags/\(path)",
                headers: ["Authorization: Bearer \(token)"] + (method == "PUT" ? ["If-Match: *"] : []), body: body)
        }
        let policy = try ask("GET", "policy").body.replacing("<1.4.0", with: "<2.2.0")
        let refused = try ask("PUT", "policy?maxStuck=0", body: policy)
        #expect(refused.status == 409, "\(refused.body)")
        let impact = try #require(refused.json?["impact"])
        let stuck = try #require(impact["stuck"]?.intValue)
        #expect(stuck > (impact["stuckBefore"]?.intValue ?? 0))
        #expect(impact["stuckBy"]?.arrayValue?.first?["reason"] == "osTooOld")

        let published = try ask("PUT", "policy?maxBlocked=50", body: policy)
        #expect(published.status == 201, "\(published.body)")
        let revision = try #require(published.json?["revision"])
        let moved = try demo.send(
            "POST", to: "/_simulator/clock", body: #"{"offset":"P8D"}"#, port: Int(simulator))
        #expect(moved.status == 200, "\(moved.body)")
        func observed() throws -> JSONValue? {
            try ask("GET", "history").json?["revisions"]?.arrayValue?.first { $0["revision"] == revision }?["observed"]
        }
        try #require(
            try await seconds(within: 60) { try observed()?["after7d"] != nil } != nil,
            "no outcome after the clock moved")
        for window in ["after24h", "after7d"] {
            let report = try #require(try observed()?[window])
            let reports = try #require(report["installations"]?.intValue)
            let share = Double(report["statuses"]?["requiredUnavailable"]?.intValue ?? 0) / Double(reports)
            let predicted = Double(stuck) / Double(impact["installations"]?.intValue ?? 1)
            #expect(reports > 300 && abs(share - predicted) < 0.02, "\(share) of \(reports), not \(predicted)")
            #expect(report["rules"]?.arrayValue?.contains { ($0["updated"]?.intValue ?? 0) > 0 } == true)
        }
        // The server's own clock is eight days ahead, too.
        let issued = try #require(
            try ask("POST", "head/bump", body: #"{"atLeast":1000}"#).json?["issuedAt"]?.stringValue)
        #expect(try #require(Timestamp.parse(issued)) > Date().addingTimeInterval(7 * 86_400))
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test func `a killed demo continues in its folder, and a temporary folder is deleted`() throws {
        let folder = try ScratchFolder()
        let (examples, data) = (Tool.root.path + "/Examples/data", folder.url.path + "/demo")
        let first = try ServeProcess(["--examples", examples, "--data", data], command: "demo")
        let manifest = try first.send("GET", to: "/v1/apps/hashtags/manifest").body
        _ = first.stop(SIGKILL)
        let second = try ServeProcess(["--examples", examples, "--data", data], command: "demo")
        #expect(try second.send("GET", to: "/v1/apps/hashtags/manifest").body == manifest)
        #expect(second.stop().status == 0)

        let temporary = try ServeProcess(
            ["--examples", examples], command: "demo", environment: ["TMPDIR": folder.url.path + "/"])
        #expect(temporary.stop().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["demo"])
    }

    @Test func `demo with a folder without templates names it, and one with them shows their changes at the next page`()
        throws
    {
        let folder = try ScratchFolder()
        let examples = Tool.root.path + "/Examples/data"
        let wrong = try folder.run("demo", "--port", "0", "--examples", examples, "--templates", ".")
        #expect(wrong.status == 66 && wrong.errors.contains("--templates: . has no layout.mustache"), "\(wrong.errors)")
        let templates = folder.url.appendingPathComponent("templates")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent("Server/Sources/Dashboard/Files"), to: templates)
        let demo = try ServeProcess(["--examples", examples, "--templates", templates.path], command: "demo")
        #expect(try demo.send("GET", to: "/sign-in").body.contains("<h1>Sign in</h1>"))
        let page = templates.appendingPathComponent("sign-in.mustache")
        let text = try String(contentsOf: page, encoding: .utf8)
        try text.replacing("<h1>Sign in</h1>", with: "<h1>Come in</h1>").write(
            to: page, atomically: true, encoding: .utf8)
        #expect(try demo.send("GET", to: "/sign-in").body.contains("<h1>Come in</h1>"))
        // A mistake in a template ends no server.
        try "{{#broken".write(to: page, atomically: true, encoding: .utf8)
        #expect(try demo.send("GET", to: "/sign-in").status == 500)
        try text.write(to: page, atomically: true, encoding: .utf8)
        #expect(try demo.send("GET", to: "/sign-in").status == 200)
        #expect(demo.stop(SIGINT).status == 0)
    }

    @Test func `demo without examples names the folders in which it looked`() throws {
        let folder = try ScratchFolder()
        let result = try folder.run("demo", "--port", "0")
        #expect(result.status == 66)
        #expect(result.errors.contains("Examples/data or /"), "\(result.errors)")
        #expect(result.errors.contains("/share/airworthy/examples;"))
    }

    @Test func `demo with a folder that lacks an example names the missing file`() throws {
        let folder = try ScratchFolder()
        let result = try folder.run("demo", "--port", "0", "--examples", "mine")
        #expect(result.status == 66)
        #expect(result.errors.contains("mine/hashtags.policy.yaml"), "\(result.errors)")
    }
}
