import AirworthyAuthoring
import AirworthyPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

let legacyNow = Date(timeIntervalSince1970: 1_790_000_000)

extension LegacyFormat {
    /// Reads text with the app's Apple ID.
    func read(text: String, appleID: Int? = 4_711) -> LegacyImport { read(json: Array(text.utf8), appleID: appleID) }
}

extension LegacyImport {
    /// Decides for an App Store installation; `1.0-1` means version 1.0, build 1.
    func decide(
        _ installed: String, _ platform: Platform = .ios, os: String? = "17.0",
        attributes: [String: JSONValue] = [:], catalog: Catalog = .empty
    ) throws -> Decision {
        var manifest = try #require(manifest, "\(findings)")
        manifest.catalog = Catalog(merging: [manifest.catalog, catalog])
        let parts = installed.split(separator: "-")
        let installation = Installation(
            platform: platform, version: String(parts[0]),
            build: try BuildNumber(parts.count > 1 ? String(parts[1]) : "0"),
            channel: .appstore, os: try os.map { OperatingSystem(platform: platform, version: try AppVersion($0)) },
            attributes: attributes
        )
        return AirworthyPolicy.decide(manifest, for: installation, at: legacyNow)
    }

    var codes: [String] { findings.map(\.code) }
}

extension [Finding] {
    func has(_ code: String, _ severity: Finding.Severity, at path: String) -> Bool {
        contains { $0.code == code && $0.severity == severity && $0.path == path }
    }
}
