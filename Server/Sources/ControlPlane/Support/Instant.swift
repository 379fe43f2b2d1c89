import Foundation

/// Instants as manifests and stores keep them.
enum Instant {
    /// A day in seconds.
    static let day = 86_400.0

    /// The same to the millisecond, so that what is answered at once equals what is read back later.
    static func stored(_ date: Date) -> Date { (try? Storable.instant(date)) ?? date }
}
