#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What one device was shown and what was answered. It never leaves the device.
///
/// A value: ``after(_:at:calendar:timeZone:)`` makes the next one, ``jsonValue`` is its stored form.
public struct PromptHistory: Hashable, Sendable {
    /// How many entries of each kind are kept; the oldest go.
    public static let capacity = 32

    /// An answer to a prompt.
    struct Answer: Hashable {
        var target: PromptTarget
        var answer: PromptAnswer
        var at: Date
        /// The date where and when it was given: travelling does not move it.
        var day: LocalDay
    }

    /// A promise not to bring up a release again.
    struct Skip: Hashable {
        var target: PromptTarget
        var at: Date
    }

    /// A banner that was seen.
    struct Banner: Hashable {
        var at: Date
        var day: LocalDay
    }

    /// What the person has seen since the app came to the foreground.
    struct Visit: Hashable {
        /// A prompt was answered since the last launch or return.
        var isAnswered = false
        /// `always` has had its answer, until the next cold start or return after 30 minutes.
        var isSettled = false
        /// When the store was opened, until the next launch or return.
        var leftForStoreAt: Date?
    }

    var installed: InstalledBuild?
    var answers: [Answer] = []
    var skips: [Skip] = []
    var trips: [StoreTrips] = []
    var banners: [Banner] = []
    var visit = Visit()

    /// Makes the history of a device that was shown nothing.
    public init() {}

    /// Whether an instant counts. A clock that ran ahead must not silence anything once it is right again; up to a day
    /// is left to time zones and small corrections.
    static func counts(_ date: Date, at now: Date) -> Bool { date.timeIntervalSince(now) <= 86_400 }

    func isSkipped(_ target: PromptTarget, at now: Date) -> Bool {
        skips.contains { $0.target == target && Self.counts($0.at, at: now) }
    }
}

/// What a person did with a prompt. Killed, called away or moved to another scene is not an answer.
public enum PromptAnswer: String, Hashable, Sendable, CaseIterable {
    /// Went for the update.
    case update
    /// Put it off, or swiped the prompt away.
    case later
    /// Does not want to hear of this release again.
    case skip
}

extension Array {
    /// Appends and lets the oldest go.
    mutating func appendBounded(_ element: Element) {
        append(element)
        if count > PromptHistory.capacity { removeFirst(count - PromptHistory.capacity) }
    }
}
