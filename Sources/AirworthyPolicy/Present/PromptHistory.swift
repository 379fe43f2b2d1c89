#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The prompts that one device has shown, and the answers to them. The history never leaves the device.
///
/// A value: after(_:at:calendar:timeZone:) returns the next one, jsonValue is its stored form.
///
/// ```swift
/// var history = PromptHistory(storedJSON)
/// history = history.after(.launched(installation), at: .now, calendar: .current).history
/// let shown = present(
///     decision, history: history, context: .init(.launch), at: .now, calendar: .current)
/// ```
public struct PromptHistory: Hashable, Sendable {
    /// The maximum number of entries of each kind; the oldest are removed first.
    public static let capacity = 32

    struct Answer: Hashable {
        var target: PromptTarget
        var answer: PromptAnswer
        var at: Date
        /// The local date of the answer. It does not change when the user travels.
        var day: LocalDay
    }

    struct Skip: Hashable {
        var target: PromptTarget
        var at: Date
    }

    struct Banner: Hashable {
        var at: Date
        var day: LocalDay
    }

    /// The events since the app came to the foreground.
    struct Visit: Hashable {
        /// Whether the user has answered a prompt since the last launch or return.
        var isAnswered = false
        /// Whether the user has answered a prompt with `remind: always` since the last cold start or return after 30
        /// minutes.
        var isSettled = false
        /// The time when the store was opened, until the next launch or return.
        var leftForStoreAt: Date?
    }

    var installed: InstalledBuild?
    var answers: [Answer] = []
    var skips: [Skip] = []
    var trips: [StoreTrips] = []
    var banners: [Banner] = []
    var visit = Visit()

    /// Creates the history of a device that has shown nothing.
    public init() {}

    /// Whether an entry counts. Entries more than a day in the future come from a clock that was ahead, and must not
    /// suppress prompts.
    static func counts(_ date: Date, at now: Date) -> Bool { date.timeIntervalSince(now) <= 86_400 }

    func isSkipped(_ target: PromptTarget, at now: Date) -> Bool {
        skips.contains { $0.target == target && Self.counts($0.at, at: now) }
    }

    // MARK: Events

    /// Returns the history after an event.
    ///
    /// Report ``PromptEvent/launched(_:)`` and ``PromptEvent/returned(away:)`` before you call
    /// ``present(_:history:context:at:calendar:timeZone:)``.
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The time of the event.
    ///   - calendar: The calendar whose time zone applies if `timeZone` is `nil`. Its other properties do not matter.
    ///   - timeZone: The time zone of the device, which determines the local date of an answer.
    /// - Returns: The next history, and the events that the app may want to show or count.
    /// - Complexity: O(``capacity``).
    public func after(
        _ event: PromptEvent, at now: Date, calendar: Calendar, timeZone: TimeZone? = nil
    ) -> (history: PromptHistory, events: [ClientEvent]) {
        let now = now.roundedAsStored
        var next = self
        var events: [ClientEvent] = []
        // Entries from a clock that was ahead would suppress prompts again once their day comes.
        next.answers.removeAll { !Self.counts($0.at, at: now) }
        next.banners.removeAll { !Self.counts($0.at, at: now) }
        let day = LocalDay(now, in: timeZone ?? calendar.timeZone)
        switch event {
        case .launched(let installation):
            next.startVisit(isFresh: true, at: now)
            if let version = installation.version {
                events += next.install(InstalledBuild(version: version, build: installation.build))
            }
        case .returned(let away): next.startVisit(isFresh: away >= Self.freshVisitAbsence, at: now)
        case .answered(let answer, let decision): next.record(answer, to: decision, at: now, on: day)
        case .storeTrip(let decision, opened: true):
            next.visit.leftForStoreAt = now
            if let until = next.countTrip(for: decision, at: now) {
                events.append(.gateLowered(rule: decision.rule, until: until))
            }
        case .storeTrip(_, opened: false): break
        case .bannerShown: next.banners.appendBounded(Banner(at: now, day: day))
        }
        return (next, events)
    }

    /// A return after a shorter absence continues the visit.
    private static let freshVisitAbsence = Period(seconds: 30 * 60)

    private mutating func startVisit(isFresh: Bool, at now: Date) {
        let isFromStore = visit.leftForStoreAt.map { abs(now.timeIntervalSince($0)) < 86_400 } ?? false
        // A user who returns from the store has just answered the prompt.
        visit.isSettled = isFromStore || (visit.isSettled && !isFresh)
        visit.isAnswered = false
        visit.leftForStoreAt = nil
    }

    private mutating func install(_ new: InstalledBuild) -> [ClientEvent] {
        let old = installed
        // Keep a known build when the same version comes without one.
        if let old, old.version == new.version, new.build == nil { return [] }
        installed = new
        guard let old else { return [] }
        if new.isNewer(than: old) { return [.updated(from: old, to: new)] }
        guard old.isNewer(than: new) else { return [] }
        self = PromptHistory()
        installed = new
        return [.changed(from: old, to: new)]
    }

    private mutating func record(_ answer: PromptAnswer, to decision: Decision, at now: Date, on day: LocalDay) {
        let offer = PromptOffer(decision)
        let answer = answer == .skip && !offer.isSkippable ? .later : answer
        visit.isAnswered = true
        visit.isSettled = true
        answers.appendBounded(Answer(target: offer.target, answer: answer, at: now, day: day))
        guard answer == .skip else { return }
        skips.removeAll { $0.target == offer.target }
        skips.appendBounded(Skip(target: offer.target, at: now))
    }
}

/// The answers that another library has stored on this device.
package struct FormerAnswers: Hashable, Sendable {
    /// The version that the user skipped.
    package var skipped: AppVersion?
    /// The version of the last prompt, if known.
    package var prompted: AppVersion?
    /// The time of the last prompt.
    package var promptedAt: Date?

    package init(skipped: AppVersion? = nil, prompted: AppVersion? = nil, promptedAt: Date? = nil) {
        self.skipped = skipped
        self.prompted = prompted
        self.promptedAt = promptedAt
    }
}

extension PromptHistory {
    /// Adds the answers of another library. A prompt counts as answered with `later` at its time; a time in the future counts
    /// as now.
    package mutating func adopt(_ former: FormerAnswers, at now: Date, in zone: TimeZone) {
        let now = now.roundedAsStored
        if let skipped = former.skipped {
            let target = PromptTarget.release(skipped, nil)
            skips.removeAll { $0.target == target }
            skips.appendBounded(Skip(target: target, at: now))
        }
        guard let promptedAt = former.promptedAt else { return }
        let at = min(promptedAt.roundedAsStored, now)
        let target = (former.prompted ?? former.skipped).map { PromptTarget.release($0, nil) } ?? .rule("")
        answers.appendBounded(Answer(target: target, answer: .later, at: at, day: LocalDay(at, in: zone)))
    }
}

extension Array {
    /// Appends an element and removes the oldest one beyond the capacity of a history.
    mutating func appendBounded(_ element: Element) {
        append(element)
        if count > PromptHistory.capacity { removeFirst(count - PromptHistory.capacity) }
    }
}
