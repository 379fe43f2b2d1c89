import AirworthyPolicy
import Foundation
import Testing

@Suite struct PresentationConformanceTests {
    @Test(arguments: try PresentationCase.all())
    func `the device shows what each conformance case expects`(_ item: PresentationCase) throws {
        var history = PromptHistory(item.json["history"] ?? [:])
        for (number, step) in try #require(item.json["steps"]?.arrayValue).enumerated() {
            let note: Comment = "step \(number + 1)"
            let now = try #require(step["at"]?.stringValue.flatMap(Timestamp.parse), note)
            let zone = try #require(
                TimeZone(identifier: (step["timeZone"] ?? item.json["timeZone"])?.stringValue ?? "GMT"), note)
            if let event = step["event"] {
                let result = history.after(try item.event(event), at: now, calendar: anyCalendar, timeZone: zone)
                if let expected = step["emits"] {
                    #expect(JSONValue.array(result.events.map(\.jsonValue)) == expected, note)
                }
                // Each step goes through storage, as it does when the app is killed in between.
                history = PromptHistory(result.history.jsonValue)
                #expect(history == result.history, note)
            } else {
                let decision = try item.decision(try #require(step["present"], note))
                let shown = present(
                    decision, history: history, context: try Presentation.Context(step), at: now, calendar: anyCalendar,
                    timeZone: zone
                ).jsonValue
                for (key, value) in try #require(step["expect"]?.objectValue).members.map({ ($0.key, $0.value) }) {
                    #expect((shown[key] ?? .null) == value, "\(note): \(key) in \(shown.jsonText())")
                }
            }
        }
    }

    @Test func `the conformance cases cover every content and every reason for silence`() throws {
        let cases = try PresentationCase.all()
        #expect(cases.count >= 60)
        let expected = cases.flatMap { $0.json["steps"]?.arrayValue ?? [] }.compactMap { $0["expect"] }
        let reasons = Set(expected.compactMap { $0["reason"]?.stringValue })
        #expect(reasons == Set(Presentation.Silence.allCases.map(\.rawValue)))
        let shown = Set(expected.compactMap { $0["show"]?.stringValue })
        #expect(shown == ["nothing", "banner", "prompt", "gate", "maintenance"])
    }
}

/// A calendar that no case uses, because only its time zone may matter.
private let anyCalendar: Calendar = {
    var calendar = Calendar(identifier: .buddhist)
    calendar.timeZone = TimeZone(secondsFromGMT: -11 * 3_600)!
    return calendar
}()

struct PresentationCase: CustomTestStringConvertible, Sendable {
    let json: JSONValue
    let decisions: JSONObject

    static func all() throws -> [PresentationCase] {
        let document = try Conformance.read("presentation.json").jsonValue
        let decisions = try #require(document["decisions"]?.objectValue)
        return try #require(document["cases"]?.arrayValue).map { PresentationCase(json: $0, decisions: decisions) }
    }

    var testDescription: String { json["name"]?.stringValue ?? "" }

    func event(_ json: JSONValue) throws -> PromptEvent {
        if let launched = json["launched"] {
            return .launched(try installation(launched, .appstore))
        } else if let away = json["returned"]?.intValue {
            return .returned(away: Period(seconds: away))
        } else if let answer = json["answered"]?.stringValue {
            return .answered(try #require(PromptAnswer(rawValue: answer)), to: try decision(#require(json["to"])))
        } else if let decision = json["storeTrip"] {
            return .storeTrip(for: try self.decision(decision), opened: json["opened"] == true)
        }
        #expect(json["bannerShown"]?.boolValue == true)
        return .bannerShown
    }

    /// The members of `like`, then those of the decision.
    private func members(_ json: JSONValue) throws -> JSONObject {
        if let name = json.stringValue { return try members(#require(decisions[name], "\(name)")) }
        var own = try #require(json.objectValue)
        guard let like = own["like"] else { return own }
        own["like"] = nil
        var merged = try members(like)
        for member in own.members { merged[member.key] = member.value }
        return merged
    }

    func decision(_ json: JSONValue) throws -> Decision {
        let members = try members(json)
        let installed = members["installed"] ?? ["version": "2.2.0", "build": "300"]
        let channel = Channel(members["channel"]?.stringValue ?? "appstore")
        let status = try #require(members["status"]?.stringValue.flatMap(Decision.Status.init))
        var decision = Decision(status, for: try installation(installed, channel))
        decision.blocking = members["blocking"]?.boolValue ?? false
        decision.rule = members["rule"]?.stringValue
        decision.update = try update(members["update"])
        decision.newest = try update(members["newest"])
        decision.remind = try members["remind"]?.stringValue.map { try #require(Reminder($0)) }
        decision.skippable = members["skippable"]?.boolValue ?? false
        decision.deadline = try date(members["deadline"])
        decision.message = members["message"]?.stringValue
        decision.maintenance = try date(members["maintenance"]?["until"]).map { Maintenance(until: $0) }
        return decision
    }

    private func installation(_ json: JSONValue, _ channel: Channel) throws -> Installation {
        Installation(
            version: try #require(json["version"]?.stringValue),
            build: try json["build"]?.stringValue.map { try BuildNumber($0) }, channel: channel)
    }

    private func update(_ json: JSONValue?) throws -> Decision.Update? {
        guard let json, !json.isNull else { return nil }
        return Decision.Update(
            version: try json["version"]?.stringValue.map { try AppVersion($0) },
            build: try json["build"]?.stringValue.map { try BuildNumber($0) }, url: json["url"]?.stringValue)
    }

    private func date(_ json: JSONValue?) throws -> Date? {
        try json?.stringValue.map { try #require(Timestamp.parse($0)) }
    }
}

extension Presentation.Context {
    fileprivate init(_ json: JSONValue) throws {
        self.init(
            try #require(json["trigger"]?.stringValue.flatMap(Presentation.Trigger.init)),
            isBlocked: json["blocked"]?.boolValue ?? false, isHeld: json["held"]?.boolValue ?? false,
            isRechecking: json["rechecking"]?.boolValue ?? false)
    }
}

extension ClientEvent {
    fileprivate var jsonValue: JSONValue {
        switch self {
        case .updated(let old, let new): ["updated": [.string(old.description), .string(new.description)]]
        case .changed(let old, let new): ["changed": [.string(old.description), .string(new.description)]]
        case .gateLowered(let rule, let until):
            ["gateLowered": rule.map { .string($0) } ?? .null, "until": .string(Timestamp.format(until))]
        }
    }
}
