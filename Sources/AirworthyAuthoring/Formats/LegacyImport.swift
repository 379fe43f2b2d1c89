public import AirworthyPolicy

/// A file of another format, read as a policy.
public struct LegacyImport: Hashable, Sendable {
    /// The rules; `nil` if any finding is an error.
    public var policy: Policy?
    /// The releases that the file asserts. Their source is ``/AirworthyPolicy/Offer/asserted``.
    public var catalog: Catalog
    /// The errors, and the parts that were left out or changed, in the order of the text.
    public var findings: [Finding]

    /// Creates an import.
    /// - Parameters:
    ///   - policy: The rules; `nil` if any finding is an error.
    ///   - catalog: The releases that the file asserts.
    ///   - findings: The findings.
    public init(policy: Policy?, catalog: Catalog = .empty, findings: [Finding]) {
        self.policy = policy
        self.catalog = catalog
        self.findings = findings
    }

    /// The rules and the releases; `nil` without rules.
    public var manifest: Manifest? { policy.map { Manifest(policy: $0, catalog: catalog) } }

    /// Creates the import of a file that cannot be read.
    init(rejectedBy document: DocumentReader) {
        self.init(policy: nil, findings: document.findings.sorted)
    }
}

/// Helpers of the readers of other formats.
extension DocumentReader {
    /// The import of a file; without a policy if there are errors.
    func legacyImport(_ policy: Policy, releases: [Release], at root: DocumentField) -> LegacyImport {
        if policy.rules.isEmpty, !findings.hasErrors {
            findings.report(
                "no-effect", severity: .warning, at: root, message: "The file demands and recommends no update.")
        }
        if policy.appleID == nil, policy.rules.contains(where: { $0.effect.update == .required }) {
            findings.report(
                "no-url", severity: .warning, at: root,
                message:
                    "The format has no URL of the update, so no update can be required; add the app's Apple ID.")
        }
        guard !findings.hasErrors else { return LegacyImport(rejectedBy: self) }
        return LegacyImport(
            policy: assertingStorePage(policy), catalog: Catalog(releases: releases), findings: findings.sorted)
    }

    func reportDropped(_ entry: DocumentObject.Entry, because reason: String) {
        findings.report("not-carried", severity: .warning, atKeyOf: entry, message: reason)
    }

    /// Reads an object with any members. Anything else is left out with a warning.
    func objectOrDrop(_ field: DocumentField) -> JSONObject? {
        if case .object(let object) = field.node.jsonValue { return object }
        findings.report(
            "wrong-type", severity: .warning, at: field,
            message: "It is \(field.node.kindName), not an object; it is left out.")
        return nil
    }

    /// The policy with the App Store page as the URL of each rule that names versions. So it has the same effect without
    /// the asserted releases.
    private func assertingStorePage(_ policy: Policy) -> Policy {
        guard let page = UpdateLink.choose(for: .appstore, policy: policy) else { return policy }
        var policy = policy
        for index in policy.rules.indices where policy.rules[index].effect.update != UpdateLevel.none {
            var mentionsLatest = false
            policy.rules[index].when.forEach { condition in
                if case .version(let range) = condition, range.mentionsLatest { mentionsLatest = true }
            }
            if !mentionsLatest { policy.rules[index].effect.url = page }
        }
        return policy
    }
}

extension Release {
    /// A release that the author of a file asserts to be on the App Store.
    static func asserted(
        _ version: BuildVersion, platform: Platform, minimumOS: AppVersion? = nil, notes: LocalizedText? = nil
    ) -> Release {
        let offer = Offer(channel: .appstore, notes: notes, source: Offer.asserted)
        return Release(
            platform: platform, version: version.version, build: version.build, minimumOS: minimumOS, offers: [offer])
    }
}

extension DocumentObject {
    /// The member with the key, unless it is null. These formats treat null as absent.
    func present(_ key: String) -> DocumentField? { self[key].flatMap { $0.isNull ? nil : $0 } }
}
