/// The limits of check-ins, on which apps and server have to agree.
///
/// ```swift
/// let isForgotten = daysSinceLastCheckIn > CheckInLimits.days
/// ```
public enum CheckInLimits {
    /// The days in which the server counts every installation once, in its newest cell.
    ///
    /// A check-in says what the one before was, and is believed if that is no older. An app that was away for longer does
    /// not mention it.
    public static let days = 28
    /// The most rules whose steps a check-in reports.
    public static let rules = 20
    /// The highest number of a step, such as prompts that were shown.
    public static let steps = 100
    /// The days after opening the store in which an update counts as the step "came back updated".
    public static let daysUntilUpdate = 7
}
