import AirworthyPolicy
import Foundation

/// The form of a card: the values of an intent as texts, and the way back.
struct CardFields: Sendable {
    /// The highest number of versions or channels in a list.
    private static let mostEntries = 50
    /// The longest message in characters.
    private static let longestMessage = 2_000
    /// The longest name in characters.
    private static let longestName = 200

    /// The name of the intent in the form.
    let kind: String
    let isBlock: Bool
    let isMinimum: Bool
    /// Whether it asks, instead of forcing.
    let isQuestion: Bool
    let isRollout: Bool
    let isMaintenance: Bool
    let isExempt: Bool
    let isFeature: Bool
    let hasMessage: Bool
    /// Versions or channels with commas between.
    private(set) var list = ""
    /// The version, the instant, or the key of a feature or attribute.
    private(set) var text = ""
    private(set) var value = ""
    /// The share of the devices in percent; empty for all.
    private(set) var share = ""
    let groups: [Choice]
    let reminders: [Choice]
    let channels: [Choice]
    private(set) var isOn = false
    private(set) var isSkippable = false
    let message: String
    let language: String

    /// What a form depends on beside its card.
    struct Surroundings {
        /// The language of texts without one.
        let language: String
        /// Whether the app has a twin on Android, so that its channels are offered.
        let hasAndroid: Bool
    }

    /// The form of a card; `nil` for a card that only its author can change.
    init?(_ card: PolicyCard, in surroundings: Surroundings) {
        guard card.intent != .own else { return nil }
        self.init(card.intent, message: card.message, in: surroundings)
    }

    init(_ intent: PolicyCard.Intent, message: String = "", in surroundings: Surroundings) {
        var reminder: String?
        var opposite: [String] = []
        var group = "versions"
        switch intent {
        case .block(let versions): list = versions.joined(separator: ", ")
        case .minimum(let version): text = version
        case .suggest(let remind, let skippable): (reminder, isSkippable) = (remind, skippable)
        case .rollout(let part, let remind, let skippable):
            (share, reminder, isSkippable) = (part.text, remind, skippable)
        case .maintenance(let until): text = Self.minute(until)
        case .exempt(.versions(let versions)): list = versions.joined(separator: ", ")
        case .exempt(.channels(let channels)):
            (group, list) = ("channels", channels.joined(separator: ", "))
        case .exempt(.attribute(let name, let attribute)):
            (group, text) = ("attribute", name)
            value = attribute.stringValue ?? attribute.jsonText()
        case .feature(let key, let on, let channels, let part):
            (text, isOn, opposite, share) = (key, on, channels, part?.text ?? "")
        case .own: break
        }
        kind = intent.kind.rawValue
        isBlock = intent.kind == .block
        isMinimum = intent.kind == .minimum
        isQuestion = intent.kind == .suggest || intent.kind == .rollout
        isRollout = intent.kind == .rollout
        isMaintenance = intent.kind == .maintenance
        isExempt = intent.kind == .exempt
        isFeature = intent.kind == .feature
        hasMessage = !isExempt && !isFeature
        self.message = message
        language = surroundings.language
        groups = [("versions", "versions"), ("channels", "channels"), ("attribute", "a custom attribute")].map {
            Choice(value: $0.0, label: $0.1, isChosen: $0.0 == group)
        }
        var words = [
            ("", "once a day"), ("always", "at every start"), ("weekly", "once a week"), ("once", "once per release"),
        ]
        if let reminder, !words.contains(where: { $0.0 == reminder }) {
            words.append((reminder, reminder == "daily" ? "once a day, written out" : "every \(reminder)"))
        }
        reminders = words.map { Choice(value: $0.0, label: $0.1, isChosen: $0.0 == reminder ?? "") }
        let usual =
            ["debug", "testflight.internal", "testflight.external", "testflight", "appstore", "enterprise", "web"]
            + (surroundings.hasAndroid ? Channel.knownNames.filter { Channel($0).isOfAndroid } : [])
        channels = (usual + opposite.filter { !usual.contains($0) }).map {
            Choice(value: $0, label: Channel($0).label, isChosen: opposite.contains($0))
        }
    }

    /// The form as somebody filled it in.
    init(_ form: FormFields, in surroundings: Surroundings) {
        func raw(_ name: String) -> String { String((form.raw(name) ?? "").prefix(Self.longestMessage)) }
        let intent: PolicyCard.Intent =
            switch form["kind"].flatMap(PolicyCard.Kind.init(rawValue:)) {
            case .minimum: .minimum(version: raw("text"))
            case .suggest: .suggest(remind: form["remind"], isSkippable: form.has("skippable"))
            case .rollout: .rollout(share: JSONNumber(0), remind: form["remind"], isSkippable: form.has("skippable"))
            case .maintenance: .maintenance(until: raw("text"))
            case .exempt:
                switch form["group"] {
                case "channels": .exempt(.channels([raw("list")]))
                case "attribute": .exempt(.attribute(name: raw("text"), value: .string(raw("value"))))
                default: .exempt(.versions([raw("list")]))
                }
            case .feature: .feature(key: raw("text"), isOn: form.has("on"), opposite: form.values("channel"))
            case .block, .own, nil: .block(versions: [raw("list")])
            }
        self.init(intent, message: raw("message"), in: surroundings)
        share = String(raw("share").prefix(Self.longestName))
    }

    // MARK: Reading a form

