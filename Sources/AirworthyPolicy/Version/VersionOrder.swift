/// How one value stands to another.
public enum VersionOrder: String, Hashable, Sendable, CaseIterable {
    /// The left one is lower.
    case lower = "<"
    /// Neither is lower.
    case equal = "="
    /// The left one is higher.
    case higher = ">"

    /// Compares two values of a total order.
    /// - Parameters:
    ///   - left: The left value.
    ///   - right: The right value.
    public init<Value: Comparable>(comparing left: Value, to right: Value) {
        self = left < right ? .lower : right < left ? .higher : .equal
    }
}
