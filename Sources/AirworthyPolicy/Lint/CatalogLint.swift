#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks the rules against the releases that exist.
struct CatalogLint {
    /// The maximum number of decisions computed to find loops.
    private static let maximumProbes = 100

    let subject: LintSubject

    private var rules: [Rule] { subject.policy.rules }

    func findings() -> [Finding] {
        guard let manifest = subject.manifest else {
            return [
                .note(
                    "catalog-checks-skipped", at: .root,
                    message:
                        "Without a catalog it is unknown whether the newest release is blocked, targets can be reached or "
                        + "updates loop; pass one with --catalog.")
            ]
        }
        let scopes = CatalogScope.all(in: manifest, at: subject.now)
        let caught = scopes.filter { !rulesThatCatchNewest(in: $0).isEmpty }
        var findings = caught.flatMap(newestFindings) + loopFindings(manifest, in: caught)
        for index in rules.indices {
            let matching = scopes.filter { !rules[index].when.isDisjoint(from: $0.condition) }
            findings += releaseFindings(index, in: matching)
        }
        // The first finding for each code and path is enough.
        var seen: Set<[String]> = []
        return findings.filter { seen.insert([$0.code, $0.path]).inserted }
    }

    // MARK: Newest releases

    private func rulesThatCatchNewest(in scope: CatalogScope) -> [Int] {
        guard let newest = scope.installable.first else { return [] }
        let scenario = scope.scenario(newest)
        return rules.indices.filter { scenario.isCaught(by: $0, in: subject.policy) }
    }

    private func newestFindings(_ scope: CatalogScope) -> [Finding] {
        guard let newest = scope.installable.first else { return [] }
        return rulesThatCatchNewest(in: scope).map { index in
            .error(
                "blocks-newest", at: subject.path(of: index),
                message:
                    "The rule \(subject.name(of: index)) also matches \(scope.title(newest)), the newest release for "
                    + "\(scope.description), for which there is no update; exclude it in \"when\".")
        }
    }

    /// Decides for older installations where the newest release is caught, because they may be sent to it for nothing.
    private func loopFindings(_ manifest: Manifest, in scopes: [CatalogScope]) -> [Finding] {
        // One installation older than all releases, and one at each version where the result of a rule changes.
        let named = Set(rules.flatMap { namedVersions($0.when) }).sorted()
        let probes = scopes.flatMap { scope in
            [scope.offers.installation]
                + scope.offers.all.prefix(20).map {
                    scope.installation(of: scope.offers.version($0), build: scope.offers.build($0))
                }
                + named.map { scope.installation(of: $0, build: nil) }
        }
        return probes.prefix(Self.maximumProbes).compactMap { probe in
            let decision = decide(manifest, for: probe, at: subject.now)
            guard decision.reason == .loop, let index = rules.firstIndex(where: { $0.id == decision.rule })
            else { return nil }
            return .error(
                "loop", at: subject.path(of: index),
                message:
                    "The rule \(subject.name(of: index)) leads from \(probe.versionText) on \(probe.channel) to a release "
                    + "for which a rule requires another update; exclude that release there.")
        }
    }

    // MARK: One rule

    private func releaseFindings(_ index: Int, in scopes: [CatalogScope]) -> [Finding] {
        let effect = rules[index].effect
        guard !scopes.isEmpty, effect.mayRequire || effect.mayRecommend(at: subject.now) else { return [] }
        let findings = targetFindings(index, in: scopes) + sharedVersionFindings(index, in: scopes)
        return effect.mayRequire ? findings + requiredFindings(index, in: scopes) : findings
    }

    private func targetFindings(_ index: Int, in scopes: [CatalogScope]) -> [Finding] {
        guard let target = rules[index].effect.target else { return [] }
        func finding(_ code: String, severity: Finding.Severity, message: String) -> [Finding] {
            [
                Finding(
                    code: code, severity: severity, path: subject.path(of: index).appending("target"), message: message)
            ]
        }
        let unreached = scopes.filter { scope in
            !scope.installable.contains {
                target.isReached(by: scope.offers.version($0), build: scope.offers.build($0))
            }
        }
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
                message: "The App Store offers only its newest release, \(scope.title(newest)); there a target means "
                    + "\"at least\".")
        }
        return []
    }

    private func requiredFindings(_ index: Int, in scopes: [CatalogScope]) -> [Finding] {
        let rule = rules[index]
        let path = subject.path(of: index)
        var findings: [Finding] = []
        let newest = scopes.compactMap { scope in scope.offers.all.first.map(scope.offers.version) }.max()
        if let floor = namedVersions(rule.when).max(), let newest, floor > newest {
            findings.append(
                .warning(
                    "floor-above-newest", at: path.appending("when"),
                    message: "\(floor) is newer than the newest known release, \(newest); check the version."))
        }
        let dates = scopes.flatMap { scope in scope.offers.all.map(scope.offers.availableSince) }
        if rule.effect.releasedFor.seconds > 0, dates.allSatisfy({ $0 == nil }) {
            findings.append(
                .warning(
                    "never-settles", at: path.appending("releasedFor"),
                    message:
                        "No known release has a publication date, so the wait never ends; add \"publishedAt\" to the "
                        + "catalog or remove this key."))
        }
        return findings + scopes.flatMap { offerFindings(rule, in: $0, at: path) }
    }

    /// Checks the release that a rule would require in one scope.
    private func offerFindings(_ rule: Rule, in scope: CatalogScope, at path: DocumentPath) -> [Finding] {
        guard let index = scope.installable.first else { return [] }
        let offer = scope.offers.offer(index)
        var findings: [Finding] = []
        if rule.effect.phasing == nil, offer.phase?.state == "active" || offer.phase?.state == "paused" {
            findings.append(
                .warning(
                    "phased-required", at: path,
                    message: "\(scope.title(index)) is in a phased release, which a required update overrides; write "
                        + "\"phased\": \"follow\" to wait for it, or \"ignore\" if this is intended."))
        }
        if UpdateLink.choose(for: scope.channel, from: [rule.effect.url, offer.url], policy: subject.policy) == nil {
            findings.append(
                .warning(
                    "no-url", at: path,
                    message:
                        "No URL leads \(scope.description) to an update, so it is never required there; add \"appleID\", "
                        + "\"links\" or a \"url\"."))
        }
        return findings
    }

    /// Checks for a version that is named without a build but exists as several builds on several channels.
    private func sharedVersionFindings(_ index: Int, in scopes: [CatalogScope]) -> [Finding] {
        var findings: [Finding] = []
        ConditionLint.visit(rules[index].when, at: subject.path(of: index).appending("when")) { part, path, _ in
            guard case .version(let range) = part else { return }
            for version in range.exactVersions {
                var channels: [BuildNumber: Set<Channel>] = [:]
                for scope in scopes {
                    for index in scope.offers.all where scope.offers.version(index) == version {
                        guard let build = scope.offers.build(index) else { continue }
                        channels[build, default: []].insert(scope.channel)
                    }
                }
                guard let first = channels.keys.min(), channels.count > 1, Set(channels.values).count > 1 else {
                    continue
                }
                let builds = channels.keys.sorted().map(\.description).joined(separator: ", ")
                findings.append(
                    .warning(
                        "several-builds", at: path,
                        message:
                            "\(version) exists as builds \(builds) on several channels, and all of them match; name one, "
                            + "e.g. \"\(UpdateTarget(version: version, build: first))\", or a \"channel\"."))
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
