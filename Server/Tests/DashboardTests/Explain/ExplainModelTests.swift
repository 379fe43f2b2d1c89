import AirworthyPolicy
import ControlPlane
import Foundation
import Testing

@testable import Dashboard

@Suite("The page that explains a decision")
struct ExplainModelTests {
    private func model(
        _ query: [(String, String)], rules: String = Served.broken, more: String = "", releases: String = Served.newest
    ) throws -> ExplainModel {
        try ExplainModel(
            FormFields(query.map { FormFields.Field($0.0, $0.1) }),
            of: Served.app(rules: rules, more: more, releases: releases), census: nil,
            server: "https://updates.example.com", now: Served.now)
    }

    private func answer(
        _ query: [(String, String)], rules: String = Served.broken, more: String = "", releases: String = Served.newest
    ) throws -> ExplainAnswer {
        try #require(model(query, rules: rules, more: more, releases: releases).answer)
    }

    /// A rule, an installation, and what the page says about it.
    struct Case: Sendable {
        let rules: String
        let version: String
        var more: [String: String] = [:]
        let sentence: String
        let screen: String?
    }

    private static let cases: [Case] = [
        Case(
            rules: Served.broken, version: "2.2.0", more: ["os": "iOS 17.4"],
            sentence: "2.2.0 on the App Store must update to 2.2.1 (310), because the rule broken-migration matches.",
            screen: "gate"),
        Case(
            rules: Served.broken, version: "2.2.0", more: ["os": "iOS 15.0"],
            sentence:
                "2.2.0 on the App Store is told to update and cannot, because the system is too old for the newest release (rule broken-migration). The app may be used all the same.",
            screen: nil),
        Case(
            rules: #"{"id": "r", "when": {"version": "2.2.0"}, "update": "required", "ifUnavailable": "block"}"#,
            version: "2.2.0", more: ["os": "iOS 15.0"],
            sentence:
                "2.2.0 on the App Store is told to update and cannot, because the system is too old for the newest release (rule r). Until then the app is blocked.",
            screen: "unavailable"),
        Case(
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}"#, version: "2.0",
            more: ["build": "7"],
            sentence: "2.0 (7) on the App Store should update to 2.2.1 (310), because the rule nudge matches.",
            screen: "prompt"),
        Case(
            rules: #"{"id": "night", "when": {}, "maintenance": {"until": "2026-11-20T15:00:00Z"}}"#,
            version: "2.2.1",
            sentence:
                "2.2.1 on the App Store is in maintenance until 20 Nov 2026, 15:00 UTC, because the rule night matches.",
            screen: "maintenance"),
        Case(
            rules: Served.broken, version: "2.2.1",
            sentence: "2.2.1 on the App Store may carry on, because no rule matched.", screen: nil),
        Case(
            rules: #"{"id": "pro", "when": {"version": "2.2.0"}, "update": "none"}, \#(Served.broken)"#,
            version: "2.2.0",
            sentence: "2.2.0 on the App Store may carry on, because the rule pro exempts it.", screen: nil),
    ]

    @Test("each decision is a sentence with its reason", arguments: cases)
    func sentences(_ sample: Case) throws {
        let query = [("version", sample.version)] + sample.more.map { ($0.key, $0.value) }
        let answer = try answer(query, rules: sample.rules)
        #expect(answer.sentence == sample.sentence)
        #expect(answer.screen?.kind == sample.screen)
    }

    @Test("without a choice it is the newest version of the App Store on the app's first platform")
    func defaults() throws {
        let model = try model([])
        #expect(model.form.inputs.first { $0.name == "version" }?.value == "2.2.1")
        #expect(model.form.selections.map { $0.options.first(where: \.isChosen)?.value } == ["ios", "appstore"])
        #expect(model.answer?.sentence.hasPrefix("2.2.1 on the App Store may carry on") == true)
        #expect(try self.model([("version", "")]).problem == "Type a version to see what it is told.")
    }

    @Test("the trace says why each rule did or did not decide")
    func reasons() throws {
        let rules = #"""
            {"id": "japan", "when": {"storefront": "JP", "version": "<3"}, "update": "required"},
            {"id": "build", "when": {"build": "<100"}, "update": "none"},
            {"id": "done", "when": {"version": "<3"}, "update": "recommended", "target": "2.0"},
            {"id": "not-beta", "when": {"not": {"channel": "appstore"}}, "update": "required"},
            {"id": "floor", "when": {"version": "<2.2.1"}, "update": "recommended"},
            {"id": "later", "when": {"version": "<2.2.1"}, "update": "recommended"}
            """#
        let answer = try answer([("version", "2.2.0"), ("storefront", "US")], rules: rules)
        #expect(
            answer.explanation.rules.map(\.word) == [
                "does not fit", "undecided", "fits", "does not fit", "decides", "not needed",
            ])
        #expect(
            answer.explanation.rules.map(\.reason) == [
                "It does not fit: it is only for installations in storefront JP, here US.",
                "It does not apply: whether it is builds below 100 cannot be said, here unknown.",
                "It fits, but does not decide: nothing, because they have the target already.",
                "It does not fit: it excludes on the App Store.",
                "It fits: should update to 2.2.1 (310).",
                "It would fit, too (should update to 2.2.1 (310)), but floor comes first.",
            ])
        #expect(answer.explanation.rules[0].condition.parts.map(\.sign).sorted() == ["✓", "✗"])
        #expect(answer.explanation.rules[1].condition.word == "undecided")
    }

    @Test("features have their value and the rule that gave it")
    func features() throws {
        let more =
            #", "features": {"editor": {"default": false, "rules": [{"id": "beta", "when": {"channel": "debug"}, "value": true}]}}"#
        let debug = try answer([("version", "1"), ("channel", "debug")], more: more)
        #expect(debug.features.map { [$0.name, $0.value, $0.rule] } == [["editor", "true", "beta"]])
        let store = try answer([("version", "1")], more: more)
        #expect(store.features.map { [$0.name, $0.value, $0.rule] } == [["editor", "false", nil]])
    }

    @Test("time travel shows the decision at another time, and when it will change by itself")
    func timeTravel() throws {
        let rules =
            #"{"id": "r", "when": {"version": "2.2.0"}, "update": "required", "deadline": "2026-12-01T00:00:00Z"}"#
        let today = try answer([("version", "2.2.0")], rules: rules)
        #expect(today.explanation.decision.status == .recommended)
        #expect(today.change?.iso == "2026-12-01T00:00:00Z")
        for time in ["2026-12-02T08:30", "2026-12-02T08:30:00Z"] {
            let later = try answer([("version", "2.2.0"), ("time", time)], rules: rules)
            #expect(later.explanation.decision.status == .required)
            #expect(later.command.contains("--now 2026-12-02T08:30:00Z"))
        }
    }

    @Test(
        "a wrong value is named beside its field, and nothing is decided",
        arguments: [
            ("version", "two", "version"), ("build", "x", "build"), ("channel", "shop", "channel"),
            ("platform", "amiga", "platform"), ("os", "iOS", "os"), ("os", "amigaOS 3.1", "os"),
            ("storefront", "Japan", "storefront"),
            ("time", "tomorrow", "time"), ("attribute", "plan", "attribute"), ("attribute", "a=1\na=2", "attribute"),
            ("version", String(repeating: "1.", count: 5_000), "version"),
            ("seed", String(repeating: "\u{202E}é", count: 5_000), "seed"),
        ] as [(String, String, String)])
    func wrongValues(name: String, value: String, field: String) throws {
        let model = try model([("version", "2.2.0"), (name, value)].filter { $0.0 != name || $0.1 == value })
        #expect(model.answer == nil)
        #expect(model.problem == "Mend what is marked in the form.")
        let form = model.form
        let errors =
            (form.inputs + form.rareInputs).filter { $0.error != nil }.map(\.name)
            + form.selections.filter { $0.error != nil }.map(\.name)
            + (form.attributesError == nil ? [] : ["attribute"])
        #expect(errors == [field])
    }

    @Test(
        "a version alone is that of the platform's system", arguments: [("17.4", "iOS 17.4"), (" 15.8 ", "iOS 15.8")])
    func systems(typed: String, whole: String) throws {
        let short = try #require(try model([("version", "2.2.0"), ("os", typed)]).answer)
        let long = try #require(try model([("version", "2.2.0"), ("os", whole)]).answer)
        #expect(short.command == long.command && short.command.contains(whole))
    }

    @Test("attributes are typed as on the command line, and the address holds everything that was typed")
    func attributes() throws {
        let rules = #"{"id": "r", "when": {"attributes": {"seats": 5, "plan": "pro"}}, "update": "recommended"}"#
        let query = [("version", "2.0"), ("attribute", "plan = pro\nseats=5\n"), ("seed", "it's me")]
        let model = try model(query, rules: rules)
        #expect(model.answer?.explanation.decision.status == .recommended)
        #expect(
            model.share
                == "/apps/hashtags/explain?platform=ios&version=2.0&channel=appstore&seed=it%27s%20me&attribute=plan%20%3D%20pro%0Aseats%3D5"
        )
        let answer = try #require(model.answer)
        #expect(
            answer.command.hasSuffix(
                #"--version 2.0 --platform ios --channel appstore --install-id 'it'\''s me' --attribute plan=pro --attribute seats=5 --explain"#
            ))
        #expect(
            answer.deviceRequest
                == "GET https://updates.example.com/v1/apps/hashtags/decision?version=2.0&platform=ios&channel=appstore&installID=it%27s%20me&attribute.plan=pro&attribute.seats=5"
        )
    }

    @Test("a text that looks like a number stays a text in the command")
    func quotedAttributes() throws {
        let answer = try answer([("version", "2.0"), ("attribute", #"plan="5""#)])
        #expect(answer.command.contains(#"--attribute 'plan="5"'"#))
    }

    @Test("without a manifest the page says that nothing is published")
    func unpublished() {
        let served = ServedApp(app: Served.app, state: .unpublished, catalog: nil)
        let model = ExplainModel(FormFields(), of: served, census: nil, server: nil, now: Served.now)
        #expect(!model.isPublished)
        #expect(model.answer == nil)
    }

    @Test("a report's decision and revision are compared with those of the server")
    func comparison() throws {
        let same = try answer([("version", "2.2.0"), ("reported", "required"), ("revision", "7")])
        #expect(
            same.explanation.comparison == ["The report says: the app must update.", "This server decides the same."])
        let old = try answer([("version", "2.2.0"), ("reported", "ok"), ("revision", "6"), ("lacks", "plan,seats")])
        #expect(
            old.explanation.comparison == [
                "The report says: the app may carry on.",
                "It had revision 6; revision 7 is in force. The app has not got it yet.",
                "This server decides otherwise.",
                "The values of plan and seats are not in a report; add those that a rule asks for.",
            ])
        #expect(
            old.explanation.firstCheck == "The app has revision 6, and 7 is in force: let it fetch, then look again.")
        #expect(try answer([("version", "2.2.0"), ("reported", "<b>")]).explanation.comparison.isEmpty)
    }
}
