#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether a prompt's time has come.
enum Cadence {
    case due
    /// Silence, until an instant if time alone ends it.
    case wait(until: Date?)

    /// Judges by what was answered before.
    init(_ reminder: Reminder, _ target: PromptTarget, _ history: PromptHistory, at now: Date, in zone: TimeZone) {
        if reminder == .always {
            self = history.visit.isSettled ? .wait(until: nil) : .due
            return
        }
        let answers = history.answers.filter { PromptHistory.counts($0.at, at: now) }
        let same = answers.filter { $0.target == target }
        // One prompt a day, whatever it is about.
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
            // A period under a day is asked for more than one prompt a day.
            let isShort = period.seconds < 86_400
            instant = (isShort ? answers : same).map(\.at).max()?.addingTimeInterval(Double(period.seconds))
            if isShort { day = nil }
        }
        let midnight = day.flatMap { LocalDay(now, in: zone) < $0 ? $0.start(in: zone, after: now) : nil }
        let next = [midnight, instant.flatMap { now < $0 ? $0 : nil }].compactMap(\.self).max()
        self = next.map { .wait(until: $0) } ?? .due
    }
}
