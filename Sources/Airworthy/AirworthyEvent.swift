public import AirworthyPolicy
public import Foundation

/// An event that an app may want to count or log. Cases are added in major versions only.
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

    // MARK: Features

    /// The app used the value of a feature for the first time in this process, or another value than before. Features that
    /// the policy does not name are not reported.
    case exposed(feature: String, value: JSONValue)

    // MARK: Set-up

    /// A mistake in the app's code, in one sentence: a root key that is no key, an address that is not https. It is reported at
    /// launch, and is a fault in the device's log.
    case misconfigured(String)

    // MARK: Sources

    /// The client rejected a manifest; the last good one stays in force. Log the code. An alarm may mean an attack or a
    /// mistake in publishing.
    case refused(code: String, message: String, isAlarm: Bool)
    /// A source gave no usable answer.
    case unreachable(String)
    /// The manifest is past half of its lifetime without a new signature. When it expires, it no longer blocks the app.
    case aging(expiresAt: Date)
    /// The App Store does not list the app for this platform in that country. This means unknown, not "no update".
    case notListed(Storefront?)

    // MARK: Check-ins

    /// The server has counted this installation on a day (UTC), e.g. `2026-11-22`. `report` is the whole of what was sent.
    case checkedIn(day: String, report: JSONValue)
    /// The server has not confirmed a check-in; the client tries again on another day.
    case checkInFailed(String, report: JSONValue)

    // MARK: Storage

    /// The stored state could not be read. The client moved it aside and started again.
    case storeRecovered(String)
    /// The state could not be written and will be lost with the process.
    case storeFailed(String)
}

extension AirworthyEvent {
    /// The name for analytics, in lower case with underscores, e.g. `store_trip`.
    public var name: String {
        switch self {
        case .prompted: "prompted"
        case .blocked: "blocked"
        case .answered: "answered"
        case .storeTrip: "store_trip"
        case .updated: "updated"
        case .changed: "changed"
        case .gateLowered: "gate_lowered"
        case .exposed: "exposed"
        case .misconfigured: "misconfigured"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .aging: "aging"
        case .notListed: "not_listed"
        case .checkedIn: "checked_in"
        case .checkInFailed: "check_in_failed"
        case .storeRecovered: "store_recovered"
        case .storeFailed: "store_failed"
        }
    }

    /// The parameters for analytics: short texts that identify neither user nor device.
    public var parameters: [String: String] {
        switch self {
        case .prompted(let decision), .blocked(let decision): Self.parameters(of: decision)
        case .answered(let answer, let decision):
            Self.parameters(of: decision).merging(["answer": answer.rawValue]) { $1 }
        case .storeTrip(let decision, let opened):
            Self.parameters(of: decision).merging(["opened": "\(opened)"]) { $1 }
        case .updated(let from, let to), .changed(let from, let to): ["from": "\(from)", "to": "\(to)"]
        case .gateLowered(let rule, let until): ["rule": rule ?? "", "until": Timestamp.format(until)]
        case .exposed(let feature, let value): ["feature": feature, "value": value.stringValue ?? value.jsonText()]
        case .misconfigured(let mistake): ["mistake": mistake]
        case .refused(let code, _, let isAlarm): ["code": code, "alarm": "\(isAlarm)"]
        case .unreachable(let reason), .storeRecovered(let reason), .storeFailed(let reason): ["reason": reason]
        case .checkedIn(let day, let report): ["day": day, "report": report.jsonText()]
        case .checkInFailed(let reason, let report): ["reason": reason, "report": report.jsonText()]
        case .aging(let date): ["expires": Timestamp.format(date)]
        case .notListed(let storefront): ["storefront": storefront?.code ?? ""]
        }
    }

    private static func parameters(of decision: Decision) -> [String: String] {
        var parameters = [
            "status": decision.status.rawValue, "reason": decision.reason.rawValue, "rule": decision.rule ?? "",
            "channel": "\(decision.channel)", "installed": decision.installedVersion,
        ]
        if let update = decision.update?.version { parameters["update"] = "\(update)" }
        return parameters
    }

    /// The problem with a source, in a few words.
    var sourceProblem: String? {
        switch self {
        case .refused(let code, _, let isAlarm): "manifest rejected: \(code)\(isAlarm ? " (alarm)" : "")"
        case .unreachable(let reason): reason
        case .notListed(let storefront):
            "the App Store does not list the app for this platform" + (storefront.map { " in \($0.code)" } ?? "")
        default: nil
        }
    }

    /// Writes problems of the set-up or the store to the device's log, and the rest for those who debug, without paths, users or
    /// devices.
    func write(to log: SystemLog) {
        switch self {
        case .misconfigured(let mistake): log.fault(mistake)
        case .refused: log.notice(sourceProblem ?? name)
        case .aging(let date):
            log.notice("manifest past half of its lifetime, expires \(Timestamp.format(date)); publish it again")
        case .storeRecovered: log.notice("stored state unreadable, discarded")
        case .storeFailed: log.notice("state could not be written")
        case .prompted, .blocked, .answered, .storeTrip, .updated, .changed, .gateLowered, .exposed, .unreachable,
            .notListed, .checkedIn, .checkInFailed:
            log.debug(
                "\(name): \(parameters.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
            )
        }
    }
}
