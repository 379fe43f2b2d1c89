/// The values that the missing facts of an installation could have, as far as they decide whether it is blocked.
///
/// A missing fact counts as the mildest of its possible values. The storefront is not among the facts here, because each
/// rule is evaluated for all storefronts.
struct MissingFacts {
    /// The largest number of values of one fact that are tried. With more of them, the fact counts as sparing the
    /// installation, because a decision must not take long.
    private static let maximumValues = 32

    let input: DecisionInput

    private var installation: Installation {
        // `_read` avoids a copy of the manifest.
        _read { yield input.installation }
    }

    /// Whether the predicate holds for each value of each missing fact; `false` if there are too many to try.
    /// - Parameters:
    ///   - winner: The rule that would block the installation.
    ///   - predicate: Whether the installation is blocked if the fact has a value.
    /// - Returns: Whether it is blocked for all of them.
    func allSatisfy(winner: Rule, _ predicate: (DecisionInput) -> Bool) -> Bool {
        guard let builds = possibleBuilds, let channels = possibleChannels(for: winner) else { return false }
        return builds.allSatisfy { predicate(input.assuming(build: $0)) }
            && channels.allSatisfy { predicate(input.assuming(channel: $0)) }
            && (winner.effect.maintenance == nil || possibleAudiences.allSatisfy(predicate))
    }

    /// The inputs for each audience that may have the installed build, where the audience is unknown. Each condition on
    /// the audience has a result there, because there are only two.
    var possibleAudiences: [DecisionInput] {
        guard installation.channel == .testflight(nil) else { return [] }
        let channels = input.installedBeta?.map(\.channel) ?? [.testflight(nil)]
        return Channel.Audience.allCases.filter { audience in
            channels.contains { $0 == .testflight(nil) || $0 == .testflight(audience) }
        }.map { input.replacingChannel(with: .testflight($0)) }
    }

    /// Values below, at and above each build of the installed version that an offer or a target names. No other value
    /// makes a difference, because conditions on the build stay undecided.
    private var possibleBuilds: [BuildNumber]? {
        guard installation.build == nil, let version = installation.version else { return [] }
        var named: Set<BuildNumber> = []
        for index in input.offers.all where input.offers.version(index) == version {
            if let build = input.offers.build(index) { named.insert(build) }
        }
        for rule in input.manifest.policy.rules {
            if let target = rule.effect.target, target.version == version, let build = target.build {
                named.insert(build)
            }
        }
        if named.isEmpty { return [] }
        guard named.count <= Self.maximumValues else { return nil }
        let texts = ["0"] + named.sorted().flatMap { [$0.description, "\($0).1"] }
        return texts.compactMap { try? BuildNumber($0) }
    }

    private func possibleChannels(for winner: Rule) -> [Channel]? {
        switch installation.channel {
        // A rule that names `unknown` means the installations whose channel is unknown, whatever it is.
        case .unknown where winner.lists(.unknown): return []
        case .unknown:
            return Channel.distributing(installation.platform)
        case .marketplace(nil):
            var ids: Set<String> = []
            for release in input.manifest.catalog.releases where release.platform == installation.platform {
                for case .marketplace(let id?) in release.offers.map(\.channel) { ids.insert(id) }
            }
            return ids.count <= Self.maximumValues ? ids.sorted().map { .marketplace($0) } : nil
        default: return []
        }
    }
}

extension Channel {
    /// Whether it stands for several channels with different offers.
    var isImprecise: Bool { self == .unknown || self == .marketplace(nil) || self == .testflight(nil) }
}
