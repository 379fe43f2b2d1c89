import AirworthyPolicy

/// Checks whether each rule that requires an update can be enforced: by a release in the catalog, or by the rule's URL.
struct EnforcementLint {
    let subject: LintSubject

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var rulesWithoutCatalog: [Int] = []
        var rulesForAppStoreOnly: [(index: Int, missing: [Channel])] = []
        for (index, rule) in subject.policy.rules.enumerated() where rule.effect.mayRequire {
            let channels = ChannelLint.channels(of: rule, in: subject)
            // A rule for no channel never applies. A rule that blocks even without an update needs no release. The
            // reader has reported unknown conditions.
            if channels.isEmpty || rule.effect.blocksIfUnavailable || hasUnknownPart(rule.when) { continue }
            let matching = subject.matchingScopes[index]
            let linked = subject.links.linked(by: rule.effect.url).intersection(matching)
            let enforceable = channels.filter { channel in
                linked.intersects(subject.links.reaching(channel))
                    || hasUsableURL(rule, on: channel, scopes: matching)
            }
            if enforceable.isEmpty {
                if subject.manifest == nil, channels.contains(where: { link(for: rule, on: $0) != nil }) {
                    rulesWithoutCatalog.append(index)
                } else {
                    findings.append(neverEnforcedFinding(at: index))
                }
            } else if enforceable == [.appstore] {
                let missing = channels.filter { channel in
                    channel != .appstore && !matching.intersects(subject.links.reaching(channel))
                }
                if !missing.isEmpty { rulesForAppStoreOnly.append((index, missing)) }
            }
        }
        return findings + needsCatalogFindings(for: rulesWithoutCatalog)
            + appStoreOnlyFindings(for: rulesForAppStoreOnly)
    }

    /// Whether the rule's own URL is enough to enforce it. The URL counts only where the catalog has no offers.
    private func hasUsableURL(_ rule: Rule, on channel: Channel, scopes: BitSet) -> Bool {
        guard let url = rule.effect.url, UpdateLink.fits(url, channel: channel) else { return false }
        // Without a release in the catalog, neither the age of the release nor the size of the update is known.
        guard rule.effect.requiresAssertedRelease, rule.effect.releasedFor.seconds == 0 else { return false }
        guard !rule.when.conjuncts.contains(where: comparesOnlyWithLatest) else { return false }
        // The URL counts on every platform for which the catalog has no offers on this channel.
        let platforms = subject.links.platformCount(in: scopes)
        let withOffers = scopes.intersection(subject.links.reaching(channel))
        return platforms == 0 || subject.links.platformCount(in: withOffers) < platforms
    }

    /// The link that the rule would have if a catalog had a release for the channel.
    private func link(for rule: Rule, on channel: Channel) -> String? {
        UpdateLink.choose(for: channel, from: [rule.effect.url], policy: subject.policy)
    }

    /// Whether the condition compares the version with the newest release and nothing else.
    private func comparesOnlyWithLatest(_ condition: Condition) -> Bool {
        if case .version(let range) = condition { range.mentionsLatest && range.explicitBounds.isEmpty } else { false }
    }

    private func hasUnknownPart(_ condition: Condition) -> Bool {
        var found = false
        condition.forEach { if case .unknown = $0 { found = true } }
        return found
    }

    // MARK: Findings

    private func neverEnforcedFinding(at index: Int) -> Finding {
        let path = subject.path(of: index)
        let why =
            subject.manifest == nil
            ? "there is no catalog, and no URL fits: give the rule a \"url\", or the policy an \"appleID\" and publish it "
                + "with a catalog"
            : "the catalog has no installable release with a link for it: add the release and the policy's \"appleID\" or "
                + "\"links\", or give the rule a \"url\" that fits"
        return Finding(
            code: "never-enforced", severity: subject.catalogMayChange ? .warning : .error, path: path,
            message: "The rule \(subject.name(of: index)) requires an update but can never be enforced, because \(why)."
        )
    }

    private func needsCatalogFindings(for indices: [Int]) -> [Finding] {
        guard let first = indices.first else { return [] }
        return [
            .warning(
                "needs-catalog", at: subject.path(of: first),
                message:
                    "\(names(indices)) cannot be enforced without a catalog; publish the policy with a catalog that has a "
                    + "newer release, or add a \"url\" to each rule.")
        ]
    }

    private func appStoreOnlyFindings(for rules: [(index: Int, missing: [Channel])]) -> [Finding] {
        guard let first = rules.first else { return [] }
        let missing = first.missing.map(\.description).joined(separator: ", ")
        return [
            .warning(
                "app-store-only", at: subject.path(of: first.index),
                message:
                    "\(names(rules.map(\.index))) can be enforced on the App Store only, not on \(missing); add releases for "
                    + "these channels to the catalog, or write \"channel\": \"appstore\" if this is intended.")
        ]
    }

    private func names(_ indices: [Int]) -> String {
        (indices.count == 1 ? "The rule " : "The rules ") + indices.map(subject.name).joined(separator: ", ")
    }
}
