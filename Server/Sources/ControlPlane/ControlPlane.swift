package import Foundation
import ServerSupport

/// The services of the server over one store. HTTP and SQL are outside.
package struct ControlPlane: Sendable {
    package let store: any Store
    /// The configured online keys and keyring.
    package var signer: Signer { signers.value }
    /// The signer changes when an operator has the keys read again; a publication uses one throughout.
    private let signers: Replaceable<Signer>
    package let served: ServedApps
    package let tokens: TokenService
    package let sessions: SessionService
    package let apps: AppService
    package let publishing: PublishingService
    package let drafts: DraftService
    package let catalogs: CatalogService
    package let history: HistoryService
    package let adoption: AdoptionService
    package let fleet: FleetStates
    package let housekeeping: Housekeeping

    /// Creates the services.
    ///
    /// `compress` returns the gzip form of an envelope; `nil` where that is not shorter. `report` receives the name of
    /// an event that an operator should look into, such as `renewal.failed`, and metadata that is safe to log.
    /// `tokenAge` is the longest time since the last read of the tokens for which admin tokens are accepted; `nil` if
    /// no other node writes to the store. `freeSpace` returns the free bytes of the database's disk, or `nil`; see
    /// ``DiskReserve``.
    package init(
        store: any Store, signer: Signer, compress: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil },
        random: @escaping @Sendable (Int) -> [UInt8] = SecureRandom.bytes,
        report: @escaping @Sendable (String, [String: String]) -> Void = { _, _ in },
        tokenAge: Duration? = nil, limits: StorageLimits = StorageLimits(),
        freeSpace: @escaping @Sendable () -> Int? = { nil },
        uptime: @escaping @Sendable () -> Duration = Uptime.current,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        signers = Replaceable(signer)
        served = ServedApps()
        let reserve = DiskReserve(free: freeSpace)
        let loader = HeadLoader(served: served, signers: signers, compress: compress, now: now)
        tokens = TokenService(
            store: store, age: TokenAge(limit: tokenAge, uptime: uptime), random: random, limit: limits.tokensOfCreator,
            reserve: reserve, now: now)
        sessions = SessionService(store: store, tokens: tokens, random: random, now: now)
        let known = KnownVersionsCache(served: served)
        adoption = AdoptionService(store: store, known: known.versions, reserve: reserve, now: now)
        served.whenRemoved(adoption.stuckShares.forget)
        fleet = FleetStates(served: served, adoption: adoption, uptime: uptime, now: now)
        publishing = PublishingService(
            store: store, loader: loader, adoption: adoption, allowance: PublishingAllowance(limits, reserve: reserve),
            uptime: uptime)
        apps = AppService(store: store, loader: loader, publishing: publishing, reserve: reserve, now: now)
        drafts = DraftService(
            store: store, publishing: publishing, reserve: reserve, random: random, now: now)
        catalogs = CatalogService(
            store: store, served: served, publishing: publishing, reserve: reserve, now: now)
        history = HistoryService(store: store)
        let alarms = Alarms(served: served, report: report)
        housekeeping = Housekeeping(
            store: store, signers: signers,
            follower: StoreFollower(store: store, loader: loader, tokens: tokens, alarms: alarms),
            renewals: Renewals(store: store, publishing: publishing, signers: signers, alarms: alarms, now: now),
            clock: ClockKeeper(store: store, signers: signers, alarms: alarms, now: now),
            catalogs: catalogs, adoption: adoption, alarms: alarms, now: now)
    }
}
