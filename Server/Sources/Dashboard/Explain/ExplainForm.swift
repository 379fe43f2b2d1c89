import AirworthyPolicy
import AirworthyTexts
import ControlPlane

/// The what-if form, with suggestions from the installations that checked in and the known releases.
struct ExplainForm: Sendable {
    /// A field with one line of text.
    struct Input: Sendable {
        let name: String
        let label: String
        let type: String
        let value: String
        let hint: String
        let error: String?
        let suggestions: [String]
    }

    /// A field with a choice.
    struct Selection: Sendable {
        let name: String
        let label: String
        let error: String?
        let options: [Choice]
    }

    /// The values that a field proposes at most.
    private static let most = 40

    let inputs: [Input]
    let selections: [Selection]
    let attributes: String
    let attributesError: String?
    /// Whether the fields that are rarely needed are open.
    let showsMore: Bool
    let rareInputs: [Input]

    /// Shows what was typed. The census is `nil` if installations were not counted yet.
    init(_ question: ExplainQuestion, app: App, census: AdoptionService.Census?, catalog: Catalog?) {
        let seen = Seen(census?.rows ?? [])
        let versions = Set(seen.versions + (catalog?.releases.map(\.version.description) ?? []))
        let newest = versions.compactMap { try? AppVersion($0) }.sorted(by: >).map(\.description)
        func input(
            _ field: ExplainQuestion.Field, _ label: String, hint: String, type: String = "text",
            from all: [String] = []
        ) -> Input {
            Input(
                name: field.rawValue, label: label, type: type, value: question.texts[field] ?? "", hint: hint,
                error: question.errors[field], suggestions: Array(all.prefix(Self.most)))
        }
        inputs = [
            input(.version, "Version", hint: "", from: newest),
            input(.build, "Build", hint: "Empty: unknown.", from: seen.builds),
            input(.os, "System", hint: "Such as 17.4.", from: seen.systems),
            input(.storefront, "Storefront", hint: "The country of the account.", from: seen.storefronts),
        ]
        rareInputs = [
            input(.language, "Language", hint: "Such as ja.", from: ScreenWriter.languages),
            input(
                .time, "Time, in UTC", hint: "Empty: now. The rules and releases are those of today.",
                type: "datetime-local"),
            input(
                .seed, "Rollout id", hint: "Any text stands for one device, for gradual rollouts. Not a customer’s id."),
        ]
        let platforms = app.platforms + Platform.known.filter { !app.platforms.contains($0) }
        let channels =
            Channel.knownNames.filter { !$0.contains("<") }
            + seen.channels.filter { $0.hasPrefix("marketplace:") }
        selections = [
            Self.selection(
                .platform, "Platform", question: question,
                from: platforms.map { ($0.description, $0.displayName) }),
            Self.selection(.channel, "Channel", question: question, from: channels.map { ($0, Channel($0).label) }),
        ]
        attributes = question.texts[.attributes] ?? ""
        attributesError = question.errors[.attributes]
        showsMore = [ExplainQuestion.Field.language, .time, .seed, .attributes].contains { question.texts[$0] != nil }
    }

    private static func selection(
        _ field: ExplainQuestion.Field, _ label: String, question: ExplainQuestion, from all: [(String, String)]
    ) -> Selection {
        let chosen = question.texts[field] ?? ""
        // What somebody typed into the address stays visible, also if it is wrong.
        let values = all.contains { $0.0 == chosen } ? all : all + [(chosen, chosen)]
        return Selection(
            name: field.rawValue, label: label, error: question.errors[field],
            options: values.map { Choice(value: $0.0, label: $0.1, isChosen: $0.0 == chosen) })
    }

    /// The values that installations have, the most frequent first.
    private struct Seen {
        let versions, builds, systems, storefronts, channels: [String]

        init(_ rows: [AdoptionRow]) {
            func values(_ value: (AdoptionCell) -> String) -> [String] {
                var counts: [String: Int] = [:]
                for row in rows { counts[value(row.cell), default: 0] += row.count }
                counts[""] = nil
                return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
            }
            versions = values(\.version)
            builds = values(\.build)
            systems = values { $0.os.isEmpty ? "" : "\(Platform($0.platform).displayName) \($0.os)" }
            storefronts = values(\.storefront)
            channels = values(\.channel)
        }
    }
}
