/// A file of another format as a policy, with a report of what was not carried.
public struct LegacyImport: Hashable, Sendable {
    /// The rules; `nil` if any finding is an error.
    public var policy: Policy?
    /// The releases the file names without having seen them, their source ``Offer/asserted``.
    public var catalog: Catalog
    /// What was wrong, not carried, or carried as something else, in the order of the text.
    public var findings: [Finding]

    /// Makes an import.
    /// - Parameters:
    ///   - policy: The rules; `nil` if any finding is an error.
    ///   - catalog: The releases the file names.
    ///   - findings: The report.
    public init(policy: Policy?, catalog: Catalog = .empty, findings: [Finding]) {
        self.policy = policy
        self.catalog = catalog
        self.findings = findings
    }

    /// Rules and releases as one; `nil` without rules.
    public var manifest: Manifest? { policy.map { Manifest(policy: $0, catalog: catalog) } }
}

extension DocumentReader {
    /// What was read, or the errors alone.
    func legacyImport(_ policy: Policy, _ releases: [Release], at root: DocumentField) -> LegacyImport {
        if policy.rules.isEmpty, !findings.hasErrors {
            findings.report(
                "no-effect", severity: .warning, at: root,
                message: "Nothing in it asks for an update; nobody will be asked.")
        }
        if policy.appleID == nil, policy.rules.contains(where: { $0.effect.update == .required }) {
            findings.report(
                "no-url", severity: .warning, at: root,
                message:
                    "The format does not say where the update is: without the app's Apple ID nothing can be required, only "
                    + "called unavailable.")
        }
        return LegacyImport(
            policy: findings.hasErrors ? nil : policy.assertingStorePage,
            catalog: findings.hasErrors ? .empty : Catalog(releases: releases),
            findings: findings.sorted)
    }

    func notCarried(_ entry: DocumentObject.Entry, _ why: String) {
        findings.report("not-carried", severity: .warning, atKeyOf: entry, message: why)
    }
}

extension Policy {
    /// The policy with the store page as the author's word in each rule that names versions, so that it means the same
    /// where the asserted releases are not at hand.
    fileprivate var assertingStorePage: Policy {
        guard let page = UpdateLink.choose(for: .appstore, policy: self) else { return self }
        var policy = self
        for index in rules.indices where rules[index].effect.update != UpdateLevel.none {
            var mentionsLatest = false
            rules[index].when.forEach { condition in
                if case .version(let range) = condition, range.mentionsLatest { mentionsLatest = true }
            }
            if !mentionsLatest { policy.rules[index].effect.url = page }
        }
        return policy
    }
}

extension Release {
    /// A release nobody has seen: the author's word that it is on the App Store.
    static func asserted(
        _ platform: Platform, _ version: BuildVersion, minimumOS: AppVersion? = nil, notes: LocalizedText? = nil
    ) -> Release {
        let offer = Offer(channel: .appstore, notes: notes, source: Offer.asserted)
        return Release(
            platform: platform, version: version.version, build: version.build, minimumOS: minimumOS, offers: [offer])
    }
}

extension Condition {
    /// Several conditions at once, one alone as it is.
    static func every(_ parts: [Condition]) -> Condition { parts.count == 1 ? parts[0] : .all(parts) }

    /// A system of the platform at least this new.
    static func os(_ platform: Platform, atLeast version: AppVersion?) -> [Condition] {
        guard let version, let range = try? VersionRange(">=\(version)") else { return [] }
        return [.os([platform: range])]
    }
}

extension DocumentObject {
    /// The member with the key, unless it is null, which these formats take for absent.
    func present(_ key: String) -> DocumentField? { self[key].flatMap { $0.isNull ? nil : $0 } }
}
