package import AirworthyPolicy

/// A check-in: what the client tells its server at most once a day. Nothing in it identifies an installation.
package struct CheckIn: Hashable, Sendable {
    /// The facts now.
    package let now: CheckInFacts
    /// The last confirmed check-in; `nil` for the first one.
    package let last: CheckInRecord.Last?
    private let status: Decision.Status
    private let rule: String?
    private let revision: Int?
    /// The steps since the last confirmed check-in.
    package let funnel: CheckInFunnel

    /// Creates a check-in.
    package init(now: CheckInFacts, last: CheckInRecord.Last?, decision: Decision, funnel: CheckInFunnel) {
        self.now = now
        self.last = last
        self.funnel = funnel
        status = decision.status
        rule = decision.rule.flatMap { CheckInFunnel.isCountable($0) ? $0 : nil }
        revision = decision.revision
    }

    /// The body of the request, with sorted keys. It has less than 4 KiB.
    package var jsonValue: JSONValue {
        var told: JSONObject = [:]
        told["revision"] = revision.map { .number(JSONNumber($0)) }
        told["rule"] = .of(rule)
        told["status"] = .string(status.rawValue)
        var object: JSONObject = ["decision": .object(told)]
        if !funnel.counts.isEmpty { object["funnel"] = funnel.jsonValue }
        object["last"] = last.map { $0.facts.jsonValue(day: $0.day) }
        object["now"] = now.jsonValue()
        object["schema"] = 1
        return .object(object)
    }
}
