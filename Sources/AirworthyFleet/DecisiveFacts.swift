import AirworthyPolicy

/// What decisions by some manifests see of a system and of a storefront.
///
/// A decision compares a system with the ranges of conditions and the minimum systems of releases, and looks a storefront up in lists.
/// So a policy that names no country decides alike for all of them.
struct DecisiveFacts {
    /// What a decision sees of a system.
    struct SystemKind: Hashable {
        fileprivate let platform: Platform
        /// For each of the ranges, whether it contains the system.
        fileprivate let matches: [Truth]
        /// The number of different minimum systems that the system has reached.
        fileprivate let reached: Int
    }

    /// What a decision sees of a storefront.
    struct StorefrontKind: Hashable {
        /// For each of the lists, whether it contains the storefront.
        fileprivate let isListed: [Bool]
    }

    private let ranges: [[Platform: VersionRange]]
    private let minimums: [Platform: Set<AppVersion>]
    private let lists: [Set<Storefront>]

    init(of manifests: [Manifest]) {
        var ranges: Set<[Platform: VersionRange]> = []
        var minimums: [Platform: Set<AppVersion>] = [:]
        var lists: Set<Set<Storefront>> = []
        for rule in manifests.flatMap(\.policy.rules) {
            rule.when.forEach { condition in
                switch condition {
                case .os(let systems): ranges.insert(systems)
                case .storefront(let codes): lists.insert(Set(codes))
                default: break
                }
            }
        }
        for release in manifests.flatMap(\.catalog.releases) {
            if let minimum = release.minimumOS { minimums[release.platform, default: []].insert(minimum) }
            lists.formUnion(release.offers.compactMap(\.storefronts))
        }
        self.ranges = Array(ranges)
        self.minimums = minimums
        self.lists = Array(lists)
    }

    /// Returns what decisions see of a system.
    func kind(of os: OperatingSystem) -> SystemKind {
        SystemKind(
            platform: os.platform,
            matches: ranges.map { range in
                range[os.platform]?.contains(version: os.version, build: nil, latest: { .unknown }) ?? .false
            },
            reached: minimums[os.platform]?.count { $0 <= os.version } ?? 0)
    }

    /// Returns what decisions see of a storefront.
    func kind(of storefront: Storefront) -> StorefrontKind {
        StorefrontKind(isListed: lists.map { $0.contains(storefront) })
    }
}
