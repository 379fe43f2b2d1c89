import AirworthyPolicy
import Foundation

extension FuzzTarget {
    /// Policies written in the formats of others. The input is an object with `policy` and `installation`. A file that
    /// is written must hit whom the policy hits, just as hard; otherwise it must be refused.
    static let convert = FuzzTarget(name: "convert") { bytes in
        guard let root = (try? JSONReader.read(bytes))?.jsonValue, let document = root["policy"],
            let policy = PolicyReader.read(json: document.jsonBytes()).policy, let newest = try? AppVersion("99999")
        else { return }
        let copies = copies(of: Installation(facts: root["installation"] ?? .null), around: document)
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
            for copy in copies where isCovered(copy) {
                let first = status(policy, catalog, copy)
                let second = status(again, read.catalog.merging(catalog), copy)
                check(
                    first == second,
                    "\(format) hits alike: \(copy) \(first) \(second) \(json.jsonText()) \(policy.jsonValue.jsonText())"
                )
            }
        }
    }

    /// The formats have two platforms, and no suffixes.
    private static func isCovered(_ copy: Installation) -> Bool {
        copy.version?.hasSuffix == false && PrinceOfVersions.platforms.contains(copy.platform)
    }

    private static func status(_ policy: Policy, _ catalog: Catalog, _ copy: Installation) -> Decision.Status {
        let manifest = Manifest(policy: policy, catalog: catalog)
        return AirworthyPolicy.decide(manifest, for: copy, at: Date(timeIntervalSince1970: 1_795_132_800)).status
    }

    /// The copy, also with the versions that the document mentions, and with the facts a device always has. From the App
    /// Store, where there is an update: where there is none, what is required depends on links, and the formats have one
    /// or none.
    private static func copies(of installation: Installation, around document: JSONValue) -> [Installation] {
        var known = installation
        known.channel = .appstore
        known.build = known.build ?? (try? BuildNumber("5"))
        if known.os?.platform != known.platform {
            known.os = (try? AppVersion("17")).map { OperatingSystem(platform: known.platform, version: $0) }
        }
        let isPart = { (character: Character) in character.isASCII && (character.isNumber || character == ".") }
        let mentioned = document.jsonText().split { !isPart($0) }.map(String.init).filter { $0.utf8.count < 20 }
        return ([known.versionText, "0", "99998"] + mentioned.prefix(12)).map { text in
            var copy = known
            copy.versionText = text
            copy.version = try? AppVersion(text)
            return copy
        }
    }
}
