import AirworthyPolicy
import Crypto
import Foundation
import Testing
import ToolTesting

/// A scripted App Store Connect, a folder with a key, and the tool configured for both.
struct AppleKit {
    /// A key for tests only.
    static let pem = P256.Signing.PrivateKey().pemRepresentation
    static let issuer = "57246542-96fe-1a63-e053-0824d011072a"
    static let secret = "0123456789abcdef0123456789abcdef"

    let server: ScriptedServer
    let folder: ScratchFolder

    init(_ answers: ScriptedServer.Answer...) throws {
        server = try ScriptedServer(answers)
        folder = try ScratchFolder(["AuthKey_2X9R4HXF34.p8": Self.pem, "hook.secret": Self.secret + "\n"])
        for name in ["AuthKey_2X9R4HXF34.p8", "hook.secret"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.url.appendingPathComponent(name).path)
        }
    }

    var requests: [ScriptedServer.Request] { server.requests }
    /// The method and path of each request, without the query.
    var lines: [String] { server.requests.map { String($0.line.prefix { $0 != "?" }) } }

    /// Runs the tool, and checks that its output contains no key, secret or token.
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Tool.Result {
        let settings = [
            "AIRWORTHY_APPLE_KEY_FILE": "AuthKey_2X9R4HXF34.p8", "AIRWORTHY_APPLE_ISSUER": Self.issuer, "TZ": "UTC",
        ]
        let result = try withExtendedLifetime(server) {
            try folder.run(
                arguments + ["--url", server.address],
                environment: settings.merging(environment) { _, new in new })
        }
        let said = result.output + result.errors
        #expect(!said.contains("PRIVATE KEY"))
        #expect(!said.contains(Self.pem.split(separator: "\n")[1]))
        #expect(!said.contains("eyJ"))
        #expect(!said.contains(Self.secret))
        return result
    }

    static let app = ScriptedServer.Answer.ok(
        #"{"data":[{"type":"apps","id":"12","attributes":{"bundleId":"com.example.hashtags","name":"Hashtags"}}]}"#)
    static let nothing = ScriptedServer.Answer.ok(#"{"data":[]}"#)

    /// Four builds: one for internal testers, one for the Mac, one that has expired, and one without a version.
    static func builds() -> ScriptedServer.Answer {
        let soon = Timestamp.format(Date(timeIntervalSinceNow: 86_400).addingTimeInterval(-0.5))
        let now = Timestamp.format(Date(timeIntervalSinceNow: -86_400))
        return .ok(
            """
            {"data":[
             {"type":"builds","id":"b1","attributes":{"version":"225","uploadedDate":"\(now)","expirationDate":"\(soon)",
              "expired":false,"minOsVersion":"16.0","processingState":"VALID","buildAudienceType":"APP_STORE_ELIGIBLE"},
              "relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"p1"}},
               "buildBetaDetail":{"data":{"type":"buildBetaDetails","id":"d1"}},
               "betaBuildLocalizations":{"data":[{"type":"betaBuildLocalizations","id":"l1"}]},
               "betaGroups":{"data":[{"type":"betaGroups","id":"g1"},{"type":"betaGroups","id":"g2"}]}}},
             {"type":"builds","id":"b2","attributes":{"version":"225","processingState":"PROCESSING"},
              "relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"p2"}}}},
             {"type":"builds","id":"b3","attributes":{"version":"224","expired":true,"processingState":"VALID"},
              "relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"p1"}}}},
             {"type":"builds","id":"b4","attributes":{"version":"223","processingState":"VALID"}}],
             "included":[
              {"type":"preReleaseVersions","id":"p1","attributes":{"version":"3.3.0","platform":"IOS"}},
              {"type":"preReleaseVersions","id":"p2","attributes":{"version":"3.3.0","platform":"MAC_OS"}},
              {"type":"buildBetaDetails","id":"d1","attributes":{"internalBuildState":"IN_BETA_TESTING",
               "externalBuildState":"WAITING_FOR_BETA_REVIEW"}},
              {"type":"betaBuildLocalizations","id":"l1","attributes":{"locale":"en-US","whatsNew":"Try\\u001b[31m it."}},
              {"type":"betaGroups","id":"g1","attributes":{"name":"Team","isInternalGroup":true,
               "hasAccessToAllBuilds":true}}]}
            """)
    }
}
