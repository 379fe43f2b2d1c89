import AirworthyPolicy
import Foundation

/// How high the versions go that can be installed in some countries.
enum Ceiling: Hashable {
    /// Nobody speaks for these countries.
    case unknown
    /// Nothing can be installed: what is on sale was withdrawn, or is not yet known to have arrived.
    case nothing
    /// This version and, as history, those below it.
    case upTo(AppVersion)

    func includes(_ version: AppVersion) -> Bool {
        if case .upTo(let highest) = self { version <= highest } else { false }
    }
}

/// Which version of one platform is on sale where.
struct OnSale {
    /// How long a version has to be ready before it counts where no lookup is asked: Apple's own caches take that long.
    static let settling: TimeInterval = 24 * 3_600

    /// The countries whose lookup has shown the platform.
    private(set) var fronts: [(storefront: Storefront, ceiling: Ceiling)] = []
    /// All other countries.
    private(set) var rest = Ceiling.unknown
    /// When the rest may change by time alone.
    private(set) var changes: [Date] = []

    init(
        _ merger: Merger, _ versions: [ConnectMemory.Version], _ platform: Platform,
        publishedAt: (AppVersion) -> Date?, isWithdrawn: (AppVersion) -> Bool
    ) {
        for (storefront, memory) in merger.lookups {
            guard let shelf = memory.shelves[platform] else { continue }
            let agrees: (AppVersion) -> Bool = { merger.connect?.agrees($0, platform) ?? true }
            guard let shown = shelf.shown(agrees: agrees, isWithdrawn: isWithdrawn) else { continue }
            fronts.append((storefront, isWithdrawn(shown.version) ? .nothing : .upTo(shown.version)))
        }
        let released = versions.filter { $0.fact.standing >= .history }.sorted { $0.fact.version > $1.fact.version }
        guard !released.isEmpty else { return }
        rest = ceiling(released, merger.now, publishedAt, isWithdrawn)
    }

    private mutating func ceiling(
        _ released: [ConnectMemory.Version], _ now: Date, _ publishedAt: (AppVersion) -> Date?,
        _ isWithdrawn: (AppVersion) -> Bool
    ) -> Ceiling {
        // Something has to be ready: what is only history is sold nowhere.
        guard released.contains(where: { $0.fact.standing == .ready }) else { return .nothing }
        for version in released {
            let number = version.fact.version
            if isWithdrawn(number) { return .nothing }
            if version.fact.standing == .history { return .upTo(number) }
            let since = [version.releasedSince, publishedAt(number)].compactMap { $0 }.min()
            let settled = (since ?? now).addingTimeInterval(Self.settling)
            if settled <= now { return .upTo(number) }
            changes.append(settled)
        }
        return .nothing
    }
}

extension LookupMemory.Shelf {
    /// What is believed to be on sale: the highest version seen, unless a lower one was answered for long enough or an
    /// operator withdrew the highest.
    func shown(agrees: (AppVersion) -> Bool, isWithdrawn: (AppVersion) -> Bool) -> LookupMemory.Sighting? {
        guard let top else { return lower?.sighting }
        guard let lower else { return top }
        let isLowered = lower.isConfirmed && agrees(lower.sighting.version)
        return isLowered || isWithdrawn(top.version) ? lower.sighting : top
    }
}
