import AirworthyPolicy
import Foundation
import Testing

/// A manifest, an installation and an instant, generated from a seed and a number.
struct LawCase {
    var manifest: Manifest
    var installation: Installation
    var now: Date
    var confirmedAt: Date?
    var storedAt: Date?
    /// The situation of the case; `nil` for a random one.
    var theme: LawTheme?
    let index: Int

    /// The case with this number.
    init(_ index: Int) {
        var random = LawRandom(index: index)
        self = random.generator.oneIn(6) ? random.soup(index) : random.themed(index)
    }

    init(index: Int, manifest: Manifest, installation: Installation, now: Date) {
        self.index = index
        self.manifest = manifest
        self.installation = installation
        self.now = now
    }

    func decision(trace: Bool = false) -> Decision {
        decide(manifest, for: installation, at: now, confirmedAt: confirmedAt, storedAt: storedAt, trace: trace)
    }

    /// All cases of this run. The first ones are cached, because each law needs them.
    static var all: some Sequence<LawCase> {
        (0..<SeededGenerator.cases).lazy.map { $0 < first.count ? first[$0] : LawCase($0) }
    }

    private static let first = (0..<min(SeededGenerator.cases, 4_000)).map { LawCase($0) }

    /// A description that is enough to reproduce the case.
    var compact: String {
        let facts: JSONValue = [
            "version": .string(installation.versionText), "build": .text(installation.build),
            "platform": .text(installation.platform), "channel": .text(installation.channel),
            "os": .text(installation.os), "language": .text(installation.language),
            "storefront": .text(installation.storefront), "installID": .text(installation.installID),
            "attributes": .object(
                JSONObject(
                    installation.attributes.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })),
        ]
        return "seed \(SeededGenerator.seed), case \(index), \(theme?.rawValue ?? "soup"), "
            + "now \(Timestamp.format(now)), confirmed \(confirmedAt.map(Timestamp.format) ?? "now"), "
            + "stored \(storedAt.map(Timestamp.format) ?? "never")\n"
            + facts.jsonText() + "\n" + manifest.jsonValue.jsonText()
    }
}

extension JSONValue {
    fileprivate static func text(_ value: (some CustomStringConvertible)?) -> JSONValue {
        value.map { .string($0.description) } ?? .null
    }
}

/// Checks a law on all cases. `law` returns the violation, or `nil`. The first three violations are printed.
func forAllCases(
    sourceLocation: SourceLocation = #_sourceLocation, _ law: (LawCase) -> String?
) {
    var failures = 0
    for each in LawCase.all {
        guard let wrong = law(each) else { continue }
        failures += 1
        if failures <= 3 { Issue.record("\(wrong)\n\(each.compact)", sourceLocation: sourceLocation) }
    }
    if failures > 3 { Issue.record("\(failures) cases in all", sourceLocation: sourceLocation) }
}
