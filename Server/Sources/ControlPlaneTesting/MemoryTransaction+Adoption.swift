import ControlPlane
import Foundation

/// Check-ins, imports and predictions.
extension MemoryTransaction {
    func adoption(_ app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) -> [AdoptionRow] {
        var counts: [AdoptionCell: Int] = [:]
        for (place, cells) in state.adoption.days where place.app == app && place.day >= first {
            for (cell, count) in cells { counts[cell, default: 0] += count.latest }
        }
        return AdoptionRow.grouped(
            counts.filter { $0.value > 0 }.map { AdoptionRow(cell: $0.key, count: $0.value) }, by: facts)
    }

    func outcomes(of app: String, hours: Range<Int>) -> [OutcomeRow] {
        var counts: [[String]: AdoptionCounts.OutcomeCount] = [:]
        for (key, count) in state.adoption.outcomes where key.app == app && hours.contains(key.hour) {
            counts[[key.rule, key.status], default: .init()].add(count)
        }
        return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            OutcomeRow(rule: $0.key[0], status: $0.key[1], count: $0.value)
        }
    }

    func dailyVersions(of app: String, since first: UTCDay) -> [DailyCount] {
        var counts: [[String]: Int] = [:]
        var all: [DailyCount] = []
        for (place, cells) in state.adoption.days where place.app == app && place.day >= first {
            for (cell, count) in cells { counts[[cell.version, cell.channel], default: 0] += count.active }
            all += counts.map { DailyCount(day: place.day, version: $0.key[0], channel: $0.key[1], count: $0.value) }
            counts = [:]
        }
        return DailyCount.bounded(all)
    }

    func dailyOutcomes(of app: String, since first: UTCDay) -> [DailyOutcome] {
        var counts: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount] = [:]
        for (key, count) in state.adoption.outcomes where key.app == app && key.hour >= first.number * 24 {
            var key = key
            key.hour = key.hour / 24 * 24
            counts[key, default: .init()].add(count)
        }
        return DailyOutcome.bounded(
            counts.map { key, count in
                DailyOutcome(
                    day: UTCDay(number: key.hour / 24), rule: key.rule, status: key.status, told: count.told,
                    steps: count.steps)
            })
    }

    func daysWithoutSummary(of app: String, before end: UTCDay) -> [UTCDay] {
        state.adoption.days.keys.filter { $0.app == app && $0.day < end && !state.adoption.summarized.contains($0) }
            .map(\.day).sorted()
    }

    func predictions(of app: String, revisions: ClosedRange<Int>) -> [Prediction] {
        state.adoption.predictions.filter { $0.app == app && revisions.contains($0.revision) }
            .sorted { $0.revision > $1.revision }
    }

    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) -> [Prediction] {
        let due = state.adoption.predictions.filter { $0.madeAt < date && $0.observed[window] == nil }
        return Array(due.sorted { ($0.madeAt, $0.app, $0.revision) < ($1.madeAt, $1.app, $1.revision) }.prefix(limit))
    }

    func adoptionImport(of app: String) -> AdoptionImport? { state.adoption.imports[app] }

    func addCheckIns(_ batch: AdoptionBatch, at date: Date) -> AdoptionReceipt {
        guard state.adoption.batches[batch.node, default: 0] < batch.number else {
            return AdoptionReceipt(isNew: false)
        }
        var receipt = AdoptionReceipt(isNew: true)
        state.adoption.batches[batch.node] = batch.number
        for (place, cells) in batch.departures {
            guard case .live = state.apps[place.app] else { continue }
            for (cell, count) in cells.sorted(by: { $0.key < $1.key }) {
                let stands = CellBudget.stands.map { $0(cell) }.first { state.adoption.days[place]?[$0] != nil }
                let latest = stands.flatMap { state.adoption.days[place]?[$0]?.latest } ?? 0
                let part = min(count, max(0, latest))
                if let stands { state.adoption.days[place]?[stands]?.latest -= part }
                receipt.note(missing: count - part, in: cell, at: place, of: batch)
            }
        }
        for (place, counts) in batch.counts.days {
            guard case .live = state.apps[place.app] else { continue }
            let budget = batch.budget(of: place.app)
            var stored = state.adoption.days[place, default: [:]]
            var size = CellBudget.Size()
            for cell in stored.keys { size.add(cell, of: budget) }
            for (cell, count) in counts.sorted(by: { $0.key < $1.key }) where count.latest > 0 || count.active > 0 {
                let counted = budget.place(for: cell, among: size) { stored[$0] != nil }
                if stored[counted] == nil { size.add(counted, of: budget) }
                if counted != cell { receipt.folded += count.latest }
                stored[counted, default: .init()].add(.init(latest: count.latest, active: count.active))
            }
            state.adoption.days[place] = stored
        }
        state.adoption.summarized.subtract(batch.counts.summarizedPlaces(today: UTCDay(date)))
        for (key, count) in batch.counts.outcomes {
            guard case .live = state.apps[key.app] else { continue }
            state.adoption.outcomes[key, default: .init()].add(count)
        }
        return receipt
    }

    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) -> (rows: Int, next: UTCDay) {
        (pruneCheckIns(of: app, today: today, atMost: rows), first)
    }

    private func pruneCheckIns(of app: String, today: UTCDay, atMost rows: Int) -> Int {
        let first = today.adding(days: -AdoptionLimit.days)
        if let place = state.adoption.days.keys.first(where: { $0.app == app && $0.day < first }) {
            let cells = Array(state.adoption.days[place, default: [:]].keys.prefix(rows))
            for cell in cells { state.adoption.days[place]?[cell] = nil }
            if state.adoption.days[place]?.isEmpty ?? false { state.adoption.days[place] = nil }
            return max(1, cells.count)
        }
        guard let old = state.adoption.imports[app], old.importedAt < first.start else { return 0 }
        state.adoption.imports[app] = nil
        return 1
    }

    /// Keeps all marks.
    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) -> Int { 0 }

    /// Notes the days only, because everything is in memory.
    func summarizeCheckIns(of app: String, on days: [UTCDay]) {
        state.adoption.summarized.formUnion(days.map { AdoptionCounts.Place(app: app, day: $0) })
    }

    func insertPrediction(_ prediction: Prediction) throws {
        try requireNew(
            predictions(of: prediction.app, revisions: prediction.revision...prediction.revision).isEmpty,
            of: prediction.app)
        state.adoption.predictions.append(prediction)
    }

    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) {
        let places = state.adoption.predictions.indices
        for index in places
        where state.adoption.predictions[index].app == app
            && state.adoption.predictions[index].revision == revision
        {
            state.adoption.predictions[index].observed[window] = text
        }
    }

    func replaceAdoptionImport(_ new: AdoptionImport) throws {
        try requireNew(of: new.app)
        state.adoption.imports[new.app] = new
    }

    func deleteAdoptionImport(of app: String) -> Bool { state.adoption.imports.removeValue(forKey: app) != nil }
}