    /// Reads the intent of a form. The spellings of the intent before stay where nothing changed.
    static func intent(in form: FormFields, changing old: PolicyCard.Intent? = nil) throws(FormProblem)
        -> PolicyCard.Intent
    {
        switch form["kind"].flatMap(PolicyCard.Kind.init(rawValue:)) {
        case .block: return .block(versions: try versions(in: form))
        case .minimum:
            let version = form["text"] ?? ""
            guard version.utf8.count <= 128, VersionText.isVersion(version) else {
                throw FormProblem("Write the lowest version that may stay, such as 2.1.")
            }
            return .minimum(version: version)
        case .suggest: return .suggest(remind: try reminder(in: form), isSkippable: form.has("skippable"))
        case .rollout:
            guard let share = try share(in: form) else { throw wrongShare }
            return .rollout(share: share, remind: try reminder(in: form), isSkippable: form.has("skippable"))
        case .maintenance: return .maintenance(until: try instant(in: form, changing: old))
        case .exempt: return .exempt(try group(in: form, changing: old))
        case .feature:
            guard let key = form["text"], key.count <= longestName else {
                throw FormProblem(
                    "Write the feature's key as the app asks for it, of at most \(longestName) characters.")
            }
            let channels = form.values("channel")
            guard channels.count <= mostEntries, channels.allSatisfy(isChannel) else {
                throw FormProblem("Choose channels from the list.")
            }
            let share = try share(in: form)
            guard share == nil || channels.isEmpty else {
                throw FormProblem("Choose channels or a share of the devices; both together are written in the text.")
            }
            return .feature(key: key, isOn: form.has("on"), opposite: channels, share: share)
        case .own, nil: throw FormProblem("The form does not say what to do; load the page again.")
        }
    }

    static func message(in form: FormFields) throws(FormProblem) -> String {
        // Browsers send line ends as two characters.
        let message = (form["message"] ?? "").replacing("\r\n", with: "\n")
        guard message.count <= longestMessage, CombiningMarks.areFew(in: message) else {
            throw FormProblem("Write a message of at most \(Figure.whole(longestMessage)) characters.")
        }
        return message
    }

    private static func reminder(in form: FormFields) throws(FormProblem) -> String? {
        let remind = form["remind"]
        let words = ["always", "daily", "weekly", "once"]
        guard remind.map({ words.contains($0) || (try? Period($0)) != nil }) ?? true else {
            throw FormProblem("Choose how often to ask.")
        }
        return remind
    }

    private static let wrongShare = FormProblem(
        "Write a share of the devices in percent, from 0 to 100, with at most four decimals, such as 10 or 12.5.")

    /// Reads a share as policies have it; `nil` for an empty field.
    private static func share(in form: FormFields) throws(FormProblem) -> JSONNumber? {
        guard let text = form["share"] else { return nil }
        guard text.wholeMatch(of: /[0-9]{1,3}(\.[0-9]{1,4})?/) != nil, let number = JSONNumber(text),
            number.doubleValue <= 100
        else { throw wrongShare }
        return number
    }

    private static func entries(in form: FormFields) -> [String] {
        var seen: Set<String> = []
        return (form.raw("list") ?? "").split { $0 == "," || $0.isNewline }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func versions(in form: FormFields) throws(FormProblem) -> [String] {
        let versions = entries(in: form)
        guard !versions.isEmpty, versions.count <= mostEntries,
            versions.allSatisfy({ $0.utf8.count <= 200 && VersionText.isExact($0) })
        else {
            throw FormProblem(
                "Write 1 to \(mostEntries) exact versions with commas between, such as 2.2.0, 2.2.1 (310). Ranges are written in the text."
            )
        }
        return versions
    }

    private static func instant(
        in form: FormFields, changing old: PolicyCard.Intent?
    ) throws(FormProblem) -> String {
        let text = form["text"] ?? ""
        if case .maintenance(let until)? = old, minute(until) == text { return until }
        let spellings = [text, text + "Z", text + ":00Z"]
        guard let date = spellings.lazy.compactMap({ Timestamp.parse($0) }).first else {
            throw FormProblem("Write the end of the maintenance in UTC, such as 2026-12-01T06:00.")
        }
        return Timestamp.format(date)
    }

    private static func group(
        in form: FormFields, changing old: PolicyCard.Intent?
    ) throws(FormProblem) -> PolicyCard.Group {
        switch form["group"] {
        case "channels":
            let channels = entries(in: form)
            guard !channels.isEmpty, channels.count <= mostEntries, channels.allSatisfy(isChannel) else {
                throw FormProblem("Write channels with commas between, such as debug, testflight.")
            }
            return .channels(channels)
        case "attribute":
            guard let name = form["text"], let text = form["value"], name.count <= longestName,
                text.count <= longestName, CombiningMarks.areFew(in: name + text)
            else { throw FormProblem("Write the name and the value of the attribute, such as kiosk and true.") }
            if case .exempt(.attribute(_, let value))? = old, (value.stringValue ?? value.jsonText()) == text {
                return .attribute(name: name, value: value)
            }
            let value = (try? JSONReader.read(text))?.jsonValue
            switch value {
            case .bool, .number: return .attribute(name: name, value: value ?? nil)
            default: return .attribute(name: name, value: .string(text))
            }
        default: return .versions(try versions(in: form))
        }
    }

    private static func isChannel(_ name: String) -> Bool {
        name.utf8.count <= 200 && !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && Channel(name).isKnown
    }

    /// An instant as browsers show it, such as `2026-12-01T06:00`; the text itself if it is none.
    private static func minute(_ text: String) -> String {
        guard let date = Timestamp.parse(text) else { return text }
        return String(Timestamp.format(date).prefix(16))
    }
}
