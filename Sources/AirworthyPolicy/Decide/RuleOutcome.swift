/// The result of a rule for one installation, provided that the rule matches.
enum RuleOutcome: Hashable {
    /// The update that a rule leads to: an offer of the catalog, or a URL that the author asserts.
    enum Update: Hashable {
        case offer(OfferIndex, url: String?)
        case asserted(url: String)
    }

    /// The rule does not act, and the search continues.
    case nothing(Reason)
    /// The effect cannot be read. The search continues, but no later rule may demand more than a prompt.
    case unreadable
    case exempt
    case maintenance(Maintenance)
    case recommended(Update, Reason)
    case required(Update)
    case unavailable(Reason, mayBlock: Bool)

    /// Whether both outcomes lead to the same result, possibly by different offers of the same release.
    func isEquivalent(to other: RuleOutcome) -> Bool {
        switch (self, other) {
        case (.required(.offer(let a, _)), .required(.offer(let b, _))): a.release == b.release
        default: self == other
        }
    }

    /// Whether the outcome blocks unless something above it prevents that.
    var isBlocking: Bool {
        switch self {
        case .required: true
        case .unavailable(_, let mayBlock): mayBlock
        default: false
        }
    }

    /// The outcome while the storefront is unknown, from those in each known storefront. `required` needs all to agree
    /// on one release; a recommendation needs one.
    static func mildest(of outcomes: [RuleOutcome]) -> RuleOutcome {
        if outcomes.contains(.exempt) { return .exempt }
        if let first = outcomes.first, outcomes.allSatisfy({ $0.isEquivalent(to: first) }) { return first }
        for case .recommended(let update, let reason) in outcomes { return .recommended(update, reason) }
        for case .nothing(let reason) in outcomes where !outcomes.contains(where: \.isBlocking) {
            return .nothing(reason)
        }
        return .unavailable(.notInStorefront, mayBlock: outcomes.allSatisfy(\.isBlocking))
    }
}
