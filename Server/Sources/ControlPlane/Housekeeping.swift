package import AirworthyAuthoring
package import AirworthyTrust
package import Foundation
import ServerSupport

/// Loads the state at the start and does periodic work.
///
/// Problems for operators raise an ``Alarm``; the work continues with the other apps.
package struct Housekeeping: Sendable {
    /// The age at which the bytes of automatic revisions are removed.
    package static let retention = Duration.seconds(30 * 86_400)

    let store: any Store
    let signers: Replaceable<Signer>
    let follower: StoreFollower
    let renewals: Renewals
    let clock: ClockKeeper
    let catalogs: CatalogService
    let adoption: AdoptionService
    let alarms: Alarms
    let now: @Sendable () -> Date

    /// Loads the complete state. Call it once, before serving requests.
    ///
    /// An app with an unusable manifest becomes degraded and affects no other. The server is ready as soon as everything is loaded;
    /// then the manifests that are due are reissued.
    /// - Throws: ``StoreError`` if the store cannot be read; then nothing is loaded.
    package func load() async throws {
        try await follower.compareAll()
        alarms.served.becomeReady()
        await renewals.publishDue()
        await clock.noteTime()
    }

    /// Loads the changes of other nodes and commands: heads, apps, catalogs, tokens. Call it every five seconds, and when
    /// another node announces a change. Reads a single row while nothing has changed.
    ///
    /// A lower revision than the served one is never loaded; it raises an alarm.
    /// - Throws: ``StoreError`` if the store cannot be read; the served state stays.
    package func poll() async throws { try await follower.follow() }

    /// Signs with other keys and another keyring from now on, with the same effects as a start: checks which apps trust them,
    /// and reissues the manifests that are due. The keyring is root-signed, to be sent along.
    package func replaceSigner(keys: [PrivateKey], keyring: Envelope?) async {
        signers.value = Signer(
            keys: keys, keyring: keyring, appleClockOffset: signers.value.appleClockOffset)
        do {
            try await follower.compareAll(loadsAll: true)
        } catch {
            alarms.raise(.storeFailed, "apps.not-checked", because: error)
        }
        await renewals.publishDue()
    }

    /// Does the time-dependent work: merges catalogs again, publishes changed ones, reissues due manifests, and removes
    /// the bytes of old automatic revisions and expired sessions, and stores what installations reported after publications.
    /// Call it every minute.
    ///
    /// A problem with one app affects no other.
    package func renew() async {
        await catalogs.refreshDue(alarms)
        await renewals.publishDue()
        await clock.noteTime()
        let now = now()
        do {
            try await store.write { transaction in
                let limit = now.addingTimeInterval(-Self.retention.seconds)
                _ = try transaction.pruneManifests([.catalog, .renewal], issuedBefore: limit)
                try transaction.deleteSessions(expiredBy: now)
            }
        } catch {
            alarms.raise(.storeFailed, "prune.failed", because: error)
        }
        do {
            try await adoption.observePredictions()
        } catch {
            alarms.raise(.storeFailed, "observation.failed", because: error)
        }
    }

    /// Notes that the clock of this server is right, by the word of an admin with the right to manage all apps, for a day. Then
    /// reissues manifests that waited for it, also those from the future. Returns the time by this server's clock.
    package func confirmClock(_ time: Date, by principal: Principal) async throws -> Date {
        let now = try await clock.confirm(time, by: principal)
        await renewals.publishDue()
        return now
    }
}
