import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks the rules against the releases that exist.
struct CatalogLint {
    /// The maximum number of decisions computed to find loops.
    private static let maximumProbes = 100
    /// The maximum number of pairs of a rule and a release in these decisions. Above it fewer are computed.
    private static let maximumProbedPairs = 4_000_000

    private let subject: LintSubject
    private let sharedVersions: SharedVersions

    private var rules: [Rule] { subject.policy.rules }

    init(subject: LintSubject) {
        self.subject = subject
        sharedVersions = SharedVersions(subject.scopes, effort: subject.effort)
    }

    func findings() -> [Finding] {
        guard let manifest = subject.manifest else {
            return [
                .note(
                    "catalog-checks-skipped", at: .root,
                    message:
                        "Without a catalog it is unknown whether the newest release is blocked, targets can be reached or "
                        + (subject.catalogMayChange
                            ? "updates loop; import one with `airworthy catalog import`."
                            : "updates loop; pass one with --catalog."))
            ]
        }
        let (newest, caught) = newestFindings()
        var findings = newest + loopFindings(manifest, in: caught)
        for index in rules.indices { findings += releaseFindings(index) }
        // The first finding for each code and path is enough.
        var seen: Set<[String]> = []
        return findings.filter { seen.insert([$0.code, $0.path]).inserted }
    }

    // MARK: Newest releases

    /// A finding for each rule that catches the newest release of a scope, and the scopes where one does.
    private func newestFindings() -> (findings: [Finding], caught: [CatalogScope]) {
        var findings: [Finding] = []
        var caught: [CatalogScope] = []
        var reported: Set<Int> = []
        for scope in subject.scopes {
            guard let newest = scope.installable.first else { continue }
            let indices = CaughtRules(subject: subject, scenario: scope.scenario(newest)).indices
            if !indices.isEmpty { caught.append(scope) }
            for index in indices where reported.insert(index).inserted {
                findings.append(newestFinding(index, newest: newest, of: scope))
            }
        }
        return (findings, caught)
    }

    private func newestFinding(_ index: Int, newest: OfferIndex, of scope: CatalogScope) -> Finding {
        let fact =
            "The rule \(subject.name(of: index)) also matches \(scope.title(newest)), the newest release for "
            + "\(scope.description), for which there is no update; "
        if rules[index].effect.blocksIfUnavailable {
            return .warning(
                "blocks-newest", at: subject.path(of: index),
                message: fact + "its users are stopped until there is one, because of \"ifUnavailable\": \"block\".")
        }
        return .error(
            "blocks-newest", at: subject.path(of: index),
            message: fact
                + "exclude it in \"when\", or stop its users without an update by \"ifUnavailable\": \"block\".")
    }

    /// Decides for older installations where the newest release is caught, because they may be sent to it for nothing.
    private func loopFindings(_ manifest: Manifest, in scopes: [CatalogScope]) -> [Finding] {
        let probes = probes(in: scopes)
        if probes.isEmpty { return [] }
        let prepared = PreparedManifest(manifest)
        return probes.compactMap { probe in
            let decision = decide(prepared, for: probe, at: subject.now)
            guard decision.reason == .loop, let index = rules.firstIndex(where: { $0.id == decision.rule })
            else { return nil }
            return .error(
                "loop", at: subject.path(of: index),
                message:
                    "The rule \(subject.name(of: index)) leads from \(probe.versionText) on \(probe.channel) to a release "
                    + "for which a rule requires another update; exclude that release there.")
        }
    }

    /// For each scope an installation older than all releases, and one at each version where the result of a rule
    /// changes.
    private func probes(in scopes: [CatalogScope]) -> [Installation] {
        if scopes.isEmpty { return [] }
        let releases = subject.manifest?.catalog.releases.count ?? 0
        let limit = min(Self.maximumProbes, max(1, Self.maximumProbedPairs / max(1, rules.count * releases)))
        subject.effort.add(limit)
        let named = Set(rules.flatMap { namedVersions($0.when) }).sorted().prefix(limit)
        var probes: [Installation] = []
        for scope in scopes where probes.count < limit {
            probes.append(scope.offers.installation)
            for index in scope.offers.all.prefix(20) {
                probes.append(
                    scope.installation(of: scope.offers.version(index), build: scope.offers.build(index)))
            }
            probes += named.map { scope.installation(of: $0, build: nil) }
        }
        return Array(probes.prefix(limit))
    }

    // MARK: One rule

    private func releaseFindings(_ index: Int) -> [Finding] {
        let effect = rules[index].effect
        let matching = subject.matchingScopes[index]
        guard !matching.isEmpty, effect.mayRequire || effect.mayRecommend(at: subject.now) else { return [] }
        let scopes = matching.members.map { subject.scopes[$0] }
        subject.effort.add(scopes.count)
        let findings = targetFindings(index, in: scopes) + sharedVersionFindings(index, in: matching)
        return effect.mayRequire ? findings + requiredFindings(index, in: scopes, matching: matching) : findings
    }

