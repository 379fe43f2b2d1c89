package import Foundation

package protocol AdoptionReads {
    /// Returns the installations of an app whose last check-in was on a day from `first` on, without cells that are
    /// empty in sum. Group by some facts, not none; the others are unknown in the result. The rows have no order.
    func adoption(_ app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) throws -> [AdoptionRow]
    /// Returns the imported installations of an app; `nil` without an import.
    func adoptionImport(of app: String) throws -> AdoptionImport?
    /// Returns what installations of an app reported in some hours, counted from 1970, by rule and status.
    func outcomes(of app: String, hours: Range<Int>) throws -> [OutcomeRow]
    /// Returns the active installations of an app by version and channel on days from `first` on; see
    /// ``DailyCount/bounded(_:)``.
    func dailyVersions(of app: String, since first: UTCDay) throws -> [DailyCount]
    /// Returns what installations of an app reported on days from `first` on, by rule and status; see
    /// ``DailyOutcome/bounded(_:)``.
    func dailyOutcomes(of app: String, since first: UTCDay) throws -> [DailyOutcome]
    /// Returns the days before `end` with check-ins of an app that have no summary, in order.
    func daysWithoutSummary(of app: String, before end: UTCDay) throws -> [UTCDay]
}

package protocol AdoptionWrites: AdoptionReads {
    /// Adds sums of check-ins, unless this batch or a later one of the same node is stored already. Check-ins of apps
    /// that do not exist are left out. For cells beyond a ``CellBudget`` others stand. Returns whether the batch was
    /// new, and how many installations were counted with fewer facts.
    @discardableResult
    func addCheckIns(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt
    /// Does a part of what is due with the sums of an app: merges the hours of outcomes before yesterday into days, and
    /// removes what is older than 400 days. Of a deleted app, removes everything. An import counts as one row.
    /// Something may be left from `first` on, which saves the database from a look at what was removed before. Returns
    /// the number of rows, at least 1 unless nothing is due, and the first day for the next call.
    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) throws -> (rows: Int, next: UTCDay)
    /// Removes the marks by which repeated batches are noticed. Marks from `day` on are kept. Returns the number of
    /// removed ones, at least 1 unless there are none.
    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) throws -> Int
    /// Adds the summaries of days of an app, which change no result and make ``AdoptionReads/dailyVersions(of:since:)`` and
    /// ``AdoptionReads/dailyOutcomes(of:since:)`` fast.
    func summarizeCheckIns(of app: String, on days: [UTCDay]) throws
    /// Replaces the imported installations of an app.
    func replaceAdoptionImport(_ new: AdoptionImport) throws
    /// Removes the imported installations of an app. Returns whether there was an import.
    func deleteAdoptionImport(of app: String) throws -> Bool
}

extension AdoptionReads {
    /// Returns the installations by all facts.
    package func adoption(_ app: String, since first: UTCDay) throws -> [AdoptionRow] {
        try adoption(app, since: first, by: AdoptionCell.Fact.allCases)
    }
}
