import AirworthyPolicy
import Foundation
import ServerSupport

/// The App Store countries in which the versions of one platform are on sale.
struct StorefrontAvailability {
    /// The highest version on sale in some countries.
    private enum Ceiling: Hashable {
        /// No source knows these countries.
        case unknown
        /// No version can be installed: the one on sale is gone, or is too new to be everywhere.
        case nothing
        /// This version is on sale; those below it were.
        case upTo(AppVersion)

        func includes(_ version: AppVersion) -> Bool {
            if case .upTo(let highest) = self { version <= highest } else { false }
        }
    }

    /// The countries of one version.
    enum Coverage: Hashable {
        case everywhere
        case some(Set<Storefront>)
        case nowhere

        fileprivate init(_ storefronts: Set<Storefront>) {
            self = storefronts.isEmpty ? .nowhere : .some(storefronts)
        }

        /// The value of ``Offer/storefronts``.
        var storefronts: Set<Storefront>? {
            if case .some(let storefronts) = self { storefronts } else { nil }
        }
    }

    /// The time a version has to be ready before it counts in countries without a lookup. Apple's caches take that long.
    static let waitAfterRelease: Duration = .seconds(24 * 3_600)

    /// The countries whose lookup has shown the platform.
    private var lookedUp: [(storefront: Storefront, ceiling: Ceiling)] = []
    private var elsewhere = Ceiling.unknown
    /// The times at which the other countries change without a new observation.
    private(set) var changes: [Date] = []

    /// Creates the availability of a platform's versions. Gone are those withdrawn or taken back.
    init(
        _ input: MergeInput, platform: Platform, publishedAt: (AppVersion) -> Date?, isGone: (AppVersion) -> Bool
    ) {
        for (storefront, data) in input.lookups {
            let isHighest: (AppVersion) -> Bool = { input.connect?.isHighestOnSale($0, on: platform) ?? true }
            guard
                let shown = data.platforms[platform]?.onSale(isHighest: isHighest, isGone: isGone)
            else { continue }
            lookedUp.append((storefront, isGone(shown.version) ? .nothing : .upTo(shown.version)))
        }
        let released = (input.connect?.versions ?? []).filter { $0.platform == platform && $0.stage >= .replaced }
            .sorted { $0.version > $1.version }
        guard !released.isEmpty else { return }
        elsewhere = ceiling(of: released, at: input.now, publishedAt: publishedAt, isGone: isGone)
    }

    private mutating func ceiling(
        of released: [AppStoreVersion], at now: Date, publishedAt: (AppVersion) -> Date?,
        isGone: (AppVersion) -> Bool
    ) -> Ceiling {
        // If every version is replaced, none is on sale.
        guard released.contains(where: { $0.stage == .onSale }) else { return .nothing }
        for version in released {
            if isGone(version.version) { return .nothing }
            if version.stage == .replaced { return .upTo(version.version) }
            let since = [version.history.releasedSince, publishedAt(version.version)].compactMap { $0 }.min()
            let reached = (since ?? now) + Self.waitAfterRelease
            if reached <= now { return .upTo(version.version) }
            changes.append(reached)
        }
        return .nothing
    }

    /// Returns the countries in which a version that App Store Connect or a lookup names can be installed.
    func coverage(of version: AppVersion, imported: Offer?) -> Coverage {
        switch elsewhere {
        case .upTo where elsewhere.includes(version):
            return everywhereElse(and: shown(version))
        case .unknown where imported?.state == .live:
            // Only the import names the other countries.
            guard let named = imported?.storefronts else { return everywhereElse(and: shown(version)) }
            return Coverage(named.subtracting(asked).union(shown(version)))
        default: return Coverage(shown(version))
        }
    }

    /// Returns the countries in which a version can be installed that only an import names.
    func coverage(ofImported version: AppVersion, offer: Offer) -> Coverage {
        let open = shown(version)
        if elsewhere != .unknown, !elsewhere.includes(version) {
            return Coverage(offer.storefronts.map(open.intersection) ?? open)
        }
        let barred = asked.subtracting(open)
        guard !barred.isEmpty else { return offer.storefronts.map { .some($0) } ?? .everywhere }
        return Coverage((offer.storefronts ?? Storefront.all).subtracting(barred))
    }

    private var asked: Set<Storefront> { Set(lookedUp.map(\.storefront)) }

    private func shown(_ version: AppVersion) -> Set<Storefront> {
        Set(lookedUp.lazy.filter { $0.ceiling.includes(version) }.map(\.storefront))
    }

    private func everywhereElse(and shown: Set<Storefront>) -> Coverage {
        shown == asked ? .everywhere : Coverage(Storefront.all.subtracting(asked).union(shown))
    }
}
