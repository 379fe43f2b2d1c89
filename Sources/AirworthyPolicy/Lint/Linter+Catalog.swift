#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a policy would do to the releases that exist: the engine itself is asked.
extension Linter {
    func catalogFindings() -> [Finding] {
        guard let catalog, !catalog.releases.isEmpty else {
            return [
                Finding(
                    "catalog-checks-skipped", .note, at: "",
                    "without a catalog nobody checked whether the newest release is blocked, targets can be reached or "
                        + "updates loop")
            ]
        }
        let manifest = Manifest(policy: policy, catalog: catalog)
        return newestFindings(manifest) + loopFindings(manifest)
            + policy.rules.indices.flatMap { releaseFindings($0, catalog) }
    }

    // MARK: With the engine

    /// A copy of each release on each channel and in each country it is offered.
    private func probes(_ release: Release) -> [Installation] {
        release.offers.flatMap { offer in
            let fronts: [Storefront?] = offer.storefronts.map { $0.sorted() } ?? [nil]
            return fronts.map {
                Installation(
                    platform: release.platform, version: release.version.description, build: release.build,
                    channel: offer.channel, storefront: $0)
            }
        }
    }

    /// The newest installable release of a channel must not be required to update, nor stopped for good.
    private func newestFindings(_ manifest: Manifest) -> [Finding] {
        var findings: [Finding] = []
        for probe in manifest.catalog.releases.flatMap(probes) {
            let evaluation = Evaluation(manifest, probe, now, confirmedAt: nil)
            guard let newest = evaluation.market.newest, evaluation.market.version(newest) == probe.version,
                evaluation.market.build(newest) == probe.build
            else { continue }
            let decision = decide(manifest, for: probe, at: now)
            guard decision.status == .required || decision.status == .requiredUnavailable, let rule = decision.rule
            else { continue }
            findings.append(
                Finding(
                    "blocks-newest", .error, at: path(of: rule),
                    "`\(rule)` catches \(probe.versionText), the newest release for \(probe.platform) on "
                        + "\(probe.channel): nothing newer can be installed; exclude it from `when`"))
        }
        return findings.uniqued()
    }

    private func loopFindings(_ manifest: Manifest) -> [Finding] {
        let known = manifest.catalog.releases.flatMap(probes)
        let named = policy.rules.flatMap(\.when.namedVersions).flatMap { version in
            known.map { probe in
                var copy = probe
                (copy.versionText, copy.version, copy.build) = (version.description, version, nil)
                return copy
            }
        }
        let findings = (known + named).compactMap { probe -> Finding? in
            let decision = decide(manifest, for: probe, at: now)
            guard decision.status == .requiredUnavailable, decision.reason == .loop, let rule = decision.rule else {
                return nil
            }
            return Finding(
                "loop", .error, at: path(of: rule),
                "`\(rule)` sends \(probe.platform) copies on \(probe.channel) to a release that a required rule catches "
                    + "again; exclude that release")
        }
        return findings.uniqued()
    }

    private func path(of rule: String) -> String {
        policy.rules.firstIndex { $0.id == rule }.map { "rules[\($0)]" } ?? ""
    }

    // MARK: Rule against releases

    private func releaseFindings(_ index: Int, _ catalog: Catalog) -> [Finding] {
        let rule = policy.rules[index]
        let path = "rules[\(index)]"
        let releases = catalog.releases.filter { rule.when.mayMatch($0.platform) }
        guard let newest = releases.first else { return [] }
        var findings: [Finding] = []
        if let target = rule.effect.target,
            !releases.contains(where: { target.isReached(by: $0.version, $0.build) })
        {
            findings.append(
                Finding(
                    "unreachable-target", .error, at: "\(path).target",
                    "no known release is \(target) or newer (the newest is \(newest.version)): publish it first or lower "
                        + "the target"))
        }
        if rule.effect.mayRequire {
            if let floor = rule.when.namedVersions.max(), floor > newest.version {
                findings.append(
                    Finding(
                        "floor-above-newest", .warning, at: "\(path).when",
                        "\(floor) is above the newest known release \(newest.version)"))
            }
            if rule.effect.releasedFor.seconds > 0,
                releases.allSatisfy({ $0.offers.allSatisfy { $0.availableSince == nil } })
            {
                findings.append(
                    Finding(
                        "never-settles", .warning, at: "\(path).releasedFor",
                        "no known release says when it was published, so this requirement would never act"))
            }
            if rule.effect.phasing != .follow,
                releases.contains(where: { $0.offers.contains { $0.phase?.state == "active" } })
            {
                findings.append(
                    Finding(
                        "phased-required", .warning, at: path,
                        "a phased release is under way and a required update overrides it; write `phased: follow` to "
                            + "wait for it"))
            }
        }
        return findings + sharedVersionFindings(rule, releases, at: path)
    }

    /// A version that exists as several builds on several channels, named without a build.
    private func sharedVersionFindings(_ rule: Rule, _ releases: [Release], at path: String) -> [Finding] {
        var named: Set<AppVersion> = []
        rule.when.forEach { part in
            if case .version(let range) = part, !range.mentionsBuild, range.explicitBounds.count == 1 {
                named.formUnion(range.explicitBounds.filter { range.description == $0.description })
            }
        }
        return named.sorted().compactMap { version in
            let builds = releases.filter { $0.version == version && $0.build != nil }
            guard builds.count > 1, Set(builds.flatMap { $0.offers.map(\.channel) }).count > 1 else { return nil }
            let list = builds.compactMap { $0.build?.description }.joined(separator: ", ")
            return Finding(
                "several-builds", .warning, at: "\(path).when.version",
                "\(version) exists as builds \(list) on several channels and all of them match; name one, e.g. "
                    + "`\(Target(version, builds.first?.build))`, or a `channel`")
        }
    }
}

extension Condition {
    /// Every version named in a range, leaving operating systems aside.
    fileprivate var namedVersions: [AppVersion] {
        var versions: [AppVersion] = []
        forEach { if case .version(let range) = $0 { versions += range.explicitBounds } }
        return versions
    }

    /// Whether a copy of the platform could match, as far as the condition names platforms.
    fileprivate func mayMatch(_ platform: Platform) -> Bool {
        !isDisjoint(from: .platform([platform]))
    }
}

extension [Finding] {
    /// The first of each code and path: one sentence is enough.
    fileprivate func uniqued() -> [Finding] {
        var seen: Set<[String]> = []
        return filter { seen.insert([$0.code, $0.path]).inserted }
    }
}
