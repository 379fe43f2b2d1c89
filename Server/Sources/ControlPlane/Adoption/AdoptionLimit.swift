/// The bounds of what is stored about adoption.
package enum AdoptionLimit {
    /// The highest number of outcomes of an app on a day; those of further rules are counted by status only.
    package static let outcomesOfDay = 2_000
    /// The days of charts, tables and predictions unless somebody asks for others; at most those of ``CheckInLimits``.
    package static let usualDays = 28
    /// The number of days after which counts are removed, and imports.
    package static let days = 400
    /// The highest number of rows of an import.
    package static let importedRows = 20_000
    /// The highest number of installations in a row of an import.
    package static let importedCount = 1_000_000_000
    /// The age in days from which the hours of outcomes are merged into days.
    package static let hourlyDays = 2
    /// The highest number of versions with a channel, and of rules with a status, that are told apart on a day of a chart.
    package static let groupsOfDay = 200
    /// Stands for the id of a rule that is not in the manifest in force, and for rare rules together. No rule has it.
    package static let otherRule = "*"
}
