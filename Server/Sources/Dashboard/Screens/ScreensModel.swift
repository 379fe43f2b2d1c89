import AirworthyPolicy
import ControlPlane
import Foundation

/// The content of the page with the screens of a rule.
struct ScreensModel: Sendable {
    /// A screen with its heading and what is to be said about it.
    struct Card: Sendable {
        let heading: String
        /// The name of the language in itself.
        let ownName: String?
        let language: String
        /// The same screen in all languages, or all screens of a language.
        let path: String
        let pathName: String
        let marks: [Tag]
        let frame: PhoneFrame?
        /// Why there is no screen.
        let absence: String?
    }

    /// A kind of screen with the language whose texts are the longest.
    struct Longest: Sendable {
        let kind: String
        let value: String
    }

    let path: String
    let rules: [Choice]
    let kinds: [Choice]
    let languages: [Choice]
    let isDark: Bool
    let isLarge: Bool
    /// The rule in words, or that there is none.
    let sentence: String
    let problem: String?
    let cards: [Card]
    /// What is translated, in a sentence.
    let coverage: String
    let coverageStyle: String
    let longest: [Longest]
    let command: String

    init(_ query: FormFields, of served: ServedApp, server: String?, now: Date) {
        let manifest = (try? served.head)?.manifest
        let policy = manifest?.policy ?? Policy(rules: [], defaultLanguage: served.app.defaultLanguage)
        let choice = ScreensChoice(query, policy: policy, languages: ScreenTranslation.languages, now: now)
        let catalog = served.catalog?.catalog ?? manifest?.catalog ?? .empty
        let versions = ScreenRehearsal.Versions(
            for: choice.rule, catalog: catalog, platform: served.app.defaultPlatform)
        let effect = choice.rule?.effect
        let translations = ScreenTranslation.languages(of: effect).map {
            ScreenTranslation($0, of: effect, defaultLanguage: policy.defaultLanguage)
        }
        let stage = ScreenStage(
            choice: choice, policy: policy, versions: versions, translations: translations, now: now)
        let path = Place.screens.path(of: served.app.slug)
        self.path = path
        rules =
            policy.rules.map { Choice(value: $0.id, label: $0.id, isChosen: $0.id == choice.rule?.id) }
            + [Choice(value: ScreensChoice.builtIn, label: "none: the built-in texts", isChosen: choice.rule == nil)]
        kinds =
            (choice.language == nil ? [] : [Choice(value: "", label: "every kind", isChosen: choice.kind == nil)])
            + ScreenRehearsal.Kind.allCases.map {
                Choice(value: $0.rawValue, label: $0.name, isChosen: $0 == choice.kind)
            }
        languages =
            [Choice(value: ScreensChoice.all, label: "All languages", isChosen: choice.language == nil)]
            + translations.map(\.language).map {
                Choice(value: $0, label: "\(LanguageName.name(of: $0)) (\($0))", isChosen: $0 == choice.language)
            }
        (isDark, isLarge) = (choice.isDark, choice.isLarge)
        sentence = Self.sentence(choice, manifest: manifest, versions: versions, now: now)
        problem =
            choice.isRuleMissing
            ? "There is no rule “\((query["rule"] ?? "").prefix(64))” in the policy in force." : nil
        cards = stage.cards(path: path)
        (coverage, coverageStyle) = Self.coverage(of: effect, translations: translations)
        longest = stage.longest
        let installation = Installation(
            platform: versions.platform, version: versions.installed, channel: versions.channel)
        command = ExplainCommands(installation, at: nil, app: served.app.slug, server: server).screen(
            in: choice.language ?? policy.defaultLanguage)
    }

    private static func sentence(
        _ choice: ScreensChoice, manifest: Manifest?, versions: ScreenRehearsal.Versions, now: Date
    ) -> String {
        var text =
            choice.rule?.sentence(at: now)
            ?? (manifest == nil
                ? "Nothing is published, so these are the built-in texts." : "These are the built-in texts.")
        if versions.isInvented { text += " No release is known for this channel, so the versions are examples." }
        return text
    }

    /// A sentence about the translations of a rule's own texts.
    private static func coverage(of effect: Effect?, translations: [ScreenTranslation]) -> (String, String) {
        guard effect?.title != nil || effect?.message != nil else {
            return ("The rule has no texts of its own, so every language has all of its texts.", "good")
        }
        let lacking = translations.filter { $0.titleInstead != nil || $0.messageInstead != nil }
        guard !lacking.isEmpty else { return ("The rule’s texts are translated into every language.", "good") }
        let done = translations.count - lacking.count
        let names = lacking.map { LanguageName.name(of: $0.language) }
        let instead = lacking.lazy.compactMap { $0.messageInstead ?? $0.titleInstead }.first
        let fallback =
            instead.map { $0 == LocalizedText.undetermined ? "" : ", who see the text in \(LanguageName.name(of: $0))" }
            ?? ""
        return (
            "The rule’s own texts are there in \(done) of \(translations.count) languages. Missing: \(Words.list(names))\(fallback).",
            "warn"
        )
    }
}

extension Dashboard {
    var screensRoutes: [PageRoute] {
        [
            .page("/apps/{app}/screens") { request in
                let served = try plane.served.app(request.app)
                let model = ScreensModel(request.query, of: served, server: surroundings.publicURL, now: now())
                return try page(model, at: .screens, of: served.app, for: request)
            }
        ]
    }
}
