import Airworthy
import AirworthyPolicy
import Synchronization

/// What the client told the app, for its analytics.
final class EventLog: Sendable {
    private let client: Airworthy
    private let events: AsyncStream<AirworthyEvent>

    init(_ client: Airworthy) {
        self.client = client
        events = client.events
    }

    /// Everything that was told since the last time.
    func sinceLastTime() async -> [AirworthyEvent] {
        // The stream has no end, so something is told that comes after everything else: a way to no store.
        var mark = Decision(.ok, for: client.installation)
        mark.rule = "$linux-client"
        client.didOpenStore(for: mark, succeeded: false)
        var told: [AirworthyEvent] = []
        for await event in events {
            if event == .storeTrip(mark, opened: false) { break }
            told.append(event)
        }
        return told
    }
}

extension AirworthyEvent {
    /// The event with what a test looks at.
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
        case .refused(let code, let message, let isAlarm):
            ["event": "refused", "code": .string(code), "message": .string(message), "isAlarm": .bool(isAlarm)]
        case .unreachable(let why): ["event": "unreachable", "message": .string(why)]
        case .aging(let end): ["event": "aging", "expiresAt": .string(Timestamp.format(end))]
        case .notListed(let storefront): ["event": "notListed", "storefront": .text(storefront)]
        case .storeRecovered(let why): ["event": "storeRecovered", "message": .string(why)]
        case .storeFailed(let why): ["event": "storeFailed", "message": .string(why)]
        }
    }
}

extension UpdateCheck {
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
