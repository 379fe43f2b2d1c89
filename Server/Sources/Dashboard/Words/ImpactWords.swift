import AirworthyFleet
import AirworthyPolicy

extension PolicyImpact.Group {
    /// The change as a sentence, such as `673 installations of 2.2.0 on the App Store may carry on today and must update then.`
    var sentence: String {
        let who =
            "\(Figure.count(count, "installation"))\(version.isEmpty ? "" : " of \(version)") \(channel.words)"
        guard from != to else {
            return "\(who) \(from.words(for: count)), now as then, but whether they are blocked changes."
        }
        return "\(who) \(from.words(for: count)) today and \(to.words(for: count)) then."
    }
}

extension Decision.Status {
    /// The status after a number of installations, such as `must update`.
    fileprivate func words(for count: Int) -> String {
        self == .maintenance && count == 1 ? "is blocked for maintenance" : words
    }

    /// Whether the change to another status is for the worse for users.
    func isBetter(than other: Decision.Status) -> Bool { severity < other.severity }

    private var severity: Int {
        switch self {
        case .ok: 0
        case .recommended: 1
        case .requiredUnavailable: 2
        case .required: 3
        case .maintenance: 4
        }
    }
}
