import AirworthyPolicy

/// Sums of check-ins that were not stored yet.
package struct AdoptionCounts: Hashable, Sendable {
    /// A cell of an app on a day.
    package struct DayKey: Hashable, Comparable, Sendable {
        package var app: String
        package var day: UTCDay
        package var cell: AdoptionCell

        /// Creates a key.
        package init(app: String, day: UTCDay, cell: AdoptionCell) {
            self.app = app
            self.day = day
            self.cell = cell
        }

        package static func < (a: DayKey, b: DayKey) -> Bool { (a.app, a.day, a.cell) < (b.app, b.day, b.cell) }
    }

    /// The installations of a cell on a day.
    package struct DayCount: Hashable, Sendable {
        /// The installations whose last check-in was on that day in that cell. Negative while they have left it and the sum with
        /// the stored number is not made yet.
        package var latest = 0
        /// The installations whose first check-in of the day was in that cell.
        package var active = 0

        /// Creates a count.
        package init(latest: Int = 0, active: Int = 0) {
            self.latest = latest
            self.active = active
        }
    }

    /// What installations of a build were told by a rule, in an hour.
    package struct OutcomeKey: Hashable, Comparable, Sendable {
        package var app: String
        /// The number of hours since 1970.
        package var hour: Int
        package var version: String
        package var build: String
        package var channel: String
        /// The rule's id; empty without a rule.
        package var rule: String
        /// The status; empty for the steps of installations whose status is another one by now.
        package var status: String

        /// Creates a key.
        package init(
            app: String, hour: Int, version: String, build: String, channel: String, rule: String, status: String
        ) {
            self.app = app
            self.hour = hour
            self.version = version
            self.build = build
            self.channel = channel
            self.rule = rule
            self.status = status
        }

        package static func < (a: OutcomeKey, b: OutcomeKey) -> Bool {
            if a.hour != b.hour { return a.hour < b.hour }
            return a.facts.lexicographicallyPrecedes(b.facts)
        }

        /// The key for outcomes that are too many to be counted by build.
        package var byRule: OutcomeKey {
            OutcomeKey(app: app, hour: hour, version: "", build: "", channel: "", rule: rule, status: status)
        }

        private var facts: [String] { [app, version, build, channel, rule, status] }
    }

    /// The number of installations that were told, and of their steps.
    package struct OutcomeCount: Hashable, Sendable {
        package var told = 0
        package var steps = CheckIn.Steps()

        /// Creates a count.
        package init(told: Int = 0, steps: CheckIn.Steps = CheckIn.Steps()) {
            self.told = told
            self.steps = steps
        }

        /// Adds other installations.
        package mutating func add(_ other: OutcomeCount) {
            told += other.told
            steps.add(other.steps)
        }
    }

    /// The highest number of cells, and of outcomes, in memory. Installations of further ones are counted as rare ones, and at
    /// last without a version.
    package static let mostCells = 100_000
    /// The highest number of cells for rare installations besides.
    package static let mostRareCells = 10_000

    /// The sums by cell.
    package private(set) var days: [DayKey: DayCount] = [:]
    /// The sums by outcome.
    package private(set) var outcomes: [OutcomeKey: OutcomeCount] = [:]

    /// Creates empty sums.
    package init() {}

    /// Whether nothing was counted.
    package var isEmpty: Bool { days.isEmpty && outcomes.isEmpty }

    /// Adds a check-in.
    ///
    /// The installation is counted in its cell of now, and no longer in that of its last check-in. So the sum over some days
    /// counts each installation once, in its newest cell.
    /// - Parameters:
    ///   - checkIn: The check-in.
    ///   - app: The app's slug.
    ///   - hour: The current hour, counted from 1970.
    package mutating func add(_ checkIn: CheckIn, app: String, hour: Int) {
        let today = UTCDay(number: hour / 24)
        let last = checkIn.last.flatMap { last in
            (0...CheckIn.longestAbsence).contains(today.number - last.day.number) ? last : nil
        }
        if let last { count(last.cell, app: app, day: last.day) { $0.latest -= 1 } }
        count(checkIn.now, app: app, day: today) { count in
            count.latest += 1
            if last?.day != today { count.active += 1 }
        }
        func key(rule: String?, status: String) -> OutcomeKey {
            OutcomeKey(
                app: app, hour: hour, version: checkIn.now.version, build: checkIn.now.build,
                channel: checkIn.now.channel, rule: rule ?? "", status: status)
        }
        if let told = checkIn.told { count(key(rule: told.rule, status: told.status.rawValue)) { $0.told += 1 } }
        for (rule, steps) in checkIn.steps {
            let status = rule == checkIn.told?.rule ? checkIn.told?.status.rawValue : nil
            count(key(rule: rule, status: status ?? "")) { $0.steps.add(steps) }
        }
    }

    private mutating func count(_ cell: AdoptionCell, app: String, day: UTCDay, _ change: (inout DayCount) -> Void) {
        var key = DayKey(app: app, day: day, cell: cell)
        if days[key] == nil {
            key.cell = AdoptionLimit.place(
                for: cell, among: days.count, most: Self.mostCells, mostRare: Self.mostRareCells
            ) { days[DayKey(app: app, day: day, cell: $0)] != nil }
        }
        change(&days[key, default: DayCount()])
        if days[key] == DayCount() { days[key] = nil }
    }

    private mutating func count(_ key: OutcomeKey, _ change: (inout OutcomeCount) -> Void) {
        let isFull = outcomes[key] == nil && outcomes.count >= Self.mostCells
        change(&outcomes[isFull ? key.byRule : key, default: OutcomeCount()])
    }
}

extension CheckIn.Steps {
    /// Adds the steps of another installation.
    fileprivate mutating func add(_ other: CheckIn.Steps) {
        shown += other.shown
        opened += other.opened
        postponed += other.postponed
        skipped += other.skipped
        updated += other.updated
    }
}
