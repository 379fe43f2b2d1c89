public import AirworthyPolicy
public import Foundation

/// An event that an app may want to count or log. Later versions may add cases, so a `switch` needs a `default`.
///
/// ```swift
/// for await event in airworthy.events {
///     switch event {
///     case .refused(let code, _, let isAlarm): log("\(isAlarm ? "ALARM" : "refused"): \(code)")
///     default: break
///     }
/// }
/// ```
public enum AirworthyEvent: Hashable, Sendable {
    // MARK: User interface

    /// A prompt was shown.
    case prompted(Decision)
    /// A gate or a maintenance screen was shown.
    case blocked(Decision)
    /// The user answered a prompt.
    case answered(PromptAnswer, Decision)
    /// The user went to the store; `opened` says whether the link opened.
    case storeTrip(Decision, opened: Bool)
    /// A newer build than before was launched.
    case updated(from: InstalledBuild, to: InstalledBuild)
    /// An older build than before was launched. The client has forgotten answers and skipped versions.
    case changed(from: InstalledBuild, to: InstalledBuild)
    /// After three trips to the store without an update the gate of a rule is a prompt until the given time.
    case gateLowered(rule: String?, until: Date)

    // MARK: Sources

    /// The client rejected a manifest; the last good one stays in force. Log the code. An alarm may mean an attack or a
    /// mistake in publishing.
    case refused(code: String, message: String, isAlarm: Bool)
    /// A source gave no usable answer.
    case unreachable(String)
    /// The manifest is past half of its lifetime without a new signature. When it expires, it no longer blocks the app.
    case aging(expiresAt: Date)
    /// The App Store does not list the app in that country. This means unknown, not "no update".
    case notListed(Storefront?)

    // MARK: Storage

    /// The stored state could not be read. The client moved it aside and started again.
    case storeRecovered(String)
    /// The state could not be written and will be lost with the process.
    case storeFailed(String)
}

extension AirworthyEvent {
    /// The line for the device's log: problems of the set-up or the store, without paths, users or devices.
    var logLine: String? {
        switch self {
        case .refused(let code, _, let isAlarm): "manifest rejected: \(code)\(isAlarm ? " (alarm)" : "")"
        case .aging(let date):
            "manifest past half of its lifetime, expires \(Timestamp.format(date)); publish it again"
        case .storeRecovered: "stored state unreadable, discarded"
        case .storeFailed: "state could not be written"
        case .prompted, .blocked, .answered, .storeTrip, .updated, .changed, .gateLowered, .unreachable, .notListed: nil
        }
    }
}
