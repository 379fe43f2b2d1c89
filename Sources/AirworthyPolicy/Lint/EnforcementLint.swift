/// Checks whether each rule that requires an update can be enforced: by a release in the catalog, or by the rule's URL.
struct EnforcementLint {
    let subject: LintSubject

    func findings() -> [Finding] {
        let scopes = subject.manifest.map { CatalogScope.all(in: $0, at: subject.now) } ?? []
        var findings: [Finding] = []
        var needCatalog: [Int] = []
        var onAppStoreOnly: [(index: Int, missing: [Channel])] = []
        for (index, rule) in subject.policy.rules.enumerated() where rule.effect.mayRequire {
            let channels = ChannelLint.channels(of: rule)
            // A rule that blocks without an update needs none. A rule with an unknown condition has a finding already.
            if channels.isEmpty || rule.effect.blocksIfUnavailable || hasUnknownPart(rule.when) { continue }
            let matching = scopes.filter { !rule.when.isDisjoint(from: $0.condition) }
            let enforced = channels.filter { channel in
                hasRelease(for: rule, on: channel, scopes: matching) || isAsserted(rule, on: channel, scopes: matching)
            }
            if enforced.isEmpty {
                if subject.manifest == nil, channels.contains(where: { link(for: rule, on: $0) != nil }) {
                    needCatalog.append(index)
                } else {
                    findings.append(neverEnforced(index))
                }
            } else if enforced == [.appstore] {
                let missing = channels.filter { channel in
                    channel != .appstore && !matching.contains { $0.channel.reaches(channel) }
                }
                if !missing.isEmpty { onAppStoreOnly.append((index, missing)) }
            }
        }
        return findings + needsCatalog(needCatalog) + appStoreOnly(onAppStoreOnly)
    }

    /// Whether the catalog has an installable release with a link for the channel.
    private func hasRelease(for rule: Rule, on channel: Channel, scopes: [CatalogScope]) -> Bool {
        scopes.contains { scope in
            scope.channel.reaches(channel)
                && scope.installable.contains { index in
                    let candidates = [rule.effect.url, scope.offers.offer(index).url]
                    return UpdateLink.choose(for: scope.channel, from: candidates, policy: subject.policy) != nil
                }
        }
    }

    /// Whether the rule's own URL leads to an update. It counts only where the catalog has no offers.
    private func isAsserted(_ rule: Rule, on channel: Channel, scopes: [CatalogScope]) -> Bool {
        guard let url = rule.effect.url, UpdateLink.fits(url, channel: channel) else { return false }
        // Without a release its age is unknown, and so is the step from the installed version.
        guard rule.effect.requiresWithoutNewerRelease, rule.effect.releasedFor.seconds == 0 else { return false }
        guard !rule.when.conjuncts.contains(where: comparesOnlyWithLatest) else { return false }
        let known = Set(scopes.map(\.platform))
        let served = Set(scopes.filter { $0.channel.reaches(channel) }.map(\.platform))
        return known.isEmpty || served.count < known.count
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

    private func neverEnforced(_ index: Int) -> Finding {
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

    private func needsCatalog(_ indices: [Int]) -> [Finding] {
        guard let first = indices.first else { return [] }
        return [
            .warning(
                "needs-catalog", at: subject.path(of: first),
                message:
                    "\(names(indices)) cannot be enforced without a catalog; publish the policy with a catalog that has a "
                    + "newer release, or add a \"url\" to each rule.")
        ]
    }

    private func appStoreOnly(_ rules: [(index: Int, missing: [Channel])]) -> [Finding] {
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

extension Channel {
    /// Whether an offer on this channel reaches installations of the other, some TestFlight audiences included.
    fileprivate func reaches(_ other: Channel) -> Bool {
        switch (self, other) {
        case (.testflight, .testflight), (.marketplace, .marketplace): true
        default: self == other
        }
    }
}
