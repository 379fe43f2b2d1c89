import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking, .timeLimit(.minutes(5))) struct JSONLogTests {
    @Test func `with log.format = json, every line of a server is one object, whatever clients send`() throws {
        let setup = try ServeSetup()
        // Without a signing key and with a misspelt setting, so that there are warnings.
        let server = try ServeProcess(
            data: setup.data,
            environment: [
                "AIRWORTHY_LOG_FORMAT": "json", "AIRWORTHY_LOG_LEVEL": "trace", "AIRWORTHY_TYPO\"}\n{": "1",
            ])
        for path in ["/v1/apps/%22%7D%0A%7B/manifest", "/v1/apps/a/decision?version=%1B%5B31m", "/no\"}{such"] {
            _ = try server.send("GET", to: path, headers: ["X-Request-Id: \"}{", "User-Agent: \"}\u{1B}[2J"])
        }
        _ = try server.send("G\"ET", to: "/x")
        #expect(try setup.send("GET", to: "/v1/admin/whoami", on: server).status == 200)
        #expect(server.stop().status == 0)
        let lines = server.errors.split(separator: "\n")
        #expect(lines.count > 8)
        var events: Set<String> = []
        for line in lines {
            let json = try JSONReader.read(String(line)).jsonValue
            #expect(json["time"]?.stringValue != nil && json["level"]?.stringValue != nil, "\(line)")
            events.insert(json["event"]?.stringValue ?? "")
        }
        let expected: Set<String> = [
            "start.warning", "first-token", "setting.unknown", "server.listening", "server.ready", "request",
            "server.stopped",
        ]
        #expect(events.isSuperset(of: expected), "\(events)")
        #expect(!server.errors.contains("adm_"))
    }
}
