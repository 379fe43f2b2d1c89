import AirworthyPolicy
import AirworthySupport

/// Sums of check-ins that were not stored yet.
package struct AdoptionCounts: Hashable, Sendable {
    /// An app on a day.
    package struct Place: Hashable, Comparable, Sendable {
        package var app: String
        package var day: UTCDay

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

        package init(latest: Int = 0, left: Int = 0, active: Int = 0) {
            self.latest = latest
            self.left = left
            self.active = active
        }

        package mutating func add(_ other: DayCount) {
            latest += other.latest
            left += other.left
            active += other.active
        }

        /// Subtracts installations from those that are not stored yet. Returns the number that could not be subtracted.
        fileprivate mutating func take(_ count: Int) -> Int {
            let taken = min(latest, count)
            latest -= taken
            return count - taken
        }
    }

    /// The numbers of installations that left cells, by the day of their last check-in there.
    package typealias Departures = [Place: [AdoptionCell: Int]]

    /// What installations were told by a rule, in an hour.
    package struct OutcomeKey: Hashable, Comparable, Sendable {
        package var app: String
        /// The number of hours since 1970.
        package var hour: Int
        /// The rule's id; empty without a rule.
        package var rule: String
        /// The status; empty for the steps of installations whose status is another one by now.
        package var status: String

        package static func < (a: OutcomeKey, b: OutcomeKey) -> Bool {
            (a.hour, a.app, a.rule, a.status) < (b.hour, b.app, b.rule, b.status)
        }

        package var day: UTCDay { UTCDay(number: hour / 24) }

        /// The key for outcomes of rules that are too many to be told apart.
        package var ofOtherRules: OutcomeKey {
            OutcomeKey(app: app, hour: hour, rule: AdoptionLimit.otherRule, status: status)
        }
    }

    /// The number of installations that were told, and of their steps.
    package struct OutcomeCount: Hashable, Sendable {
        package var told = 0
        package var steps = CheckIn.Steps()

        package init(told: Int = 0, steps: CheckIn.Steps = CheckIn.Steps()) {
            self.told = told
            self.steps = steps
        }

        /// The names of ``numbers`` in files and in the database.
        package static let names = ["told"] + CheckIn.Steps.names

        /// The numbers in the order of ``names``.
        package var numbers: [Int] { [told] + steps.numbers }

        package init(numbers: [Int]) {
            told = numbers[0]
            steps.numbers = Array(numbers.dropFirst())
        }

        package mutating func add(_ other: OutcomeCount) {
            told += other.told
            steps.add(other.steps)
        }
    }

    /// The number of cells in memory from which an app that has more than its share of them gets no new ones with all facts.
    package static let mostCells = 100_000

    /// The sums by cell, apart for each app and day, so that a cell has not to name them.
    package private(set) var days: [Place: [AdoptionCell: DayCount]] = [:]
    /// The number of cells.
    package private(set) var cells = 0
    /// The number of cells of each app that has some.
    private var cellsOfApps: [String: Int] = [:]
    /// The cells of unknown versions; see ``CellBudget``.
    private var unknownCells: [Place: Set<AdoptionCell>] = [:]
    package private(set) var outcomes: [OutcomeKey: OutcomeCount] = [:]
    /// The check-ins that were counted with fewer facts than they have.
    package private(set) var folded = 0

    package init() {}

    /// The apps and days whose summary, if there is one, lacks some of these sums. The summary of a day is made when no more
    /// check-ins of it are accepted, but a node that could not reach the database for days stores them later.
    package func summarizedPlaces(today: UTCDay) -> Set<Place> {
        let first = today.adding(days: -AdoptionLimit.hourlyDays)
        let active = days.filter { place, cells in place.day < first && cells.contains { $0.value.active > 0 } }.keys
        let told = outcomes.keys.map { Place(app: $0.app, day: $0.day) }.filter { $0.day < first }
        return Set(active).union(told)
    }

    package var isEmpty: Bool { days.isEmpty && outcomes.isEmpty }

    /// The installations that the store subtracts.
    package var departures: Departures {
        days.mapValues { cells in cells.mapValues(\.left).filter { $0.value > 0 } }.filter { !$0.value.isEmpty }
    }

    /// Subtracts installations that the store did not have from those that are not stored yet. Returns those that are
    /// not among these either.
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

    /// Adds a check-in at an hour, counted from 1970.
    ///
    /// The installation is counted in its cell of now, and no longer in that of its last check-in. So the sum over some
    /// days counts each installation once, in its newest cell. For a last cell beyond the budgets nothing is noted:
    /// that installation is counted twice until its last day leaves the window.
    package mutating func add(_ checkIn: CheckIn, app: String, hour: Int, known: KnownVersions = .all) {
        let (today, budget) = (UTCDay(number: hour / 24), CellBudget(known))
        let last = checkIn.last.flatMap { last in
            (0...CheckInLimits.days).contains(today.number - last.day.number) ? last : nil
        }
        if let last { leave(last.cell, at: Place(app: app, day: last.day), within: budget) }
        let place = Place(app: app, day: today)
        let cell = cell(for: checkIn.now, at: place, within: budget)
        change(cell, at: place, within: budget) { count in
            count.latest += 1
            if last?.day != today { count.active += 1 }
        }
        if cell != checkIn.now { folded += 1 }
        func key(rule: String?, status: String) -> OutcomeKey {
            OutcomeKey(app: app, hour: hour, rule: rule ?? "", status: status)
        }
        if let told = checkIn.told {
            outcomes[key(rule: told.rule, status: told.status.rawValue), default: OutcomeCount()].told += 1
        }
        for (rule, steps) in checkIn.steps {
            let status = rule == checkIn.told?.rule ? checkIn.told?.status.rawValue : nil
            outcomes[key(rule: rule, status: status ?? ""), default: OutcomeCount()].steps.add(steps)
        }
    }

    /// Subtracts an installation from the cell of its last check-in.
    private mutating func leave(_ cell: AdoptionCell, at place: Place, within budget: CellBudget) {
        guard self.cell(for: cell, at: place, within: budget) == cell else { return }
        change(cell, at: place, within: budget) { count in
            let missing = count.take(1)
            count.left += missing
        }
    }

    /// Returns the cell itself, or the one that stands for it.
    private func cell(for cell: AdoptionCell, at place: Place, within budget: CellBudget) -> AdoptionCell {
        let cells = days[place] ?? [:]
        let unknown = unknownCells[place]?.count ?? 0
        return budget.place(
            for: cell, among: .init(known: cells.count - unknown, unknown: unknown), isScarce: isScarce(for: place.app)
        ) { cells[$0] != nil }
    }

    /// Whether the memory is full and an app has its share of it, so that one app cannot take the room of all others.
    private func isScarce(for app: String) -> Bool {
        guard cells >= Self.mostCells else { return false }
        return cellsOfApps[app, default: 0] >= Self.mostCells / max(1, cellsOfApps.count)
    }

    private mutating func change(
        _ cell: AdoptionCell, at place: Place, within budget: CellBudget, _ change: (inout DayCount) -> Void
    ) {
        if days[place]?[cell] == nil, !budget.isKnown(cell) { unknownCells[place, default: []].insert(cell) }
        self.change(cell, at: place, change)
    }

    private mutating func change(_ cell: AdoptionCell, at place: Place, _ change: (inout DayCount) -> Void) {
        let before = days[place]?.count ?? 0
        change(&days[place, default: [:]][cell, default: DayCount()])
        if days[place]?[cell] == DayCount() {
            days[place]?[cell] = nil
            unknownCells[place]?.remove(cell)
        }
        let new = (days[place]?.count ?? 0) - before
        cells += new
        if new != 0 { cellsOfApps[place.app, default: 0] += new }
        if days[place]?.isEmpty ?? false { (days[place], unknownCells[place]) = (nil, nil) }
        if cellsOfApps[place.app] == 0 { cellsOfApps[place.app] = nil }
    }
}
