#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a policy would do to the releases that exist.
extension Linter {
    /// How many decisions the linter asks the engine for at most.
    public static let maximumProbes = 100

    func catalogFindings() -> [Finding] {
        guard let catalog, !catalog.releases.isEmpty else {
            return [
                Finding(
                    code: "catalog-checks-skipped", severity: .note, path: .root,
                    message:
                        "Without a catalog nobody can say whether the newest release is blocked, targets can be reached or "
                        + "updates loop; give one.")
            ]
        }
        let manifest = Manifest(policy: policy, catalog: catalog)
        let scopes = Scope.all(manifest, at: now)
        let caught = scopes.filter { scope in
            scope.candidates.first.map { newest in
                policy.rules.indices.contains { mayCatch($0, scope.possibility(newest)) }
            } ?? false
        }
        let findings =
            caught.flatMap(newestFindings) + loopFindings(manifest, caught)
            + policy.rules.indices.flatMap { index in
                releaseFindings(index, scopes.filter { !policy.rules[index].when.isDisjoint(from: $0.condition) })
            }
        return findings.uniqued()
    }

    /// The newest release anybody can install must not be required to update.
    private func newestFindings(_ scope: Scope) -> [Finding] {
        guard let newest = scope.candidates.first else { return [] }
        return policy.rules.indices.filter { mayCatch($0, scope.possibility(newest)) }.map { index in
            Finding(
                code: "blocks-newest", severity: .error, path: path(index),
                message: "The rule \(name(index)) catches \(scope.market.title(newest)), the newest release for "
                    + "\(scope.description), above which there is nothing to install; exclude it in \"when\".")
        }
    }

    /// Where the newest release is caught, older copies may be sent to it for nothing: the engine is asked.
    private func loopFindings(_ manifest: Manifest, _ scopes: [Scope]) -> [Finding] {
        // One copy older than everything, and one at each place where a rule's answer changes.
        let named = Set(policy.rules.flatMap(\.when.namedVersions)).sorted()
        let probes = scopes.flatMap { scope in
            [scope.market.installation]
                + scope.market.entries.prefix(20).map { scope.probe(scope.market.version($0), scope.market.build($0)) }
                + named.map { scope.probe($0, nil) }
        }
        return probes.prefix(Self.maximumProbes).compactMap { probe in
            let decision = decide(manifest, for: probe, at: now)
            guard decision.reason == .loop, let index = policy.rules.firstIndex(where: { $0.id == decision.rule })
            else { return nil }
            return Finding(
                code: "loop", severity: .error, path: path(index),
                message:
                    "The rule \(name(index)) sends copies of \(probe.versionText) on \(probe.channel) to a release that a "
                    + "required rule catches again; exclude that release there.")
        }
    }

    // MARK: Rule against releases

    private func releaseFindings(_ index: Int, _ scopes: [Scope]) -> [Finding] {
        let effect = policy.rules[index].effect
        guard !scopes.isEmpty, effect.mayRequire || effect.mayRecommend(at: now) else { return [] }
        let findings = targetFindings(index, scopes) + sharedVersionFindings(index, scopes)
        return effect.mayRequire ? findings + requiredFindings(index, scopes) : findings
    }

    private func targetFindings(_ index: Int, _ scopes: [Scope]) -> [Finding] {
        guard let target = policy.rules[index].effect.target else { return [] }
        let path = path(index).appending("target")
        let unreached = scopes.filter { scope in
            !scope.candidates.contains { target.isReached(by: scope.market.version($0), scope.market.build($0)) }
        }
        if unreached.count == scopes.count {
            return [
                Finding(
                    code: "unreachable-target", severity: .error, path: path,
                    message:
                        "No release that can be installed is \(target) or newer; publish it first or lower the target.")
            ]
        }
        if let first = unreached.first {
            return [
                Finding(
                    code: "target-not-everywhere", severity: .warning, path: path,
                    message:
                        "Nothing that is \(target) or newer can be installed for \(first.description); publish it there or "
                        + "exclude these copies in \"when\".")
            ]
        }
        for scope in scopes where scope.market.installation.channel.servesOnlyNewest {
            guard let newest = scope.candidates.first, scope.market.version(newest) > target.version else { continue }
            return [
                Finding(
                    code: "target-is-minimum", severity: .note, path: path,
                    message:
                        "The App Store serves only its newest release, \(scope.market.title(newest)); there a target means "
                        + "\"at least\".")
            ]
        }
        return []
    }

