package import Foundation

/// The reads of the check-ins and imported installations.
package protocol AdoptionReads {
    /// Returns the installations of an app whose last check-in was on a day from `first` on, without cells that are empty
    /// in sum.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - first: The first day.
    ///   - facts: The facts to group by, not empty; the others are unknown in the result.
    /// - Returns: The rows, in no order.
    /// - Throws: ``StoreError``.
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

/// The changes of the check-ins and imported installations.
package protocol AdoptionWrites: AdoptionReads {
    /// Adds sums of check-ins, unless this batch or a later one of the same node is stored already. Check-ins of apps that do not
    /// exist are left out. For cells beyond a ``CellBudget`` others stand.
    /// - Parameters:
    ///   - batch: The sums.
    ///   - date: The current date.
    /// - Returns: Whether the batch was new, and how many installations were counted with fewer facts.
    /// - Throws: ``StoreError``.
    @discardableResult
    func addCheckIns(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt
    /// Does a part of what is due with the sums of an app: merges the hours of outcomes before yesterday into days, and removes what
    /// is older than 400 days. Of a deleted app, removes everything.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - today: The current day.
    ///   - first: The first day of which something may be left. It saves the database from a look at what was removed before.
    ///   - rows: The highest number of rows to merge or remove; an import counts as one.
    /// - Returns: The number of rows, at least 1 unless nothing is due, and the first day for the next call.
    /// - Throws: ``StoreError``.
    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) throws -> (rows: Int, next: UTCDay)
    /// Removes the marks by which repeated batches are noticed.
    /// - Parameters:
    ///   - day: The day from which marks are kept.
    ///   - rows: The highest number of marks to remove.
    /// - Returns: The number of removed marks, at least 1 unless there are none.
    /// - Throws: ``StoreError``.
    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) throws -> Int
    /// Adds the summaries of days of an app, which change no result and make ``AdoptionReads/dailyVersions(of:since:)`` and
    /// ``AdoptionReads/dailyOutcomes(of:since:)`` fast.
    func summarizeCheckIns(of app: String, on days: [UTCDay]) throws
    /// Replaces the imported installations of an app.
    func replaceAdoptionImport(_ new: AdoptionImport) throws
    /// Removes the imported installations of an app.
    /// - Returns: Whether there was an import.
    func deleteAdoptionImport(of app: String) throws -> Bool
}

extension AdoptionReads {
    /// Returns the installations by all facts.
    package func adoption(_ app: String, since first: UTCDay) throws -> [AdoptionRow] {
        try adoption(app, since: first, by: AdoptionCell.Fact.allCases)
    }
}
