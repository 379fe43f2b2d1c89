package import AirworthyPolicy
import AirworthySupport
package import Foundation

/// A step of a user towards an update.
package enum CheckInStep: String, Hashable, Sendable, CaseIterable {
    /// A prompt or the gate was shown. Counted once for each launch or return to the app.
    case shown
    /// The store was opened.
    case opened
    /// The prompt was postponed.
    case postponed
    /// The release was skipped.
    case skipped
    /// A newer build was launched within a week after the store was opened.
    case updated
}

/// The steps since the last check-in by the id of the rule, within the limits of the server.
package struct CheckInFunnel: Hashable, Sendable {
    /// The most characters of the id of a rule.
    private static let longestRule = 64
    /// The time in seconds after which an update no longer follows from opening the store.
    private static let longestTrip: TimeInterval = Double(CheckInLimits.daysUntilUpdate) * 86_400
    /// The error of the clock, in seconds, with which a trip still counts.
    private static let clockError: TimeInterval = 86_400

    /// The counts by rule and step. None is 0.
    package private(set) var counts: [String: [CheckInStep: Int]] = [:]
    /// The time at which the store was last opened for a rule.
    package private(set) var trips: [String: Date] = [:]

    package init() {}

    /// Counts a step.
    package mutating func count(_ step: CheckInStep, of rule: String, adding number: Int = 1) {
        guard number > 0, Self.isCountable(rule), counts[rule] != nil || counts.count < CheckInLimits.rules else {
            return
        }
        let known = counts[rule]?[step] ?? 0
        counts[rule, default: [:]][step] = known + min(number, CheckInLimits.steps - known)
    }

    /// Counts that the store was opened, and remembers when.
    package mutating func openStore(for rule: String, at now: Date) {
        count(.opened, of: rule)
        guard Self.isCountable(rule) else { return }
        trips = trips.filter { Self.isRecent($0.value, at: now) }
        guard trips[rule] != nil || trips.count < CheckInLimits.rules else { return }
        trips[rule] = now
    }

    /// Counts an update of the app for the rules that led to the store.
    package mutating func update(at now: Date) {
        for (rule, at) in trips.sorted(by: { $0.key < $1.key }) where Self.isRecent(at, at: now) {
            count(.updated, of: rule)
        }
        trips = [:]
    }

    /// Takes off what the server has counted. Steps since then stay.
    package mutating func subtract(_ sent: CheckInFunnel) {
        for (rule, steps) in sent.counts {
            for (step, number) in steps {
                let rest = (counts[rule]?[step] ?? 0) - number
                counts[rule]?[step] = rest > 0 ? rest : nil
            }
            if counts[rule]?.isEmpty == true { counts[rule] = nil }
        }
    }

    /// Whether the id of a rule is short and plain, as those that the server publishes are.
    static func isCountable(_ rule: String) -> Bool {
        let others = Array("_.-$".utf8)
        return !rule.isEmpty && rule.utf8.count <= longestRule
            && rule.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                    || others.contains(byte)
            }
    }

    private static func isRecent(_ trip: Date, at now: Date) -> Bool {
        (-clockError...longestTrip).contains(now.timeIntervalSince(trip))
    }
}

extension CheckInFunnel {
    /// The counts as JSON, sorted.
    package var jsonValue: JSONValue {
        .array(
            counts.sorted { $0.key < $1.key }.map { rule, steps in
                var members: [JSONObject.Member] = steps.map { step, number in
                    JSONObject.Member(key: step.rawValue, value: .number(JSONNumber(number)))
                }
                members.append(JSONObject.Member(key: "rule", value: .string(rule)))
                return .object(JSONObject(members.sorted { $0.key < $1.key }))
            })
    }

    /// The times of the trips as JSON, sorted.
    var tripsJSON: JSONValue {
        .object(
            JSONObject(
                trips.sorted { $0.key < $1.key }.map {
                    JSONObject.Member(key: $0.key, value: .string(Timestamp.format($0.value)))
                }))
    }

    /// Reads stored counts and trips. Unreadable parts are left out.
    init(counts: JSONValue?, trips: JSONValue?) {
        for entry in (counts?.arrayValue ?? []).prefix(CheckInLimits.rules) {
            guard let rule = entry["rule"]?.stringValue else { continue }
            for step in CheckInStep.allCases { count(step, of: rule, adding: entry[step.rawValue]?.intValue ?? 0) }
        }
        for member in (trips?.objectValue?.members ?? []).prefix(CheckInLimits.rules) where Self.isCountable(member.key)
        {
            self.trips[member.key] = (member.value as JSONValue?).date
        }
    }
}
