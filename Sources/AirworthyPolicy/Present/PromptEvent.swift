#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that happened on the device and that the next presentation depends on.
public enum PromptEvent: Hashable, Sendable {
    /// A cold start of this copy.
    case launched(Installation)
    /// The app came back to the foreground after this long away.
    case returned(away: Period)
    /// A prompt about the decision was answered. Swiping a dismissible sheet away is ``PromptAnswer/later``.
    case answered(PromptAnswer, to: Decision)
    /// Somebody set out for the store, from the gate or a prompt about the decision; whether its URL opened.
    case storeTrip(for: Decision, opened: Bool)
    /// A banner was seen.
    case bannerShown
}

/// Something the app may want to know or count.
public enum ClientEvent: Hashable, Sendable {
    /// A newer build than before was started.
    case updated(from: InstalledBuild, to: InstalledBuild)
    /// An older build than before was started; what was answered and skipped is forgotten.
    case changed(from: InstalledBuild, to: InstalledBuild)
    /// Three trips to the store changed nothing: until then the rule's gate is a prompt.
    case gateLowered(rule: String?, until: Date)
}

extension PromptHistory {
    /// What the history is after an event. Report ``PromptEvent/launched(_:)`` and ``PromptEvent/returned(away:)`` before
    /// asking what to present.
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: When.
    ///   - calendar: Whose time zone tells dates if `timeZone` does not. Nothing else of it matters.
    ///   - timeZone: Where: tells on which date an answer was given.
    /// - Returns: The next history, and what the app may want to know.
    /// - Complexity: O(``capacity``).
    public func after(
        _ event: PromptEvent, at now: Date, calendar: Calendar, timeZone: TimeZone? = nil
    ) -> (history: PromptHistory, events: [ClientEvent]) {
        let now = now.stored
        var next = self
        var events: [ClientEvent] = []
        // What a clock that ran ahead has left behind would silence each of those days again as it comes.
        next.answers.removeAll { !Self.counts($0.at, at: now) }
        next.banners.removeAll { !Self.counts($0.at, at: now) }
        let day = LocalDay(now, in: timeZone ?? calendar.timeZone)
        switch event {
        case .launched(let installation):
            next.arrive(isFresh: true, at: now)
            if let version = installation.version {
                events += next.install(InstalledBuild(version: version, build: installation.build))
            }
        case .returned(let away): next.arrive(isFresh: away >= Self.shortestAbsence, at: now)
        case .answered(let answer, let decision): next.answer(answer, decision, at: now, on: day)
        case .storeTrip(let decision, opened: true):
            next.visit.leftForStoreAt = now
            if let until = next.countTrip(decision, at: now) {
                events.append(.gateLowered(rule: decision.rule, until: until))
            }
        case .storeTrip(_, opened: false): break
        case .bannerShown: next.banners.appendBounded(Banner(at: now, day: day))
        }
        return (next, events)
    }

    /// A return after less time than this goes on with the same visit.
    private static let shortestAbsence = Period(seconds: 30 * 60)

    private mutating func arrive(isFresh: Bool, at now: Date) {
        let isFromStore = visit.leftForStoreAt.map { abs(now.timeIntervalSince($0)) < 86_400 } ?? false
        // Whoever comes back from the store has just dealt with it.
        visit.isSettled = isFromStore || (visit.isSettled && !isFresh)
        visit.isAnswered = false
        visit.leftForStoreAt = nil
    }

    private mutating func install(_ new: InstalledBuild) -> [ClientEvent] {
        let old = installed
        // The same version without its build says less than what is known.
        if let old, old.version == new.version, new.build == nil { return [] }
        installed = new
        guard let old else { return [] }
        if new.isNewer(than: old) { return [.updated(from: old, to: new)] }
        guard old.isNewer(than: new) else { return [] }
        self = PromptHistory()
        installed = new
        return [.changed(from: old, to: new)]
    }

    private mutating func answer(_ answer: PromptAnswer, _ decision: Decision, at now: Date, on day: LocalDay) {
        let target = PromptTarget(decision)
        let answer = answer == .skip && !decision.allowsSkip ? .later : answer
        visit.isAnswered = true
        visit.isSettled = true
        answers.appendBounded(Answer(target: target, answer: answer, at: now, day: day))
        guard answer == .skip else { return }
        skips.removeAll { $0.target == target }
        skips.appendBounded(Skip(target: target, at: now))
    }
}

extension Decision {
    /// Whether a skip is offered and honoured: not while a deadline runs, and only where another release would be told
    /// apart.
    var allowsSkip: Bool {
        skippable && !blocking && status == .recommended && deadline == nil && PromptTarget(self).isRelease
    }
}
