import Airworthy
import AirworthyPolicy

/// The events of the client since they were last read.
final class EventLog: Sendable {
    private let client: Airworthy
    private let events: AsyncStream<AirworthyEvent>

    init(of client: Airworthy) {
        self.client = client
        events = client.events
    }

    /// Returns the events since the last call.
    func takeEvents() async -> [AirworthyEvent] {
        // The stream does not end, so a marker event ends the reading.
        var mark = Decision(.ok, for: client.installation)
        mark.rule = "$linux-client"
        client.didOpenStore(for: mark, succeeded: false)
        var taken: [AirworthyEvent] = []
        for await event in events {
            if event == .storeTrip(mark, opened: false) { break }
            // Every command reads all features, so that exposures say nothing here.
            if case .exposed = event { continue }
            taken.append(event)
        }
        return taken
    }
}

extension AirworthyEvent {
    /// The event as JSON, with the details that tests check.
    var jsonValue: JSONValue {
        switch self {
        case .prompted(let decision): ["event": "prompted", "rule": .text(decision.rule)]
        case .blocked(let decision): ["event": "blocked", "rule": .text(decision.rule)]
        case .answered(let answer, let decision):
            ["event": "answered", "answer": .string(answer.rawValue), "rule": .text(decision.rule)]
        case .storeTrip(let decision, let opened):
            ["event": "storeTrip", "opened": .bool(opened), "rule": .text(decision.rule)]
        case .updated(let from, let to): ["event": "updated", "from": .text(from), "to": .text(to)]
        case .changed(let from, let to): ["event": "changed", "from": .text(from), "to": .text(to)]
        case .gateLowered(let rule, let until):
            ["event": "gateLowered", "rule": .text(rule), "until": .string(Timestamp.format(until))]
        case .exposed(let feature, let value): ["event": "exposed", "feature": .string(feature), "value": value]
        case .misconfigured(let mistake): ["event": "misconfigured", "message": .string(mistake)]
        case .refused(let code, let message, let isAlarm):
            ["event": "refused", "code": .string(code), "message": .string(message), "isAlarm": .bool(isAlarm)]
        case .unreachable(let reason): ["event": "unreachable", "message": .string(reason)]
        case .aging(let end): ["event": "aging", "expiresAt": .string(Timestamp.format(end))]
        case .notListed(let storefront): ["event": "notListed", "storefront": .text(storefront)]
        case .checkedIn(let day, let report): ["event": "checkedIn", "day": .string(day), "report": report]
        case .checkInFailed(let reason, let report):
            ["event": "checkInFailed", "message": .string(reason), "report": report]
        case .storeRecovered(let reason): ["event": "storeRecovered", "message": .string(reason)]
        case .storeFailed(let reason): ["event": "storeFailed", "message": .string(reason)]
        }
    }
}

extension UpdateCheck {
    /// The result as JSON, with the details that tests check.
    var jsonValue: JSONValue {
        var object: JSONObject = ["isFresh": .bool(isFresh), "screen": presentation.jsonValue]
        switch outcome {
        case .upToDate: object["outcome"] = "upToDate"
        case .undetermined: object["outcome"] = "undetermined"
        case .available(let update):
            object["outcome"] = "available"
            object["version"] = .text(update.version)
        }
        return .object(object)
    }
}
