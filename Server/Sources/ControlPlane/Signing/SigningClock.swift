import AirworthyPolicy
package import Foundation
import ServerSupport

/// Judges whether this server's clock is right enough to date manifests with it.
///
/// A manifest from the future would hold up all later ones until then. So a clock needs a second source: Apple, an admin, the database
/// server, or at least the time that a server noted before.
package struct SigningClock: Hashable, Sendable {
    /// What is known of a clock.
    package enum Verdict: Hashable, Sendable {
        /// An independent source agrees.
        case confirmed
        /// Nothing speaks against it, and nothing for it.
        case plausible
        /// Something speaks against it; the text says what, and the remedy.
        case wrong(String)
    }

    /// The largest accepted difference to the clock of Apple or of an admin.
    package static let widestOffset = Duration.seconds(600)
    /// The difference to Apple's clock from which on people are told.
    package static let noticedOffset = Duration.seconds(60)
    /// The largest accepted difference to the clock of the database server, which all servers share: so much later than the first
    /// one the last may date a revision. A transaction may wait as long for a lock and for its statements.
    package static let widestDatabaseOffset = Duration.seconds(20)
    /// The longest time since the newest noted one without a second source. Servers note the time every hour.
    package static let longestSilence = Duration.seconds(3 * 86_400)
    /// The time for which the word of an admin counts.
    package static let confirmation = Duration.seconds(86_400)
    /// The age of the noted time from which on a newer one is noted.
    private static let noteInterval = Duration.seconds(3_600)

    /// The seconds that this machine's clock is ahead of Apple's; `nil` if Apple sent no date in the last day.
    private let appleOffset: Double?
    private let database: DatabaseClock?
    private let notes: ClockNotes

    /// Creates a judge of what is known.
    package init(appleOffset: Double?, database: DatabaseClock?, notes: ClockNotes) {
        self.appleOffset = appleOffset
        self.database = database
        self.notes = notes
    }

    /// Judges a clock by the best source that there is. `now` is its time.
    package func verdict(at now: Date) -> Verdict {
        if let appleOffset {
            guard !(abs(appleOffset) <= Self.widestOffset.seconds) else { return .confirmed }
            return Self.wrong(by: appleOffset, Self.widestOffset, to: "Apple")
        }
        if let date = notes.confirmedAt,
            (-Self.widestOffset.seconds...Self.confirmation.seconds).contains(now.timeIntervalSince(date))
        {
            return .confirmed
        }
        if let database {
            let offset = now.timeIntervalSince(database.now)
            if !(abs(offset) <= Self.widestDatabaseOffset.seconds) {
                return Self.wrong(by: offset, Self.widestDatabaseOffset, to: "the database server")
            }
            if database.isElsewhere { return .confirmed }
        }
        guard let seen = notes.seen, now.timeIntervalSince(seen) > Self.longestSilence.seconds else {
            return .plausible
        }
        return .wrong(
            "this server's clock says \(Timestamp.format(now)), more than \(Self.longestSilence.words) after the last time a server was seen here, "
                + "\(Timestamp.format(seen)), and nothing confirms it, so it does not sign; set the clock, or, if it is right, run "
                + "`airworthy clock confirm`")
    }

    private static func wrong(by offset: Double, _ limit: Duration, to other: String) -> Verdict {
        let side = offset > 0 ? "ahead of" : "behind"
        return .wrong(
            "this server's clock is more than \(limit.words) \(side) that of \(other), so it does not sign; set the clock"
        )
    }

    /// Throws ``ControlPlaneError`` `clockWrong` unless the clock, by its time `now`, may date a manifest. An earlier
    /// time than the issue date of the manifest in force needs a confirmed clock.
    func check(at now: Date, after issuedAt: Date?) throws(ControlPlaneError) {
        switch verdict(at: now) {
        case .wrong(let reason): throw ControlPlaneError(.clockWrong, detail: reason)
        case .confirmed: return
        case .plausible: break
        }
        if let issuedAt, now < issuedAt {
            throw ControlPlaneError(
                .clockWrong,
                detail: "this server's clock says \(Timestamp.format(now)), and the manifest in force was issued at "
                    + "\(Timestamp.format(issuedAt)); set the clock, or, if it is right, run `airworthy clock confirm`")
        }
    }

    /// Returns the notes to store now; `nil` if those that are stored will do, or if the clock is wrong.
    package func newNotes(at now: Date) -> ClockNotes? {
        let age = notes.seen.map { now.timeIntervalSince($0) }
        switch verdict(at: now) {
        case .wrong: return nil
        case .confirmed: guard age.map({ abs($0) >= Self.noteInterval.seconds }) ?? true else { return nil }
        // Not back to an earlier time, or a clock that was behind for a while would be ahead afterwards.
        case .plausible: guard age.map({ $0 >= Self.noteInterval.seconds }) ?? true else { return nil }
        }
        return ClockNotes(seen: now, confirmedAt: notes.confirmedAt)
    }
}

extension NodeReads {
    /// Returns what is known of the clock of this server. `appleOffset` is the seconds that it is ahead of Apple's, if
    /// they are known.
    package func signingClock(appleOffset: Double?) throws -> SigningClock {
        SigningClock(
            appleOffset: appleOffset, database: try databaseClock(), notes: ClockNotes(try setting(ClockNotes.setting)))
    }
}