    private func requiredFindings(_ index: Int, _ scopes: [Scope]) -> [Finding] {
        let rule = policy.rules[index]
        let path = path(index)
        var findings: [Finding] = []
        let newest = scopes.compactMap { scope in scope.market.entries.first.map(scope.market.version) }.max()
        if let floor = rule.when.namedVersions.max(), let newest, floor > newest {
            findings.append(
                Finding(
                    code: "floor-above-newest", severity: .warning, path: path.appending("when"),
                    message: "\(floor) is above the newest known release, \(newest); check the version."))
        }
        let dates = scopes.flatMap { scope in scope.market.entries.map(scope.market.availableSince) }
        if rule.effect.releasedFor.seconds > 0, dates.allSatisfy({ $0 == nil }) {
            findings.append(
                Finding(
                    code: "never-settles", severity: .warning, path: path.appending("releasedFor"),
                    message:
                        "No known release says when it was published, so the time never ends; add \"publishedAt\" to the "
                        + "catalog or leave this out."))
        }
        for scope in scopes {
            guard let entry = scope.candidates.first else { continue }
            let offer = scope.market.offer(entry)
            if rule.effect.phasing == nil, offer.phase?.state == "active" || offer.phase?.state == "paused" {
                findings.append(
                    Finding(
                        code: "phased-required", severity: .warning, path: path,
                        message:
                            "\(scope.market.title(entry)) is in a phased release, which a required update overrides; write "
                            + "\"phased\": \"follow\" to wait for it, or \"ignore\" if this is meant."))
            }
            if UpdateLink.choose(for: scope.channel, from: [rule.effect.url, offer.url], policy: policy) == nil {
                findings.append(
                    Finding(
                        code: "no-url", severity: .warning, path: path,
                        message:
                            "Nobody knows where \(scope.description) gets an update, so it is never required there; add "
                            + "\"appleID\", \"links\" or a \"url\"."))
            }
        }
        return findings
    }

    /// A version that exists as several builds on several channels, named without a build.
    private func sharedVersionFindings(_ index: Int, _ scopes: [Scope]) -> [Finding] {
        var findings: [Finding] = []
        policy.rules[index].when.forEach(at: path(index).appending("when")) { part, path, _ in
            guard case .version(let range) = part else { return }
            for version in range.exactVersions {
                var channels: [BuildNumber: Set<Channel>] = [:]
                for scope in scopes {
                    for entry in scope.market.entries where scope.market.version(entry) == version {
                        guard let build = scope.market.build(entry) else { continue }
                        channels[build, default: []].insert(scope.channel)
                    }
                }
                guard let first = channels.keys.min(), channels.count > 1, Set(channels.values).count > 1 else {
                    continue
                }
                let builds = channels.keys.sorted().map(\.description).joined(separator: ", ")
                findings.append(
                    Finding(
                        code: "several-builds", severity: .warning, path: path,
                        message:
                            "\(version) exists as builds \(builds) on several channels and all of them match; name one, e.g. "
                            + "\"\(UpdateTarget(version: version, build: first))\", or a \"channel\"."))
            }
        }
        return findings
    }
}

extension Market {
    /// The release for messages, e.g. `2.2.1 (310)`.
    fileprivate func title(_ entry: Entry) -> String {
        UpdateTarget(version: version(entry), build: build(entry)).description
    }
}

extension Condition {
    /// Every version named in a range, leaving operating systems aside.
    fileprivate var namedVersions: [AppVersion] {
        var versions: [AppVersion] = []
        forEach { if case .version(let range) = $0 { versions += range.explicitBounds } }
        return versions
    }
}

extension [Finding] {
    /// The first of each code and path: one sentence is enough.
    fileprivate func uniqued() -> [Finding] {
        var seen: Set<[String]> = []
        return filter { seen.insert([$0.code, $0.path]).inserted }
    }
}
