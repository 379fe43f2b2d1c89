import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct WhyCommandTests {
    private static let app = #"{"slug":"hashtags","signing":"server","head":{"revision":6,"digest":"d"}}"#
    private static let releases =
        #"{"platform":"ios","version":"2.3.0","build":"321","offers":[{"channel":"testflight.external","groups":["a"]}]},"#
        + #"{"platform":"ios","version":"2.2.0","build":"300","offers":[{"channel":"testflight.external","groups":["a"]}]}"#

    /// Returns the signed manifest of revision 6, which requires updates below 2.3.
    private static func manifest(_ releases: String = releases, target: String? = nil) throws -> String {
        let target = target.map { #""target":"\#($0)","# } ?? ""
        let payload = """
            {"schema":1,"app":"hashtags","revision":6,"issuedAt":"2026-11-25T15:24:00Z","audience":"production",
             "policy":{"schema":1,"rules":[{"id":"floor","when":{"version":"<2.3"},"update":"required",\(target)
              "url":"itms-beta://testflight.apple.com"}]},
             "catalog":{"schema":1,"asOf":"2026-11-25T15:24:00Z","releases":[\(releases)]}}
            """
        let key = try PrivateKey.generate()
        let bytes = try SignedManifest.sign(payload: Array(payload.utf8), keys: [key], keyring: nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func catalog(_ releases: String) -> String { #"{"schema":1,"releases":[\#(releases)]}"# }

    private static func sources(waiting: String = "null") -> String {
        #"{"asOf":"2026-11-25T15:26:00Z","stale":false,"sources":[{"name":"appStoreConnect","asOf":"2026-11-25T15:26:00Z","#
            + #""changedAt":null,"stale":false,"interval":300,"lastAttempt":null,"problem":null}],"waiting":\#(waiting)}"#
    }

    private static let question = [
        "why", "--app", "hashtags", "--version", "2.2.0", "--build", "300", "--channel", "testflight.external", "--now",
        "2026-11-25T15:36:00Z",
    ]

    @Test func `the decision comes with its reasons, the age of the data and what waits`() throws {
        let gone = Self.releases.replacing(
            #""build":"321","offers":[{"#, with: #""build":"321","offers":[{"state":"withdrawn","#)
        let waiting =
            #"{"publishesAt":"2026-11-25T15:40:00Z","added":[],"removed":[{"platform":"ios","version":"2.3.0","#
            + #""build":"321","channel":"testflight.external","whole":true}]}"#
        let kit = try RemoteKit(
            .ok(Self.app), .ok(try Self.manifest()), .ok(Self.catalog(gone)), .ok(Self.sources(waiting: waiting)))
        let result = try kit.run(Self.question)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags", "GET /v1/admin/apps/hashtags/manifests/6",
                "GET /v1/admin/apps/hashtags/catalog", "GET /v1/admin/apps/hashtags/catalog/sources",
            ])
        #expect(result.headline == "REQUIRED  2.2.0 (300) → 2.3.0 (321)")
        for words in [
            "\n  ✓ floor: required 2.3.0 (321)  ← decided\n", "2.3.0 (321)  testflight.external", "installable",
            "\nPublished: revision 6 of hashtags, issued 2026-11-25 15:24 UTC (12 min ago)\n",
            "appStoreConnect  2026-11-25 15:26  10 min", "\nWAITING  1 change waits until 2026-11-25 15:41 UTC\n",
            "\nThis installation then: REQUIRED, BUT UNAVAILABLE  2.2.0 (300)",
        ] { #expect(result.output.contains(words), "\(words) is missing in:\n\(result.output)") }
    }

    @Test func `who expected to be blocked is told why nothing happens`() throws {
        func output(_ channel: String) throws -> String {
            let kit = try RemoteKit(
                .ok(Self.app), .ok(try Self.manifest()), .ok(Self.catalog(Self.releases)), .ok(Self.sources()))
            return try kit.run("why", "--app", "hashtags", "--version", "2.2.0", "--channel", channel).output
        }
        #expect(try output("debug").contains("launch argument -AirworthyDecision required"))
        #expect(try output("appstore").contains("No release on appstore is known"))
    }

    @Test func `a newer build of another group is named`() throws {
        let newer =
            #"{"platform":"ios","version":"2.4.0","build":"330","offers":[{"channel":"testflight.external","groups":["b"]}]},"#
        let kit = try RemoteKit(
            .ok(Self.app), .ok(try Self.manifest(newer + Self.releases)), .ok(Self.catalog(newer + Self.releases)),
            .ok(Self.sources()))
        let output = try kit.run(Self.question).output
        #expect(output.hasPrefix("REQUIRED  2.2.0 (300) → 2.3.0 (321)\n"), "\(output)")
        #expect(output.contains("\nFirst check: 2.4.0 (330) is newer, but not known to be in every group"), "\(output)")
        let exact = try RemoteKit(
            .ok(Self.app), .ok(try Self.manifest(newer + Self.releases, target: "2.3.0")),
            .ok(Self.catalog(newer + Self.releases)), .ok(Self.sources()))
        let led = try exact.run(Self.question).output
        #expect(led.hasPrefix("REQUIRED  2.2.0 (300) → 2.3.0 (321)\n") && !led.contains("is newer, but"), "\(led)")
    }

    @Test func `without a policy it says that nothing is published`() throws {
        let kit = try RemoteKit(.ok(#"{"slug":"hashtags","signing":"server","head":null}"#))
        let result = try kit.run(Self.question)
        #expect(
            result.status == 66 && result.errors.contains("nothing is published, so every installation may carry on"))
    }

    @Test func `programs get the same as JSON`() throws {
        let kit = try RemoteKit(
            .ok(Self.app), .ok(try Self.manifest()),
            .problem(503, name: "catalog-not-learnt", detail: "not yet"), .ok(Self.sources()))
        let json = try JSONReader.read(try kit.run(Self.question + ["--json"]).output).jsonValue
        #expect(json["decision"]?["status"] == "required" && json["decision"]?["trace"] != nil)
        #expect(json["revision"] == 6 && json["waiting"] == .null && json["afterWaiting"] == .null)
    }
}
