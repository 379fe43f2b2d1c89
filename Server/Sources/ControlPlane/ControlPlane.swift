package import Foundation

/// The services of the server over one store. No HTTP, no SQL: both are given from outside.
package struct ControlPlane: Sendable {
    /// Where everything is kept.
    package let store: any Store
    /// The configured online keys and keyring.
    package let signer: Signer
    /// What public answers are made from.
    package let served: ServedApps
    /// Who is asking.
    package let tokens: TokenService
    /// Making, changing and deleting apps.
    package let apps: AppService
    /// Publishing policies and envelopes, rollback, bumps.
    package let publishing: PublishingService
    /// The known releases.
    package let catalogs: CatalogService
    /// What was published when, by whom, and what changed.
    package let history: HistoryService
    /// Loading at the start, and what has to be done from time to time.
    package let housekeeping: Housekeeping

    /// Puts the services together.
    /// - Parameters:
    ///   - store: Where everything is kept.
    ///   - signer: The configured online keys and keyring.
    ///   - compress: Makes the gzip form of an envelope; `nil` where that is not shorter.
    ///   - random: Makes that many random bytes, for tokens; they have to be unpredictable.
    ///   - report: Told what somebody should look into: a constant name such as `renewal.failed`, and facts that are
    ///     safe to log.
    ///   - now: The clock.
    package init(
        store: any Store, signer: Signer, compress: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil },
        random: @escaping @Sendable (Int) -> [UInt8] = SecureRandom.bytes,
        report: @escaping @Sendable (String, [String: String]) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.signer = signer
        served = ServedApps()
        let loader = HeadLoader(served: served, signer: signer, compress: compress, now: now)
        tokens = TokenService(store: store, random: random, now: now)
        apps = AppService(store: store, signer: signer, loader: loader, now: now)
        publishing = PublishingService(store: store, signer: signer, loader: loader, now: now)
        catalogs = CatalogService(store: store, loader: loader, publishing: publishing, now: now)
        history = HistoryService(store: store)
        housekeeping = Housekeeping(
            store: store, loader: loader, publishing: publishing, catalogs: catalogs, tokens: tokens, report: report,
            now: now)
    }
}
