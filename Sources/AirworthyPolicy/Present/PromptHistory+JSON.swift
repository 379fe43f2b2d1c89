#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PromptHistory {
    /// The version of the stored form, 1.
    public static let currentSchema = 1

    /// Reads a stored history. It never fails: unreadable entries are left out, members of later versions are ignored,
    /// and anything but an object gives an empty history.
    /// - Parameter json: The stored form.
    public init(_ json: JSONValue) {
        self.init()
        installed = InstalledBuild(json["installed"])
        answers = Self.entries(json["answers"], read: Answer.init)
        skips = Self.entries(json["skips"], read: Skip.init)
        trips = Self.entries(json["trips"], read: StoreTrips.init)
        banners = Self.entries(json["banners"], read: Banner.init)
        visit = Visit(json["visit"])
    }

    /// The stored form, which ``init(_:)`` of this and later versions can read.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", value: Self.currentSchema)
        writer.add("installed", value: installed?.jsonValue)
        writer.add("answers", value: answers, unless: []) { .array($0.map(\.jsonValue)) }
        writer.add("skips", value: skips, unless: []) { .array($0.map(\.jsonValue)) }
        writer.add("trips", value: trips, unless: []) { .array($0.map(\.jsonValue)) }
        writer.add("banners", value: banners, unless: []) { .array($0.map(\.jsonValue)) }
        writer.add("visit", value: visit, unless: Visit()) { $0.jsonValue }
        return writer.value
    }

    private static func entries<Entry>(_ json: JSONValue?, read: (JSONValue) -> Entry?) -> [Entry] {
        (json?.arrayValue ?? []).compactMap(read).suffix(capacity)
    }
}

extension PromptHistory.Answer {
    fileprivate init?(_ json: JSONValue) {
        guard let target = PromptTarget(json["target"]), let at = json["at"].date, let day = json["day"].day(at: at),
            let answer = json["answer"]?.stringValue.flatMap(PromptAnswer.init)
        else { return nil }
        self.init(target: target, answer: answer, at: at, day: day)
    }

    fileprivate var jsonValue: JSONValue {
        [
            "target": target.jsonValue, "answer": .string(answer.rawValue), "at": .string(Timestamp.format(at)),
            "day": .string(day.text),
        ]
    }
}

extension PromptHistory.Skip {
    fileprivate init?(_ json: JSONValue) {
        guard let target = PromptTarget(json["target"]), target.isRelease, let at = json["at"].date else { return nil }
        self.init(target: target, at: at)
    }

    fileprivate var jsonValue: JSONValue { ["target": target.jsonValue, "at": .string(Timestamp.format(at))] }
}

extension PromptHistory.Banner {
    fileprivate init?(_ json: JSONValue) {
        guard let at = json["at"].date, let day = json["day"].day(at: at) else { return nil }
        self.init(at: at, day: day)
    }

    fileprivate var jsonValue: JSONValue { ["at": .string(Timestamp.format(at)), "day": .string(day.text)] }
}

extension PromptHistory.Visit {
    fileprivate init(_ json: JSONValue?) {
        isAnswered = json?["answered"]?.boolValue ?? false
        isSettled = json?["settled"]?.boolValue ?? false
        leftForStoreAt = (json?["leftForStoreAt"]).date
    }

    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("answered", value: isAnswered, unless: false) { .bool($0) }
        writer.add("settled", value: isSettled, unless: false) { .bool($0) }
        writer.add("leftForStoreAt", value: leftForStoreAt)
        return writer.value
    }
}

extension StoreTrips {
    fileprivate init?(_ json: JSONValue) {
        guard let rule = json["rule"]?.stringValue, let installed = InstalledBuild(json["installed"]),
            let target = PromptTarget(json["target"]), let count = json["count"]?.intValue,
            (0..<Self.limit).contains(count), let at = json["at"].date
        else { return nil }
        self.init(
            key: Key(rule: rule, installed: installed, target: target), count: count, at: at,
            loweredAt: json["loweredAt"].date)
    }

    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("rule", value: key.rule)
        writer.add("installed", value: key.installed.jsonValue)
        writer.add("target", value: key.target.jsonValue)
        writer.add("count", value: count)
        writer.add("at", value: at)
        writer.add("loweredAt", value: loweredAt)
        return writer.value
    }
}

extension JSONValue? {
    /// An instant in the years in which day arithmetic is safe.
    fileprivate var date: Date? { self?.stringValue.flatMap(Timestamp.parse).map(\.roundedAsStored) }

    /// A date that some time zone had at the instant.
    fileprivate func day(at date: Date) -> LocalDay? { self?.stringValue.flatMap { LocalDay($0, at: date) } }
}
