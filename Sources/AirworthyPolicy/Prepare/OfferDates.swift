#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The dates of offers at which a decision may change, in order.
struct OfferDates: Sendable {
    /// The dates of publication and expiry.
    private let fixed: [Date]
    /// The dates since when offers are available, from which rules wait; empty if no rule does.
    private let available: [Date]

    init(_ offers: some Sequence<OfferIndex>, in catalog: Catalog, isAwaited: Bool) {
        var (fixed, available): ([Date], [Date]) = ([], [])
        let releases = catalog.releases
        // Read by index: a copy of each offer would cost more than everything else.
        for index in offers {
            if let date = releases[index.release].offers[index.offer].publishedAt { fixed.append(date) }
            if let date = releases[index.release].offers[index.offer].expiresAt { fixed.append(date) }
            guard isAwaited, let date = releases[index.release].offers[index.offer].availableSince else { continue }
            available.append(date)
        }
        self.fixed = fixed.sorted()
        self.available = available.sorted()
    }

    /// The first date after `now`, also of those that are `waits` seconds after an offer became available.
    func first(after now: Date, waits: [Double]) -> Date? {
        var first = fixed.first(after: now)
        for wait in waits {
            let date = available.first(after: now, plus: wait)?.addingTimeInterval(wait)
            if let date { first = first.map { min($0, date) } ?? date }
        }
        return first
    }
}

extension [Date] {
    /// The first date of a sorted array that is after another, some seconds added to it.
    func first(after now: Date, plus seconds: Double = 0) -> Date? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].addingTimeInterval(seconds) > now { high = middle } else { low = middle + 1 }
        }
        return low < count ? self[low] : nil
    }
}
