/// What a condition says about an installation: three-valued, because a fact may be missing.
///
/// The connectives follow Kleene's strong logic. Only ``true`` lets a rule act.
public enum Truth: String, Hashable, Sendable, CaseIterable {
    /// The condition holds.
    case `true`
    /// The condition does not hold.
    case `false`
    /// A fact is missing or the condition is not known to this engine, so nobody can say.
    case undecided

    /// Lifts a plain Boolean.
    /// - Parameter value: The Boolean to lift.
    public init(_ value: Bool) { self = value ? .true : .false }

    /// Kleene's *not*.
    /// - Parameter value: The operand.
    /// - Returns: The opposite, or ``undecided``.
    public static prefix func ! (value: Truth) -> Truth {
        switch value {
        case .true: .false
        case .false: .true
        case .undecided: .undecided
        }
    }

    /// Kleene's *and*: one false operand decides.
    /// - Parameters:
    ///   - lhs: The left operand.
    ///   - rhs: The right operand, evaluated only when `lhs` is not false.
    /// - Returns: `false` if either is, `true` if both are, else ``undecided``.
    public static func && (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth {
        if lhs == .false { return .false }
        let rhs = rhs()
        if rhs == .false { return .false }
        return lhs == .true && rhs == .true ? .true : .undecided
    }

    /// Kleene's *or*: one true operand decides.
    /// - Parameters:
    ///   - lhs: The left operand.
    ///   - rhs: The right operand, evaluated only when `lhs` is not true.
    /// - Returns: `true` if either is, `false` if both are, else ``undecided``.
    public static func || (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth {
        !(!lhs && !rhs())
    }
}