    private func targetFindings(_ index: Int, in scopes: [CatalogScope]) -> [Finding] {
        guard let target = rules[index].effect.target else { return [] }
        func finding(_ code: String, severity: Finding.Severity, message: String) -> [Finding] {
            [
                Finding(
                    code: code, severity: severity, path: subject.path(of: index).appending("target"), message: message)
            ]
        }
        let unreached = scopes.filter { !$0.reaches(target) }
        if unreached.count == scopes.count {
            return finding(
                "unreachable-target", severity: .error,
                message: "No installable release is \(target) or newer; publish it first or lower the target.")
        }
        if let first = unreached.first {
            return finding(
                "target-not-everywhere", severity: .warning,
                message: "No installable release for \(first.description) is \(target) or newer; publish it there or "
                    + "exclude these installations in \"when\".")
        }
        for scope in scopes where scope.channel.servesOnlyNewest {
            guard let newest = scope.installable.first, scope.offers.version(newest) > target.version else { continue }
            return finding(
                "target-is-minimum", severity: .note,
                message:
                    "\(scope.channel == .appstore ? "The App Store" : "Google Play") offers only its newest release, "
                    + "\(scope.title(newest)); there a target means "
                    + "\"at least\".")
        }
        return []
    }

    private func requiredFindings(_ index: Int, in scopes: [CatalogScope], matching: BitSet) -> [Finding] {
        let rule = rules[index]
        let path = subject.path(of: index)
        var findings: [Finding] = []
        if let floor = namedVersions(rule.when).max(), let newest = scopes.compactMap(\.newestVersion).max(),
            floor > newest
        {
            findings.append(
                .warning(
                    "floor-above-newest", at: path.appending("when"),
                    message: "\(floor) is newer than the newest known release, \(newest); check the version."))
        }
        if rule.effect.releasedFor.seconds > 0, !scopes.contains(where: \.hasDates) {
            findings.append(
                .warning(
                    "never-settles", at: path.appending("releasedFor"),
                    message:
                        "No known release has a publication date, so the wait never ends; add \"publishedAt\" to the "
                        + "catalog or remove this key."))
        }
        return findings + offerFindings(rule, in: matching, at: path)
    }

    /// Checks the releases that a rule would require, and reports the first scope with each mistake.
    private func offerFindings(_ rule: Rule, in matching: BitSet, at path: DocumentPath) -> [Finding] {
        let linked = subject.links.newestLinked(by: rule.effect.url)
        var isPhased = false
        var isWithoutURL = false
        var findings: [Finding] = []
        for number in matching.members {
            let scope = subject.scopes[number]
            guard let index = scope.installable.first else { continue }
            let state = scope.offers.offer(index).phase?.state
            if !isPhased, rule.effect.phasing == nil, state == "active" || state == "paused" {
                isPhased = true
                findings.append(phasedFinding(scope.title(index), at: path))
            }
            if !isWithoutURL, !linked.contains(number) {
                isWithoutURL = true
                findings.append(withoutURLFinding(scope.description, at: path))
            }
            if findings.count == 2 { break }
        }
        return findings
    }

    private func phasedFinding(_ release: String, at path: DocumentPath) -> Finding {
        .warning(
            "phased-required", at: path,
            message: "\(release) is in a phased release, which a required update overrides; write "
                + "\"phased\": \"follow\" to wait for it, or \"ignore\" if this is intended.")
    }

    private func withoutURLFinding(_ scope: String, at path: DocumentPath) -> Finding {
        .warning(
            "no-url", at: path,
            message:
                "No URL leads \(scope) to an update, so it is never required there; add \"appleID\", "
                + "\"links\" or a \"url\".")
    }

    /// Checks for a version that is named without a build but exists as several builds on several channels.
    private func sharedVersionFindings(_ index: Int, in matching: BitSet) -> [Finding] {
        var findings: [Finding] = []
        ConditionLint.visit(rules[index].when, at: subject.path(of: index).appending("when")) { part, path, _ in
            guard case .version(let range) = part else { return }
            for version in range.exactVersions {
                let builds = sharedVersions.builds(of: version, in: matching)
                guard let first = builds.first else { continue }
                findings.append(
                    .warning(
                        "several-builds", at: path,
                        message:
                            "\(version) exists as builds \(builds.map(\.description).joined(separator: ", ")) on several "
                            + "channels, and all of them match; name one, "
                            + "e.g. \"\(UpdateTarget(version: version, build: first))\", or a \"channel\"."))
                // The others would be at the same path.
                return
            }
        }
        return findings
    }

    /// Every version named in a range of the condition, without those of operating systems.
    private func namedVersions(_ condition: Condition) -> [AppVersion] {
        var versions: [AppVersion] = []
        condition.forEach { if case .version(let range) = $0 { versions += range.explicitBounds } }
        return versions
    }
}
