import Foundation
import Testing
import ToolTesting

/// A server with a reader of standard error that reads nothing, such as a stopped log collector.
@Suite struct StalledLogTests {
    @Test func `a server with a full standard error goes on serving, and stops on a signal`() throws {
        let setup = try ServeSetup()
        let unread = Pipe()
        let server = try ServeProcess(data: setup.data, standardError: unread)
        // The pipe holds 64 KiB and a line has over 100 bytes, so every later line would block.
        for number in 0..<700 {
            let answer = try server.send("GET", to: "/v1/apps/nobody-\(number)/manifest")
            #expect(answer.status == 404)
        }
        #expect(try server.send("GET", to: "/health/live").status == 200)
        #expect(try setup.send("GET", to: "/v1/admin/whoami", on: server).status == 200)
        #expect(server.stop().status == 0)
        withExtendedLifetime(unread) {}
    }

    @Test func `a signing key that other users can read is warned of at the start`() throws {
        let setup = try ServeSetup()
        let path = setup.folder.url.appendingPathComponent("online.key").path
        for (mode, warns) in [(0o600, false), (0o640, true), (0o604, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let server = try setup.start()
            #expect(server.stop().status == 0)
            #expect(server.errors.contains("other users of this machine can read this signing key") == warns)
            #expect(!warns || server.errors.contains("chmod 600"))
        }
    }
}
