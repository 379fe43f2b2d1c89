import AirworthyPolicy

/// The links to updates in the scopes of a catalog.
struct ScopeLinks {
    /// Representatives of the channels for which the same URLs fit.
    private static let kinds: [Channel] = [.appstore, .testflight(nil), .play(nil), .debug, .web]

    private let scopes: [CatalogScope]
    /// The scopes with a release that can be installed.
    private let installable: BitSet
    /// The scopes with such a release to which the catalog or the policy has a link.
    private let linked: BitSet
    /// The scopes whose newest installable release has such a link.
    private let newestLinked: BitSet
    /// The scopes by kind of channel.
    private let byKind: [BitSet]
    private let byPlatform: [BitSet]

    init(_ scopes: [CatalogScope], policy: Policy) {
        func set(where isMember: (CatalogScope) -> Bool) -> BitSet {
            BitSet(capacity: scopes.count) { isMember(scopes[$0]) }
        }
        func hasLink(_ index: OfferIndex, in scope: CatalogScope) -> Bool {
            UpdateLink.choose(for: scope.channel, from: [scope.offers.offer(index).url], policy: policy) != nil
        }
        self.scopes = scopes
        installable = set { !$0.installable.isEmpty }
        linked = set { scope in scope.installable.contains { hasLink($0, in: scope) } }
        newestLinked = set { scope in scope.installable.first.map { hasLink($0, in: scope) } ?? false }
        byKind = Self.kinds.map { kind in set { $0.channel.linkKind == kind } }
        byPlatform = Set(scopes.map(\.platform)).map { platform in set { $0.platform == platform } }
    }

    /// The scopes with a link to a release, also by the URL of a rule.
    func linked(by url: String?) -> BitSet { linked.union(scopes(fitting: url)) }

    /// The scopes with a link to their newest release, also by the URL of a rule.
    func newestLinked(by url: String?) -> BitSet { newestLinked.union(scopes(fitting: url)) }

    private func scopes(fitting url: String?) -> BitSet {
        var found = BitSet(capacity: scopes.count)
        guard let url else { return found }
        for (kind, scopes) in zip(Self.kinds, byKind) where UpdateLink.fits(url, channel: kind) {
            found.formUnion(scopes)
        }
        found.formIntersection(installable)
        return found
    }

    /// The scopes whose offers reach some installations from a channel.
    func reaching(_ channel: Channel) -> BitSet {
        BitSet(capacity: scopes.count) { scopes[$0].channel.reaches(channel) }
    }

    /// The number of platforms with one of the scopes.
    func platformCount(in chosen: BitSet) -> Int { byPlatform.count { $0.intersects(chosen) } }
}

extension BitSet {
    fileprivate func union(_ other: BitSet) -> BitSet {
        var union = self
        union.formUnion(other)
        return union
    }

    func intersection(_ other: BitSet) -> BitSet {
        var both = self
        both.formIntersection(other)
        return both
    }
}

extension Channel {
    /// The representative of the channels for which the same URLs fit.
    fileprivate var linkKind: Channel {
        switch self {
        case .appstore: .appstore
        case .testflight: .testflight(nil)
        case .play: .play(nil)
        case .debug, .adhoc, .unknown: .debug
        case .marketplace, .web, .enterprise, .sideload, .other: .web
        }
    }

    /// Whether an offer on this channel reaches some installations from the other channel. Audiences of TestFlight,
    /// marketplaces and tracks of Google Play are not compared.
    fileprivate func reaches(_ other: Channel) -> Bool {
        switch (self, other) {
        case (.testflight, .testflight), (.marketplace, .marketplace), (.play, .play): true
        default: self == other
        }
    }
}
