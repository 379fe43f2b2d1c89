/// The result of a rule for one installation, provided that the rule matches.
enum RuleOutcome: Hashable {
    /// The update that a rule leads to.
    enum Update: Hashable {
        /// An offer of the catalog.
        case offer(OfferIndex, url: String?)
        /// A release that only the author names, by its URL.
        case asserted(url: String)
        /// The release of each country, where the countries have different ones and the installation's is unknown.
        case everywhere(url: String)
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

    /// Whether the outcome blocks unless something above it prevents that.
    var isBlocking: Bool {
        switch self {
        case .required: true
        case .unavailable(_, let mayBlock): mayBlock
        default: false
        }
    }

    /// The offer that the outcome leads to, if there is one.
    var offer: OfferIndex? {
        switch self {
        case .required(.offer(let index, _)), .recommended(.offer(let index, _), _): index
        default: nil
        }
    }

    /// Whether both outcomes lead to the same result, possibly by different offers of the same release.
    func isEquivalent(to other: RuleOutcome, offers: AvailableOffers) -> Bool {
        switch (self, other) {
        case (.required(.offer(let a, _)), .required(.offer(let b, _))): offers.areSameRelease(a, b)
        default: self == other
        }
    }

    /// The outcome while the storefront is unknown, from those in each possible storefront.
    ///
    /// A recommendation needs one of them. `required` needs all of them, and either one release or one link that serves
    /// all. Nothing blocks without a link where one of them has a link.
    /// - Parameters:
    ///   - outcomes: The outcome in each storefront.
    ///   - offers: The offers that the outcomes name.
    ///   - commonLink: Returns the link that leads to the release of any storefront.
    /// - Returns: The mildest outcome.
    static func mildest(
        of outcomes: [RuleOutcome], offers: AvailableOffers, commonLink: ([RuleOutcome]) -> String?
    ) -> RuleOutcome {
        if outcomes.contains(.exempt) { return .exempt }
        if let first = outcomes.first, outcomes.allSatisfy({ $0.isEquivalent(to: first, offers: offers) }) {
            return first
        }
        for case .recommended(let update, let reason) in outcomes { return .recommended(update, reason) }
        for case .nothing(let reason) in outcomes where !outcomes.contains(where: \.isBlocking) {
            return .nothing(reason)
        }
        let isRequired = outcomes.map { if case .required = $0 { true } else { false } }
        if !isRequired.contains(false), let url = commonLink(outcomes) { return .required(.everywhere(url: url)) }
        return .unavailable(
            .notInStorefront, mayBlock: !isRequired.contains(true) && outcomes.allSatisfy(\.isBlocking))
    }
}

extension Rule {
    /// Whether a condition of the rule names the channel, other than to exclude it.
    package func lists(_ channel: Channel) -> Bool { Self.condition(when, lists: channel) }

    private static func condition(_ condition: Condition, lists channel: Channel) -> Bool {
        switch condition {
        case .channel(let channels): channels.contains(channel)
        case .all(let parts), .any(let parts): parts.contains { Self.condition($0, lists: channel) }
        default: false
        }
    }
}
