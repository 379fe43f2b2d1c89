import AirworthyPolicy

/// Sums of check-ins that were not stored yet.
package struct AdoptionCounts: Hashable, Sendable {
    /// An app on a day.
    package struct Place: Hashable, Comparable, Sendable {
        package var app: String
        package var day: UTCDay

        /// Creates a place.
        package init(app: String, day: UTCDay) {
            self.app = app
            self.day = day
        }

        package static func < (a: Place, b: Place) -> Bool { (a.app, a.day) < (b.app, b.day) }
    }

    /// The installations of a cell on a day.
    package struct DayCount: Hashable, Sendable {
        /// The installations whose last check-in was on that day in that cell; never negative.
        package var latest = 0
        /// The installations that left the cell and were not counted here. The store subtracts them from its number, down to zero.
        package var left = 0
        /// The installations whose first check-in of the day was in that cell.
        package var active = 0

        /// Creates a count.
        package init(latest: Int = 0, left: Int = 0, active: Int = 0) {
            self.latest = latest
            self.left = left
            self.active = active
        }

        /// Adds other installations.
        package mutating func add(_ other: DayCount) {
            latest += other.latest
            left += other.left
            active += other.active
        }

        /// Subtracts installations from those that are not stored yet.
        /// - Returns: The number that could not be subtracted.
        fileprivate mutating func take(_ count: Int) -> Int {
            let taken = min(latest, count)
            latest -= taken
            return count - taken
        }
    }

    /// The numbers of installations that left cells, by the day of their last check-in there.
    package typealias Departures = [Place: [AdoptionCell: Int]]

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

    /// The sums by cell, apart for each app and day, so that a cell has not to name them.
    package private(set) var days: [Place: [AdoptionCell: DayCount]] = [:]
    /// The number of cells.
    package private(set) var cells = 0
    /// The sums by outcome.
    package private(set) var outcomes: [OutcomeKey: OutcomeCount] = [:]
    /// The check-ins that were counted in the cell of rare installations because of ``mostCells``.
    package private(set) var folded = 0

    /// Creates empty sums.
    package init() {}

    /// The apps and days whose summary, if there is one, lacks some of these sums. The summary of a day is made when no more
    /// check-ins of it are accepted, but a node that could not reach the database for days stores them later.
    package func summarizedPlaces(today: UTCDay) -> Set<Place> {
        let first = today.adding(days: -AdoptionLimit.hourlyDays)
        let active = days.filter { place, cells in place.day < first && cells.contains { $0.value.active > 0 } }.keys
        let told = outcomes.keys.map { Place(app: $0.app, day: UTCDay(number: $0.hour / 24)) }.filter { $0.day < first }
        return Set(active).union(told)
    }

    /// Whether nothing was counted.
    package var isEmpty: Bool { days.isEmpty && outcomes.isEmpty }

    /// The installations that the store subtracts.
    package var departures: Departures {
        days.mapValues { cells in cells.mapValues(\.left).filter { $0.value > 0 } }.filter { !$0.value.isEmpty }
    }

    /// Subtracts installations that the store did not have from those that are not stored yet.
    /// - Returns: Those that are not among these either.
    package mutating func take(_ departures: Departures) -> Departures {
        var missing = Departures()
        for (place, cells) in departures {
            for (cell, count) in cells {
                var rest = count
                if days[place]?[cell] != nil { change(cell, at: place) { rest = $0.take(count) } }
                if rest > 0 { missing[place, default: [:]][cell] = rest }
            }
        }
        return missing
    }

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
        if let last {
            count(last.cell, app: app, day: last.day) { count in
                let missing = count.take(1)
                count.left += missing
            }
        }
        let place = count(checkIn.now, app: app, day: today) { count in
            count.latest += 1
            if last?.day != today { count.active += 1 }
        }
        if place != checkIn.now { folded += 1 }
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

    /// Changes the count of a cell, or of the one that stands for it.
    /// - Returns: The cell whose count was changed.
    @discardableResult
    private mutating func count(
        _ cell: AdoptionCell, app: String, day: UTCDay, _ change: (inout DayCount) -> Void
    ) -> AdoptionCell {
        let place = Place(app: app, day: day)
        var cell = cell
        if days[place]?[cell] == nil {
            cell = AdoptionLimit.place(for: cell, among: cells, most: Self.mostCells, mostRare: Self.mostRareCells) {
                days[place]?[$0] != nil
            }
        }
        self.change(cell, at: place, change)
        return cell
    }

    private mutating func change(_ cell: AdoptionCell, at place: Place, _ change: (inout DayCount) -> Void) {
        let before = days[place]?.count ?? 0
        change(&days[place, default: [:]][cell, default: DayCount()])
        if days[place]?[cell] == DayCount() { days[place]?[cell] = nil }
        cells += (days[place]?.count ?? 0) - before
        if days[place]?.isEmpty ?? false { days[place] = nil }
    }

    private mutating func count(_ key: OutcomeKey, _ change: (inout OutcomeCount) -> Void) {
        let isFull = outcomes[key] == nil && outcomes.count >= Self.mostCells
        change(&outcomes[isFull ? key.byRule : key, default: OutcomeCount()])
    }
}
