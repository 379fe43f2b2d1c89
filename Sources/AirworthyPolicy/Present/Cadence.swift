#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether the next prompt is due, by the decision's `remind` and the answers so far.
enum Cadence {
    case due
    /// No prompt until the instant; `nil` if the passing of time does not end the wait.
    case wait(until: Date?)

    init(
        _ reminder: Reminder, for target: PromptTarget, history: PromptHistory, at now: Date, in zone: TimeZone
    ) {
        if reminder == .always {
            self = history.visit.isSettled ? .wait(until: nil) : .due
            return
        }
        let answers = history.answers.filter { PromptHistory.counts($0.at, at: now) }
        let same = answers.filter { $0.target == target }
        // At most one prompt a day, whatever its subject.
        var day = answers.map(\.day).max()?.adding(1)
        var instant: Date?
        switch reminder {
        case .always, .daily: break
        case .weekly: day = [day, same.map(\.day).max()?.adding(7)].compactMap(\.self).max()
        case .once:
            if !same.isEmpty {
                self = .wait(until: nil)
                return
            }
        case .every(let period):
            // A period under a day overrides the limit of one prompt a day.
            let isShort = period.seconds < 86_400
            instant = (isShort ? answers : same).map(\.at).max()?.addingTimeInterval(Double(period.seconds))
            if isShort { day = nil }
        }
        let midnight = day.flatMap { LocalDay(now, in: zone) < $0 ? $0.start(in: zone, after: now) : nil }
        let next = [midnight, instant.flatMap { now < $0 ? $0 : nil }].compactMap(\.self).max()
        self = next.map { .wait(until: $0) } ?? .due
    }
}
