/// A check by hand, from the press of the button.
enum CheckState: Hashable, Sendable {
    case idle
    case checking
    case done(CheckResult)
    /// No program took a link of the result.
    case refused(CheckResult)

    var result: CheckResult? {
        switch self {
        case .idle, .checking: nil
        case .done(let result), .refused(let result): result
        }
    }
}
