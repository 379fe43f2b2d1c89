import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

/// The commands that open a database themselves.
@Suite(.blocking) struct LocalCommandTests {
    @Test func `tokens create --local works only while no server runs`() throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        let busy = try setup.folder.run("tokens", "create", "--local", "--data", "data", "--name", "me")
        #expect(busy.status == 66)
        #expect(busy.errors.contains("another airworthy"), "\(busy.errors)")
        #expect(server.stop().status == 0)

        let made = try setup.folder.run(
            "tokens", "create", "--local", "--data", "data", "--kind", "adm", "--name", "me")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.headline.hasPrefix("adm_"))
        let again = try setup.start()
        let answer = try again.send("GET", to: "/v1/admin/whoami", headers: ["Authorization: Bearer \(made.headline)"])
        #expect(answer.json?["name"]?.stringValue == "me")
        #expect(again.stop().status == 0)
    }

    @Test func `--local and backup create no database in an empty folder`() throws {
        let folder = try ScratchFolder()
        let token = try folder.run("tokens", "create", "--local", "--data", "nowhere", "--name", "me")
        #expect(token.status == 66)
        let backup = try folder.run("backup", "a.backup", "--data", "nowhere")
        #expect(backup.status == 66, "\(backup.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `a backup is private and replaces no file`() throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let first = try setup.folder.run("backup", "a.backup", "--data", "data", "--json")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains(#""apps":1"#))
        let path = setup.folder.url.appendingPathComponent("a.backup").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let bytes = FileManager.default.contents(atPath: path)
        #expect(try setup.folder.run("backup", "a.backup", "--data", "data").status == 73)
        #expect(FileManager.default.contents(atPath: path) == bytes)
        #expect(server.stop().status == 0)
    }

    @Test func `restore rejects a file that is not a backup`() throws {
        let setup = try ServeSetup()
        #expect(try setup.start().stop().status == 0)
        let before = FileManager.default.contents(atPath: setup.data + "/airworthy.sqlite")
        _ = try setup.folder.write("not a database", to: "a.backup")
        let refused = try setup.folder.run("restore", "a.backup", "--data", "data")
        #expect(refused.status == 65, "\(refused.errors)")
        #expect(FileManager.default.contents(atPath: setup.data + "/airworthy.sqlite") == before)
        #expect(try setup.start().stop().status == 0)
    }
}
