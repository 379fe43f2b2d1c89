public import AirworthyPolicy
public import Foundation

/// Something an app may want to count or log. The set may grow: give a `switch` a `default`.
public enum AirworthyEvent: Hashable, Sendable {
    // What people saw and did.

    /// A prompt came up.
    case prompted(Decision)
    /// A gate or a maintenance screen came up.
    case blocked(Decision)
    /// A prompt was answered.
    case answered(PromptAnswer, Decision)
    /// Somebody set out for the store; whether its URL opened.
    case storeTrip(Decision, opened: Bool)
    /// A newer build than before was started.
    case updated(from: InstalledBuild, to: InstalledBuild)
    /// An older build than before was started; what was answered and skipped is forgotten.
    case changed(from: InstalledBuild, to: InstalledBuild)
    /// Three trips to the store changed nothing: until then the rule's gate is a prompt.
    case gateLowered(rule: String?, until: Date)

    // How the sources do.

    /// A manifest was not accepted; the last good one stays in force. Log the code; an alarm deserves somebody's
    /// attention.
    case refused(code: String, message: String, isAlarm: Bool)
    /// A source gave no answer of use.
    case unreachable(String)
    /// More than half of the manifest's lifetime is over, and nobody signed it anew: it is going to soften then.
    case aging(expiresAt: Date)
    /// The App Store does not list the app in that country, which means unknown and not "no update".
    case notListed(Storefront?)

    // How the store does.

    /// What was stored could not be read. It was moved aside, and the client began anew.
    case storeRecovered(String)
    /// The state could not be written; it is lost with the process.
    case storeFailed(String)
}

extension AirworthyEvent {
    /// What the log of the device gets to see: what is wrong with the set-up or the store, and no path, person or device.
    var logLine: String? {
        switch self {
        case .refused(let code, _, let isAlarm): "refused: \(code)\(isAlarm ? ", which deserves attention" : "")"
        case .aging(let date): "nobody has signed anew for half of the lifetime, which ends \(Timestamp.format(date))"
        case .storeRecovered: "the stored state was given up"
        case .storeFailed: "the state could not be written"
        case .prompted, .blocked, .answered, .storeTrip, .updated, .changed, .gateLowered, .unreachable, .notListed: nil
        }
    }
}
