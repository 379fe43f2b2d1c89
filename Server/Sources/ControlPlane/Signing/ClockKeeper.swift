import AirworthyPolicy
import Foundation
import ServerSupport

/// Keeps notes of the time in the store, by which servers notice that a clock is wrong; see ``SigningClock``.
struct ClockKeeper: Sendable {
    let store: any Store
    let signers: Replaceable<Signer>
    let alarms: Alarms
    let now: @Sendable () -> Date

    /// Stores the time every hour, unless the clock is wrong.
    func noteTime() async {
        let (now, offset) = (now().storable, signers.value.appleClockOffset())
        do {
            let clock = try await store.read { try $0.signingClock(appleOffset: offset) }
            guard let notes = clock.newNotes(at: now) else { return }
            try await store.write { try $0.replaceSetting(ClockNotes.setting, value: notes.text) }
        } catch {
            alarms.raise(.storeFailed, "clock.not-noted", because: error)
        }
    }

    /// Notes that the clock of this server is right, by the word of an admin with the right to manage all apps, for a
    /// day. `time` is by the admin's clock; returns the time by this server's clock.
    /// - Throws: `clocksDiffer` if they differ by more than ten minutes.
    func confirm(_ time: Date, by principal: Principal) async throws -> Date {
        try principal.require(.apps)
        guard principal.apps == nil else {
            throw ControlPlaneError(.forbidden, detail: "the clock is that of all apps; use a token for all of them")
        }
        let now = now().storable
        guard abs(time.timeIntervalSince(now)) <= SigningClock.widestOffset.seconds else {
            throw ControlPlaneError(
                .clocksDiffer,
                detail:
                    "this server's clock says \(Timestamp.format(now)), and yours \(Timestamp.format(time)); set the one that "
                    + "is wrong", pointer: "/now")
        }
        try await store.write { transaction in
            try transaction.replaceSetting(
                ClockNotes.setting, value: ClockNotes(seen: now, confirmedAt: now).text)
            try transaction.insertAudit(AuditEntry(at: now, by: principal, action: "clock.confirmed"))
        }
        return now
    }
}
