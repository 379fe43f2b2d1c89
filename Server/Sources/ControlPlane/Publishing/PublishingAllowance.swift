import Foundation
import ServerSupport
import Synchronization

/// Decides whether a new revision may be stored: how often a token publishes an app, how much the app has stored, and how
/// much room is left. What the server publishes by itself may always be stored.
final class PublishingAllowance: Sendable {
    private struct Publisher: Hashable {
        let app: String
        /// The first token of the publisher's chain.
        let chain: String
    }

    /// The number of publishers whose pace is remembered; those that have been quiet for a minute are forgotten first.
    private static let mostPublishers = 10_000

    private let limits: StorageLimits
    private let reserve: DiskReserve
    private let paces = Mutex<[Publisher: TokenBucket]>([:])

    init(_ limits: StorageLimits, reserve: DiskReserve) {
        self.limits = limits
        self.reserve = reserve
    }

    /// Throws an error if a revision may not be stored. Call it at the end of the transaction, in which it is stored
    /// already.
    func check(
        _ revision: ManifestRecord, by principal: Principal, at now: Date, in transaction: any ReadTransaction
    ) throws {
        guard let chain = principal.chain else { return }
        switch revision.cause {
        case .publish:
            try reserve.require(for: .changes)
            try checkSize(of: revision.app, in: transaction, isUrgent: false)
        case .rollback, .renewal:
            try reserve.require(for: .rollback)
            try checkSize(of: revision.app, in: transaction, isUrgent: true)
        case .catalog, .other: break
        }
        try checkPace(of: Publisher(app: revision.app, chain: chain), at: now)
    }

    /// Throws an error if an app has stored too much. A rollback may take a quarter more, so that it works when publishing does
    /// not.
    private func checkSize(of app: String, in transaction: any PolicyReads, isUrgent: Bool) throws {
        guard let limit = limits.bytesOfApp else { return }
        guard try transaction.storedBytes(of: app) > (isUrgent ? limit + limit / 4 : limit) else { return }
        throw ControlPlaneError(
            .appFull,
            detail:
                "the policies and manifests of \"\(app)\" would take more than \(limit >> 20) MiB, the limit of the server's "
                + "setting `app.storage`; raise it, or revoke the token that published so much")
    }

    private func checkPace(of publisher: Publisher, at now: Date) throws(ControlPlaneError) {
        guard let limit = limits.revisionsPerMinute else { return }
        let interval = Duration.seconds(60 / Double(limit))
        let wait = paces.withLock { paces in
            if paces.count >= Self.mostPublishers {
                paces = paces.filter { $0.value.used(at: now) > 0 }
            }
            return paces[publisher, default: TokenBucket(capacity: Double(limit), refillInterval: interval)].take(
                at: now)
        }
        guard let wait else { return }
        throw ControlPlaneError(
            .tooManyRevisions,
            detail:
                "\"\(publisher.app)\" was published \(limit) times in a minute with this token or those created with it, which "
                + "is the limit of the server's setting `app.publishesPerMinute`; try again in \(Int(wait.seconds.rounded(.up))) "
                + "seconds")
    }
}
