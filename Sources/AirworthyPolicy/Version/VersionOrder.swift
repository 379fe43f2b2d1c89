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
    ///   - lhs: The left value.
    ///   - rhs: The right value.
    public init<Value: Comparable>(_ lhs: Value, _ rhs: Value) {
        self = lhs < rhs ? .lower : rhs < lhs ? .higher : .equal
    }
}
