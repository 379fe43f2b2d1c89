import AirworthyAuthoring
import AirworthyPolicy
import Foundation

extension FuzzTarget {
    /// Policies written in other formats. The input is an object with `policy` and `installation`. A written file must
    /// have the same effect on the same installations as the policy; otherwise writing must fail.
    static let convert = FuzzTarget(name: "convert") { bytes in
        guard let root = (try? JSONReader.read(bytes))?.jsonValue, let document = root["policy"],
            let policy = PolicyReader.read(json: document.jsonBytes()).policy, let newest = try? AppVersion("99999")
        else { return }
        let installations = installations(like: Installation(facts: root["installation"] ?? .null), around: document)
        let offer = Offer(
            channel: .appstore, publishedAt: Date(timeIntervalSince1970: 1_700_000_000),
            url: "https://apps.apple.com/app/id1")
        let releases = PrinceOfVersions.platforms.map {
            Release(platform: $0, version: newest, build: try? BuildNumber("99999"), offers: [offer])
        }
        let catalog = Catalog(releases: releases)
        for format in LegacyFormat.allCases where format.isWritable {
            let (json, findings) = format.write(policy, catalog: catalog)
            check((json == nil) == hasError(findings), "a file is written unless there is an error: \(format)")
            guard let json else { continue }
            let read = format.read(json: json.jsonBytes(), appleID: policy.appleID)
            let again = expect(read.policy, "a written file is read: \(format) \(read.findings) \(json.jsonText())")
            for installation in installations where isCovered(installation) {
                let first = status(of: installation, policy: policy, catalog: catalog)
                let second = status(
                    of: installation, policy: again, catalog: Catalog(merging: [read.catalog, catalog]))
                check(
                    first == second,
                    "\(format) has the same effect: \(installation) \(first) \(second) \(json.jsonText()) \(policy.jsonValue.jsonText())"
                )
            }
        }
    }

    /// Whether the formats support an installation: they have two platforms and no suffixes.
    private static func isCovered(_ installation: Installation) -> Bool {
        installation.version?.hasSuffix == false && PrinceOfVersions.platforms.contains(installation.platform)
    }

    private static func status(
        of installation: Installation, policy: Policy, catalog: Catalog
    ) -> Decision.Status {
        let manifest = Manifest(policy: policy, catalog: catalog)
        return AirworthyPolicy.decide(manifest, for: installation, at: Date(timeIntervalSince1970: 1_795_132_800))
            .status
    }

    /// Returns App Store installations with the versions in the document and with the values that every device has.
    ///
    /// Only the App Store has an update here. Without an update the result depends on links, of which the formats have one
    /// or none.
    private static func installations(like installation: Installation, around document: JSONValue) -> [Installation] {
        var known = installation
        known.channel = .appstore
        known.build = known.build ?? (try? BuildNumber("5"))
        if known.os?.platform != known.platform {
            known.os = (try? AppVersion("17")).map { OperatingSystem(platform: known.platform, version: $0) }
        }
        let isPart = { (character: Character) in character.isASCII && (character.isNumber || character == ".") }
        let mentioned = document.jsonText().split { !isPart($0) }.map(String.init).filter { $0.utf8.count < 20 }
        return ([known.versionText, "0", "99998"] + mentioned.prefix(12)).map { text in
            var installation = known
            installation.versionText = text
            installation.version = try? AppVersion(text)
            return installation
        }
    }
}
