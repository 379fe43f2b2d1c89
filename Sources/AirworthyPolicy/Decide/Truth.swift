/// The result of a condition: three-valued, because a value may be missing.
///
/// The operators follow Kleene's strong logic. A rule acts only if its condition is ``true``.
public enum Truth: String, Hashable, Sendable, CaseIterable {
    /// The condition holds.
    case `true`
    /// The condition does not hold.
    case `false`
    /// The condition cannot be evaluated: a value is missing, or the engine does not know the condition.
    case undecided

    /// Creates a truth value from a Boolean.
    /// - Parameter value: The Boolean.
    public init(_ value: Bool) { self = value ? .true : .false }

    /// Returns Kleene's *not*.
    /// - Parameter value: The operand.
    /// - Returns: The opposite, or ``undecided``.
    public static prefix func ! (value: Truth) -> Truth {
        switch value {
        case .true: .false
        case .false: .true
        case .undecided: .undecided
        }
    }

    /// Returns Kleene's *and*.
    /// - Parameters:
    ///   - lhs: The left operand.
    ///   - rhs: The right operand, evaluated only if `lhs` is not false.
    /// - Returns: `false` if either is, `true` if both are, else ``undecided``.
    public static func && (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth {
        if lhs == .false { return .false }
        let rhs = rhs()
        if rhs == .false { return .false }
        return lhs == .true && rhs == .true ? .true : .undecided
    }

    /// Returns Kleene's *or*.
    /// - Parameters:
    ///   - lhs: The left operand.
    ///   - rhs: The right operand, evaluated only if `lhs` is not true.
    /// - Returns: `true` if either is, `false` if both are, else ``undecided``.
    public static func || (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth {
        !(!lhs && !rhs())
    }
}
