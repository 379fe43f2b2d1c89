package import AirworthyPolicy
import AirworthySupport

/// The client's memory of its check-ins.
package struct CheckInRecord: Hashable, Sendable {
    /// The last check-in that the server has confirmed.
    package struct Last: Hashable, Sendable {
        /// The day that the server answered.
        package var day: LocalDay
        /// The facts that the client had sent.
        package var facts: CheckInFacts
    }

    /// The last request, whatever became of it.
    struct Attempt: Hashable {
        /// The day (UTC) by the corrected clock, or the day that the server answered if that began during the request.
        var day: LocalDay
        /// The version with its build.
        var installed: String
    }

    package var last: Last?
    var attempt: Attempt?
    /// The steps since the last confirmed check-in.
    package var funnel = CheckInFunnel()

    package init() {}

    /// Whether a check-in is due: on another day than the last request, or after an update of the app.
    ///
    /// After a clock that was ahead the day may be before that of the last request. The tolerance of a day keeps a clock that
    /// varies by seconds around midnight from sending twice.
    func isDue(on today: LocalDay, installed: String) -> Bool {
        guard let attempt else { return true }
        return attempt.installed != installed || today > attempt.day || today.adding(1) < attempt.day
    }

    /// Returns the check-in to send, and counts it as the last request.
    mutating func begin(_ facts: CheckInFacts, decision: Decision, on today: LocalDay) -> CheckIn {
        attempt = Attempt(day: today, installed: facts.installed)
        var known = last
        if let day = last?.day, day > today.adding(1) || today.number - day.number > CheckInLimits.days { known = nil }
        return CheckIn(now: facts, last: known, decision: decision, funnel: funnel)
    }

    /// Records that the server has counted a check-in.
    mutating func accept(_ checkIn: CheckIn, on day: LocalDay) {
        last = Last(day: day, facts: checkIn.now)
        if let today = attempt?.day, today.adding(1) == day { attempt?.day = day }
        funnel.subtract(checkIn.funnel)
    }
}

extension CheckInRecord {
    /// The record as JSON.
    var jsonValue: JSONValue {
        var object: JSONObject = [:]
        object["last"] = last.map { $0.facts.jsonValue(day: $0.day) }
        object["attempt"] = attempt.map { ["day": .string($0.day.text), "installed": .string($0.installed)] }
        if !funnel.counts.isEmpty { object["funnel"] = funnel.jsonValue }
        if !funnel.trips.isEmpty { object["trips"] = funnel.tripsJSON }
        return .object(object)
    }

    /// Reads a stored record. Unreadable parts are left out.
    init(_ json: JSONValue) {
        if let stored = json["last"], let facts = CheckInFacts(stored), let day = json["last"]?["day"].day {
            last = Last(day: day, facts: facts)
        }
        if let day = json["attempt"]?["day"].day, let installed = json["attempt"]?["installed"]?.stringValue {
            attempt = Attempt(day: day, installed: installed)
        }
        funnel = CheckInFunnel(counts: json["funnel"], trips: json["trips"])
    }
}

extension JSONValue? {
    /// The day, if the value is one.
    var day: LocalDay? { self?.stringValue.flatMap { LocalDay($0) } }
}
