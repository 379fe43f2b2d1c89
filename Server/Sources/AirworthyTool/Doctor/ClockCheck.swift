import AirworthyPolicy
import ControlPlane
import Foundation
import Persistence
import ServerSupport

/// The check of this machine's clock.
struct ClockCheck {
    /// The time before which no clock is right: this version did not exist.
    private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)
    private static let latest = Date(timeIntervalSince1970: 4_102_444_800)
    let now: Date
    let manifests: [ManifestRecord]
    /// What the database knows of the time.
    var notes = ClockNotes()
    /// The clock of PostgreSQL; `nil` without it.
    var database: DatabaseClock?
    /// The seconds that this clock is ahead of Apple's; `nil` if Apple was not asked.
    let appleOffset: Double?

    func run() -> [CheckResult] {
        let advice = "set the clock, and keep it right with NTP"
        guard (Self.earliest...Self.latest).contains(now) else {
            return [.failed(.clock, "it is \(UTCTime.text(now)) by this machine's clock", advice: advice)]
        }
        let verdict = SigningClock(
            appleOffset: appleOffset, database: database, notes: notes
        ).verdict(at: now)
        if case .wrong(let reason) = verdict, appleOffset == nil {
            return [.failed(.clock, reason, advice: advice)]
        }
        if let manifest = manifests.max(by: { $0.issuedAt < $1.issuedAt }), manifest.issuedAt > now {
            return [result(for: manifest, isConfirmed: verdict == .confirmed)]
        }
        guard let appleOffset else { return [.ok(.clock, UTCTime.text(now))] }
        let side = appleOffset > 0 ? "ahead of" : "behind"
        let text = "this machine's clock is \(Int(abs(appleOffset)).counted("second")) \(side) Apple's"
        if abs(appleOffset) > SigningClock.widestOffset.seconds {
            return [.failed(.clock, text + ", so the server does not sign", advice: advice)]
        }
        if abs(appleOffset) > SigningClock.noticedOffset.seconds { return [.warning(.clock, text, advice: advice)] }
        return [.ok(.clock, "\(UTCTime.text(now)), as Apple's")]
    }

    /// The result for a manifest from the future.
    private func result(for manifest: ManifestRecord, isConfirmed: Bool) -> CheckResult {
        let text =
            "it is \(UTCTime.text(now)) by this machine's clock, but revision \(manifest.revision) of "
            + "\(manifest.app) was issued at \(UTCTime.text(manifest.issuedAt))"
        guard !isConfirmed else {
            return .warning(
                .clock, text + ", by a clock that was ahead",
                advice:
                    "a server with a right clock signs it again within a minute; see the log if that does not happen")
        }
        return .failed(
            .clock, text + ", so the server does not sign",
            advice: "set the clock, and keep it right with NTP; if it is right, run `airworthy clock confirm`")
    }
}

/// The check of the manifests in force: do they expire soon?
struct ManifestCheck {
    /// The server renews a manifest 20 days before its end. With fewer days left, renewals fail.
    private static let days = 10.0

    let now: Date
    /// The content of the database; `nil` if it cannot be read.
    let content: DatabaseInspection?

    func run() -> [CheckResult] {
        guard let content, content.schema == .made(Schema.newest) else {
            return [.skipped(.manifests, "the database cannot be read")]
        }
        let signing = Dictionary(content.apps.map { ($0.slug, $0.signing) }) { $1 }
        let results = content.manifests.compactMap { manifest -> CheckResult? in
            guard let end = manifest.expiresAt, end.timeIntervalSince(now) < Self.days * 86_400 else { return nil }
            let advice =
                signing[manifest.app] == .ci
                ? "sign a new one in CI and publish it" : "see the log of the server for why it is not renewed"
            let text = "revision \(manifest.revision) of \(manifest.app)"
            return end <= now
                ? .failed(.manifests, "\(text) expired at \(UTCTime.text(end))", advice: advice)
                : .warning(.manifests, "\(text) expires at \(UTCTime.text(end))", advice: advice)
        }
        guard results.isEmpty else { return results }
        let count = content.manifests.count
        return [.ok(.manifests, count == 0 ? "nothing is published yet" : "\(count) in force, none expires soon")]
    }
}
