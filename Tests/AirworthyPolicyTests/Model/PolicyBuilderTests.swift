import AirworthyPolicy
import Foundation
import Testing

@Suite struct PolicyBuilderTests {
    private let url = "https://apps.apple.com/app/id42"

    @Test func `a policy in Swift equals the JSON that it writes`() throws {
        let isStrict = true
        let policy = Policy(
            appleID: 42, features: ["columns": Feature(default: 2)], support: "https://help.example.com"
        ) {
            Exempt(when: .channel([.enterprise]))
            Require("2.2.0", id: "broken", message: ["en": "Please update.", "ja": "更新してください。"])
            if isStrict { Minimum("1.4", url: url, message: "Too old.", when: .channel([.appstore])) }
            for version in ["3.0", "3.1"] { Require(version) }
            Suggest(.latest, remind: .weekly, skippable: true, settle: .days(1))
            Suggest("2.0")
            Rule(id: "own", when: .always, effect: Effect(update: .recommended))
        }
        let json = policy.jsonValue.jsonBytes()
        #expect(try Policy(json: json) == policy)
        #expect(
            policy.rules.map(\.id) == ["rule-1", "broken", "rule-3", "rule-4", "rule-5", "rule-6", "rule-7", "own"])
    }

    @Test func `the parts mean what the JSON of the same words means`() throws {
        let policy = Policy {
            Require("2.2.0")
            Minimum("1.4")
            Suggest(.latest, remind: .daily)
        }
        let written = try Policy(
            json: Array(
                """
                {"schema": 1, "rules": [
                  {"when": {"version": "2.2.0"}, "update": "required"},
                  {"when": {"version": "<1.4"}, "update": "required"},
                  {"when": {"version": "<latest"}, "update": "recommended", "remind": "daily"}]}
                """.utf8))
        #expect(policy == written)
    }

    @Test(arguments: [("2.2.0", true), ("1.3.9", true), ("1.4", false), ("2.2.1", false)])
    func `required versions and those below the minimum are blocked`(_ version: String, _ blocks: Bool) {
        let policy = Policy {
            Require("2.2.0", url: url)
            Minimum("1.4", url: url)
        }
        let installation = Installation(version: version, channel: .appstore)
        let decision = decide(Manifest(policy: policy), for: installation, at: Date(timeIntervalSince1970: 0))
        #expect(decision.blocking == blocks)
    }

    @Test func `a range that cannot be read never applies`() {
        let policy = Policy { Require("2..2", url: url) }
        #expect(policy.rules[0].when == .unknown("version"))
        let installation = Installation(version: "2.2", channel: .appstore)
        let decision = decide(Manifest(policy: policy), for: installation, at: Date(timeIntervalSince1970: 0))
        #expect(decision.status == .ok)
    }

    @Test func `durations are counted in days and hours without overflow`() {
        #expect(Period.days(2).description == "P2D")
        #expect(Period.hours(36).description == "P1DT12H")
        #expect(Period.days(-1).seconds == 0)
        #expect(Period.days(.max).seconds == .max)
    }
}
