import AirworthyPolicy
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("Changes of policy texts")
struct PolicyTextTests {
    private static let policy = """
        {
          "schema": 1,
          "rules": [
            { "id": "broken", "when": {"version": ["2.2.0", "2.2.1 (310)"]}, "update": "required",   "x-team": [1,2] },
            {
              "id": "floor",
              "when": { "version": "< 1.4" },
              "update": "required",
              "message": {
                "ja": "更新",
                "en": "Old."
              }
            },
            { "id": "own", "when": {"any": [{"version": "1"}, {"build": "7"}]}, "update": "required" },
            { "id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "weekly" },
            { "id": "part", "when": {"rollout": 12.50, "version": "<latest"}, "update": "recommended" }
          ],
          "features": {
            "editor": {"default": false, "rules": [{"when": {"channel": ["debug", "testflight"]}, "value": true}]},
            "theme": {"default": "blue"},
            "beta": {"default": false, "rules": [{"value": true, "when": {"rollout": 10}}]}
          }
        }

        """

    private static func text(_ text: String = policy) throws -> SourceText { try SourceText(Array(text.utf8)) }

    private static func string(_ text: SourceText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    @Test("common rules are cards with their values and lines, and all others are shown as they are")
    func cards() throws {
        let cards = try Self.text().cards
        let intents: [PolicyCard.Intent] = [
            .block(versions: ["2.2.0", "2.2.1 (310)"]), .minimum(version: "1.4"), .own,
            .suggest(remind: "weekly", isSkippable: false),
            .rollout(share: jsonNumber("12.50"), remind: nil, isSkippable: false),
            .feature(key: "editor", isOn: false, opposite: ["debug", "testflight"]), .own,
            .feature(key: "beta", isOn: false, opposite: [], share: jsonNumber("10")),
        ]
        #expect(cards.map(\.intent) == intents)
        #expect(cards.map(\.id) == ["broken", "floor", "own", "nudge", "part", "editor", "theme", "beta"])
        #expect(cards.map(\.lines) == [4...4, 5...13, 14...14, 15...15, 16...16, 19...19, 20...20, 21...21])
        #expect(cards.map(\.message) == ["", "Old.", "", "", "", "", "", ""])
    }

    @Test(
        "a rule that is no common intent is a card of its own",
        arguments: [
            #"{"when": {"version": "2.*"}, "update": "required"}"#,
            #"{"when": {"version": ">=2"}, "update": "required"}"#,
            #"{"when": {"version": "<latest"}, "update": "required"}"#,
            #"{"when": {"version": []}, "update": "required"}"#,
            #"{"when": {"version": 2}, "update": "required"}"#,
            #"{"when": {"not": {"version": "2"}, "version": "1"}, "update": "required"}"#,
            #"{"when": {"version": "<latest"}, "update": "recommended", "perChange": {"major": "required"}}"#,
            #"{"when": {"version": "<latest"}, "update": "recommended", "skippable": "yes"}"#,
            #"{"when": {"version": "<latest", "rollout": {"percentage": 5}}, "update": "recommended"}"#,
            #"{"when": {"version": "<latest", "rollout": "5"}, "update": "recommended"}"#,
            #"{"when": {}, "update": "none"}"#, #"{"when": {}, "maintenance": {}}"#,
            #"{"when": {}, "update": "none", "maintenance": {"until": "2026-12-01T00:00:00Z"}}"#,
            #"{"when": {"attributes": {"a": 1, "b": 2}}, "update": "none"}"#,
            #"{"when": {"channel": "web", "version": "1"}, "update": "none"}"#,
            #"{"update": "required"}"#, "7", "[]", "null", "{}",
        ])
    func own(rule: String) throws {
        #expect(try Self.text("{\"rules\": [\(rule)]}").cards.map(\.intent) == [.own])
    }

    @Test("a change of a card touches only the values that change")
    func changes() throws {
        let text = try Self.text()
        func changed(
            _ index: Int, _ intent: PolicyCard.Intent, message: String? = nil
        ) throws -> String {
            Self.string(try text.changing(text.cards[index].place, to: intent, message: message))
        }
        let blocked = try changed(0, .block(versions: ["2.2.0", "2.3", "2.2.1 (310)"]))
        #expect(blocked == Self.policy.replacing("\"2.2.0\", ", with: "\"2.2.0\", \"2.3\", "))
        #expect(
            try changed(0, .block(versions: ["9"]))
                == Self.policy.replacing(
                    "[\"2.2.0\", \"2.2.1 (310)\"]", with: "\"9\""))
        let minimum = try changed(1, .minimum(version: "1.5"), message: "Too old.")
        #expect(minimum == Self.policy.replacing("< 1.4", with: "< 1.5").replacing("Old.", with: "Too old."))
        #expect(
            try changed(1, .minimum(version: "1.4"), message: "")
                == Self.policy.replacing(
                    ",\n        \"en\": \"Old.\"", with: ""))
        #expect(
            try changed(3, .suggest(remind: nil, isSkippable: true))
                == Self.policy.replacing(
                    "\"recommended\", \"remind\": \"weekly\"", with: "\"recommended\", \"skippable\": true"))
        #expect(
            try changed(5, .feature(key: "editor", isOn: false, opposite: ["debug"]))
                == Self.policy.replacing(
                    "[\"debug\", \"testflight\"]", with: "\"debug\""))
        #expect(
            try changed(5, .feature(key: "editor", isOn: true, opposite: []))
                == Self.policy.replacing(
                    "false, \"rules\": [{\"when\": {\"channel\": [\"debug\", \"testflight\"]}, \"value\": true}]",
                    with: "true"))
        #expect(
            try changed(4, .rollout(share: jsonNumber("50"), remind: "once", isSkippable: true))
                == Self.policy.replacing("12.50", with: "50").replacing(
                    "\"recommended\" }\n  ]", with: "\"recommended\", \"remind\": \"once\", \"skippable\": true }\n  ]")
        )
        #expect(
            try changed(7, .feature(key: "beta", isOn: false, opposite: [], share: jsonNumber("0.5")))
                == Self.policy.replacing("{\"rollout\": 10}", with: "{\"rollout\": 0.5}"))
        #expect(
            try changed(7, .feature(key: "beta", isOn: false, opposite: ["debug"]))
                == Self.policy.replacing("{\"rollout\": 10}", with: "{\"channel\": \"debug\"}"))
        // Neither another kind nor a rule of its own is changed by a form.
        #expect(try changed(0, .minimum(version: "9")) == Self.policy)
        #expect(try changed(2, .own) == Self.policy)
    }

    @Test("a new rule looks like its neighbours and stands where it takes effect")
    func additions() throws {
        let text = try Self.text()
        func added(_ intent: PolicyCard.Intent, message: String = "") throws -> String {
            Self.string(try #require(try text.adding(intent, message: message)).text)
        }
        let nudge = "    { \"id\": \"nudge\""
        let own = "    { \"id\": \"own\""
        let minimum = "    {\"id\": \"minimum\", \"when\": {\"version\": \"<1\"}, \"update\": \"required\"},\n"
        #expect(try added(.minimum(version: "1")) == Self.policy.replacing(own, with: minimum + own))
        let suggested = try added(.suggest(remind: "daily", isSkippable: true))
        #expect(suggested.contains(nudge) && suggested.contains("\"remind\": \"weekly\" },\n    {"))
        #expect(suggested.contains("\"id\": \"suggest-newest\""))
        let exempted = try added(.exempt(.attribute(name: "kiosk", value: true)), message: "No \"update\"")
        #expect(exempted.contains("  \"rules\": [\n    {"))
        let first = try #require(try SourceText(Array(exempted.utf8)).cards.first)
        #expect(first.intent == .exempt(.attribute(name: "kiosk", value: true)) && first.message == "No \"update\"")
        let page = "https://apps.apple.com/app/id42"
        for intent in [
            PolicyCard.Intent.block(versions: ["9"]), .minimum(version: "1"), .suggest(remind: nil, isSkippable: false),
        ] {
            let added = try #require(try text.adding(intent, appStorePage: page))
            #expect(added.text.cards.contains { $0.intent == intent })
            #expect(Self.string(added.text).contains(page) == (intent.kind == .block || intent.kind == .minimum))
        }
        let feature = try added(.feature(key: "new", isOn: false, opposite: ["debug"]))
        #expect(feature.contains("{\"rollout\": 10}}]},\n    \"new\": {"))
        #expect(try text.adding(.feature(key: "theme", isOn: false, opposite: [])) == nil)
        #expect(try text.adding(.own) == nil)
    }

    @Test("an empty policy gets its first rule and feature with lines of their own")
    func first() throws {
        let text = try Self.text("{\n\t\"schema\": 1,\n\t\"rules\": []\n}\n")
        let added = try #require(try text.adding(.block(versions: ["2.2.0"])))
        #expect(
            Self.string(added.text) == """
                {\n\t"schema": 1,\n\t"rules": [\n\t\t{\n\t\t\t"id": "block-2.2.0",\n\t\t\t"when": {"version": "2.2.0"},
                \t\t\t"update": "required"\n\t\t}\n\t]\n}\n
                """)
        #expect(try added.text.removing(added.place).bytes == text.bytes)
        let switched = try #require(try text.adding(.feature(key: "x", isOn: true, opposite: [])))
        #expect(
            Self.string(switched.text).contains(
                "\"rules\": [],\n\t\"features\": {\n\t\t\"x\": {\"default\": true}\n\t}\n}"))
        let tight = try Self.text(#"{"schema":1,"rules":[]}"#)
        #expect(
            Self.string(try #require(try tight.adding(.minimum(version: "2"))).text)
                == #"{"schema":1,"rules":[{"id":"minimum","when":{"version":"<2"},"update":"required"}]}"#)
        #expect(try Self.text("{}").adding(.minimum(version: "2")) == nil)
        #expect(try Self.text("[]").adding(.feature(key: "x", isOn: true, opposite: [])) == nil)
    }

    @Test("a message that would not be valid is refused, not written")
    func marks() throws {
        let text = try Self.text()
        let marks = "e" + String(repeating: "\u{301}", count: 40)
        #expect(throws: DocumentError.self) {
            try text.changing(.rule(1), to: .minimum(version: "1.4"), message: marks)
        }
    }

    // MARK: Laws

    @Test(
        "in any layout, edits change one card, an edit back restores each byte, and a removal undoes an addition",
        arguments: UInt64(0)..<400)
    func laws(seed: UInt64) throws {
        var random = RandomPolicy(seed: seed)
        let bytes = random.bytes()
        let text = try SourceText(bytes)
        #expect(text.bytes == bytes)
        let cards = text.cards
        for card in cards {
            guard let other = random.change(of: card.intent) else { continue }
            let message = random.isHeads ? card.message : card.message + "é\"\n"
            let changed = try text.changing(card.place, to: other, message: message)
            _ = try JSONReader.read(changed.bytes)
            let new = changed.cards
            #expect(new.count == cards.count)
            for (before, after) in zip(cards, new) {
                #expect(after.place == before.place && after.id == before.id)
                #expect(after.intent == (before.place == card.place ? other : before.intent))
                if case .rule = card.place, before.place == card.place { #expect(after.message == message) }
            }
            // Everything outside the card is the same, byte for byte.
            let old = try #require(text.node(at: card.place.path)).range
            let range = try #require(changed.node(at: card.place.path)).range
            #expect(changed.bytes[..<range.lowerBound] == bytes[..<old.lowerBound])
            #expect(changed.bytes[range.upperBound...] == bytes[old.upperBound...])
            let back = try changed.changing(card.place, to: card.intent, message: card.message)
            #expect(back.bytes == bytes, "\(card.intent) \(other) \(String(decoding: bytes, as: UTF8.self))")
        }
        for _ in 0..<4 {
            let intent = random.intent()
            let message = random.isHeads ? "" : "words"
            guard let (added, place) = try text.adding(intent, message: message) else { continue }
            let card = try #require(added.cards.first { $0.place == place })
            #expect(card.intent == intent)
            #expect(added.cards.filter { $0.place != place }.map(\.intent) == cards.map(\.intent))
            let removed = try added.removing(place)
            let isNewMember = text.node(at: [.key("features")]) == nil && place == .feature(card.id ?? "")
            if !isNewMember { #expect(removed.bytes == bytes, "\(intent) \(String(decoding: bytes, as: UTF8.self))") }
        }
    }
}
