import AirworthyPolicy
package import Foundation

/// The installations of a version that were active on a day.
package struct DailyCount: Hashable, Sendable {
    package let day: UTCDay
    /// The version, such as `2.2.1`; empty for those of rare versions together.
    package let version: String
    /// The distribution channel, such as `appstore`.
    package let channel: String
    /// The number of installations whose first check-in of the day had this version and channel.
    package let count: Int

    package init(day: UTCDay, version: String, channel: String, count: Int) {
        self.day = day
        self.version = version
        self.channel = channel
        self.count = count
    }
}

/// What installations reported about a rule on a day.
@dynamicMemberLookup
package struct DailyOutcome: Hashable, Sendable {
    package let day: UTCDay
    /// The rule's id; empty without a rule, `*` for rare rules together.
    package let rule: String
    /// The status; empty for the steps of installations whose status is another one by now.
    package let status: String
    /// The number of reports, and the steps of the installations.
    package let count: AdoptionCounts.OutcomeCount

    package init(day: UTCDay, rule: String, status: String, count: AdoptionCounts.OutcomeCount) {
        self.day = day
        self.rule = rule
        self.status = status
        self.count = count
    }

    package subscript<Value>(dynamicMember member: KeyPath<AdoptionCounts.OutcomeCount, Value>) -> Value {
        count[keyPath: member]
    }
}

extension DailyCount {
    /// Returns the counts of an app by day, on each day the highest first. Beyond ``AdoptionLimit/groupsOfDay`` on a day, the
    /// lowest are added up. Counts below 1 are left out.
    package static func bounded(_ counts: [DailyCount]) -> [DailyCount] {
        days(counts, by: \.day).flatMap { day, counts in
            let sorted = counts.filter { $0.count > 0 }.sorted { a, b in
                a.count == b.count ? (a.version, a.channel) < (b.version, b.channel) : a.count > b.count
            }
            guard sorted.count > AdoptionLimit.groupsOfDay else { return sorted }
            let channel = AdoptionCell.unknownChannel
            let kept = sorted.prefix(AdoptionLimit.groupsOfDay).filter { $0.version != "" || $0.channel != channel }
            let rest = sum(of: sorted) - sum(of: kept)
            return kept + [DailyCount(day: day, version: "", channel: channel, count: rest)]
        }
    }
}

private func sum(of counts: [DailyCount]) -> Int { counts.reduce(0) { $0 + $1.count } }

extension DailyOutcome {
    /// Returns the outcomes of an app by day, on each day the most frequent first. Beyond ``AdoptionLimit/groupsOfDay`` on a day,
    /// the rarest are added up by status.
    package static func bounded(_ outcomes: [DailyOutcome]) -> [DailyOutcome] {
        days(outcomes, by: \.day).flatMap { day, outcomes in
            let sorted = outcomes.sorted { a, b in
                let (left, right) = ((a.told, a.steps.shown), (b.told, b.steps.shown))
                return left == right ? (a.rule, a.status) < (b.rule, b.status) : left > right
            }
            guard sorted.count > AdoptionLimit.groupsOfDay else { return sorted }
            let other = AdoptionLimit.otherRule
            var kept: [DailyOutcome] = []
            var rest: [String: AdoptionCounts.OutcomeCount] = [:]
            for (index, outcome) in sorted.enumerated() {
                if index < AdoptionLimit.groupsOfDay, outcome.rule != other {
                    kept.append(outcome)
                } else {
                    rest[outcome.status, default: .init()].add(outcome.count)
                }
            }
            return kept
                + rest.sorted { $0.key < $1.key }.map { status, count in
                    DailyOutcome(day: day, rule: other, status: status, count: count)
                }
        }
    }
}

private func days<Element>(_ elements: [Element], by day: (Element) -> UTCDay) -> [(UTCDay, [Element])] {
    Dictionary(grouping: elements, by: day).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
}

/// A day of the calendar in UTC.
package struct UTCDay: Hashable, Strideable, Sendable {
    private static let seconds = 86_400.0

    /// The number of days since 1970-01-01.
    package let number: Int

    /// Creates a day from the number of days since 1970-01-01.
    package init(number: Int) { self.number = number }

    package init(_ date: Date) { number = Int((date.timeIntervalSince1970 / Self.seconds).rounded(.down)) }

    /// Reads a day such as `2026-11-22`; `nil` for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 10, let date = Timestamp.parse(text + "T00:00:00Z") else { return nil }
        self.init(date)
    }

    /// The day as `2026-11-22`.
    package var text: String { String(Timestamp.format(start).prefix(10)) }

    /// The first moment of the day.
    package var start: Date { Date(timeIntervalSince1970: Double(number) * Self.seconds) }

    /// Returns the day some days later, or earlier for a negative number.
    package func adding(days: Int) -> UTCDay { UTCDay(number: number + days) }

    package func distance(to other: UTCDay) -> Int { other.number - number }
    package func advanced(by days: Int) -> UTCDay { adding(days: days) }

    package static func < (a: UTCDay, b: UTCDay) -> Bool { a.number < b.number }
}
