import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct ManifestDownloadTests {
    /// Signs the next manifest. There is no other program to download with.
    private func follow(_ kit: SigningKit, _ address: String) throws -> Tool.Result {
        try kit.sign("auto", to: "next.json", environment: ["PATH": "/missing"], options: "--previous", address)
    }

    @Test func `the previous manifest is downloaded from a server`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("41")
        let server = try ScriptedServer([.ok(kit.text("manifest.json"))])
        let result = try follow(kit, server.address + "/manifest.json")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try kit.payload("next.json")?["revision"] == 42)
    }

    @Test(
        arguments: [
            ("302 Found", "", ["Location": "http://127.0.0.1/other"], 66, "redirects are not followed"),
            ("404 Not Found", "nothing here", [:], 66, "answered 404"),
            ("204 No Content", "", [:], 66, "answered 204"),
            ("200 OK", "<html>", [:], 65, "[malformed-envelope]"),
            ("200 OK", String(repeating: " ", count: 2 << 20), [:], 65, "more than 256 KiB"),
        ] as [(String, String, [String: String], Int32, String)])
    func `a failed download of the previous manifest is reported with its reason`(
        status: String, body: String, headers: [String: String], code: Int32, words: String
    ) throws {
        let kit = try SigningKit()
        let server = try ScriptedServer([.http(status, body: body, headers: headers)])
        let result = try follow(kit, server.address + "/manifest.json")
        #expect(result.status == code)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!kit.exists("next.json"))
    }

    @Test(arguments: [ScriptedServer.Answer.hangUp, .bytes(Array("SSH-2.0\r\n".utf8)), nil])
    func `a server that is down or does not speak HTTP is reported`(answer: ScriptedServer.Answer?) throws {
        let kit = try SigningKit()
        let server = try ScriptedServer([answer].compactMap { $0 })
        let result = try follow(kit, server.address + "/manifest.json")
        #expect(result.status == 66)
        #expect(result.errors.contains("/manifest.json: the download failed: "), "\(result.errors)")
        #expect(!kit.exists("next.json"))
    }

    @Test(arguments: [
        ("http://example.com/manifest.json", "use https"), ("https://me:secret@example.com/m.json", "user name"),
        ("ftp://example.com/m.json", "neither a file nor"), ("http://127.0.0.1.example.com/m.json", "use https"),
        ("https:///m.json", "not an address"), ("file:///etc/hostname", "not an address"),
    ])
    func `an invalid or unencrypted address is rejected`(address: String, words: String) throws {
        let result = try follow(SigningKit(), address)
        #expect(result.status == 65)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
