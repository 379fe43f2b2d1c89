import AirworthyPolicy
import AirworthyTexts
import ControlPlane
import Foundation
import LaunchScreens
import Testing

@testable import Dashboard

@Suite("The page with the screens of a rule")
struct ScreensModelTests {
    private static let rules = #"""
        {"id": "off", "when": {"version": "1.0"}, "update": "none"},
        {"id": "nudge", "when": {"version": "<2.2.1"}, "update": "recommended", "skippable": true,
         "message": {"en": "Please update.", "ja": "アップデートしてください。", "sv": "Uppdatera."}},
        {"id": "floor", "when": {"version": "<1.4"}, "update": "required", "title": {"en": "Too old"}}
        """#

    private func model(_ query: [(String, String)] = [], rules: String = Self.rules, releases: String = releases) throws
        -> ScreensModel
    {
        try ScreensModel(
            FormFields(query.map { FormFields.Field($0.0, $0.1) }), of: Served.app(rules: rules, releases: releases),
            server: nil, now: Served.now)
    }

    private static let releases = #"""
        {"version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [{"channel": "appstore"}]},
        {"version": "2.2.0", "build": "300", "offers": [{"channel": "appstore"}, {"channel": "testflight.external"}]}
        """#

    @Test("the first rule that leads to a screen is chosen, in the language of the policy, with every kind of screen")
    func defaults() throws {
        let model = try model()
        #expect(model.rules.first(where: \.isChosen)?.value == "nudge")
        #expect(model.languages.first(where: \.isChosen)?.value == "en")
        #expect(model.cards.map(\.frame?.kind) == ["prompt", "alert", "gate", "unavailable", "banner", "maintenance"])
        #expect(model.cards.map { $0.marks.first?.style == "accent" } == [true, true, false, false, false, false])
        #expect(model.cards[0].frame?.message == "Please update.")
        #expect(model.cards[0].frame?.details == ["Version 2.2.1 is available. You have 2.2.0."])
        #expect(model.cards[0].frame?.buttons.map(\.label) == ["Update", "Later", "Skip This Version"])
    }

    @Test("the Japanese prompt has the words of ScreenWriter")
    func japanese() throws {
        let frame = try #require(try model([("language", "ja"), ("kind", "prompt")]).cards.first?.frame)
        var decision = Decision(.recommended, for: Installation(version: "2.2.0", channel: .appstore))
        decision.update = Decision.Update(version: try AppVersion("2.2.1"), url: "https://apps.apple.com/app/id42")
        decision.message = "アップデートしてください。"
        decision.skippable = true
        let writer = ScreenWriter(language: "ja")
        let shown = present(
            decision, history: PromptHistory(), context: .init(.launch), at: Served.now, calendar: .current)
        let content = try #require(writer.content(for: decision, presentation: shown))
        #expect(frame.title == content.title)
        #expect(frame.message == content.message)
        #expect(frame.details == content.details)
        #expect(frame.buttons.map(\.label) == content.actions.map { content.labels[$0] })
        #expect(
            [frame.language, frame.direction, frame.titleLanguage, frame.messageLanguage] == ["ja", "ltr", nil, nil])
    }

    @Test("all languages are shown for one kind: the built-in ones and those of the rule")
    func allLanguages() throws {
        let model = try model([("language", "all"), ("look", "dark"), ("size", "large")])
        #expect(model.cards.count == ScreenWriter.languages.count + 1)
        #expect(model.cards.allSatisfy { $0.frame?.kind == "prompt" && $0.frame?.look == "dark large" })
        let arabic = try #require(model.cards.first { $0.language == "ar" })
        #expect(arabic.frame?.direction == "rtl")
        #expect(arabic.frame?.messageLanguage == "en")
        #expect(arabic.marks.map(\.text).contains("No message in this language: English is shown."))
        let swedish = try #require(model.cards.first { $0.language == "sv" })
        #expect(swedish.frame?.message == "Uppdatera.")
        #expect(swedish.marks.map(\.text).contains("Buttons in English: Airworthy has no texts in this language."))
        #expect(model.cards.filter { $0.marks.contains { $0.text == "the longest text" } }.count == 1)
        #expect(model.longest.count == 5)
        #expect(
            model.coverage.hasPrefix(
                "The rule’s own texts are there in 3 of 20 languages. Missing: Arabic, Chinese (Simplified),"))
    }

    @Test(
        "a missing translation falls back as on the device",
        arguments: [
            ([:], "en", nil, nil), (["ja": "や"], "en", "", nil), (["de": "a"], "de", "de", nil),
            (["und": "a"], "en", "und", nil), (["pt": "a"], "en", nil, "pt-BR"),
        ] as [([String: String], String, String?, String?)])
    func fallback(texts: [String: String], defaultLanguage: String, instead: String?, language: String?) {
        var effect = Effect(update: .required)
        if !texts.isEmpty { effect.title = LocalizedText(texts) }
        let translation = ScreenTranslation(language ?? "fr", of: effect, defaultLanguage: defaultLanguage)
        #expect(translation.titleInstead == instead)
        #expect(translation.missing.isEmpty == (instead == nil))
    }

    @Test("a rule without a message has no banner, and the page says so")
    func banner() throws {
        let model = try model([("rule", "floor"), ("kind", "banner")])
        #expect(model.cards.map { $0.frame == nil } == [true])
        #expect(model.cards.first?.absence?.hasPrefix("Nothing: a banner appears only") == true)
    }

    @Test("a rule for TestFlight is shown with its words")
    func testFlight() throws {
        let rules = #"{"id": "beta", "when": {"channel": "testflight"}, "update": "required"}"#
        let model = try model(rules: rules)
        #expect(model.cards.first { $0.frame?.kind == "gate" }?.frame?.buttons.first?.label == "Open TestFlight")
    }

    @Test("unknown choices fall back, and a rule that does not exist is named")
    func unknownChoices() throws {
        let model = try model([("rule", "<script>"), ("language", "xx"), ("kind", "x"), ("look", "x")])
        #expect(model.problem == "There is no rule “<script>” in the policy in force.")
        #expect(model.cards.count == 6)
        #expect(!model.isDark)
        let none = ScreensModel(
            FormFields(), of: ServedApp(app: Served.app, state: .unpublished, catalog: nil), server: nil,
            now: Served.now)
        #expect(none.cards.count == 6)
        #expect(none.sentence.hasPrefix("Nothing is published"))
    }
}
