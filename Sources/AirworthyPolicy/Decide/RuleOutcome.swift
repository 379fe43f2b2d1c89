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

    /// Whether the outcome for one release leaves room for an older one that can have what its own step demands.
    var passesOver: Bool {
        switch self {
        case .unavailable(let reason, _): Self.obstacles.contains(reason)
        case .nothing(let reason): reason == .loop || reason == .phased
        case .recommended(_, let reason): reason == .undecidedExemption || reason == .testFlightGroups
        case .exempt, .maintenance, .required, .unreadable: false
        }
    }

    /// The obstacles of a single release, in the order in which they are checked.
    static let obstacles = [Reason.loop, .phased, .noURL]

    /// The outcome of a rule whose releases were all passed over: a lowered requirement, or the obstacle of the newest.
    /// - Parameter outcomes: The outcome for each release, newest first.
    /// - Returns: The outcome; `nil` without releases.
    static func ofPassedOver(_ outcomes: [RuleOutcome]) -> RuleOutcome? {
        let lowered = outcomes.first { if case .recommended = $0 { true } else { false } }
        guard lowered == nil, case .unavailable = outcomes.first else { return lowered ?? outcomes.first }
        return ofObstacles(
            Set(outcomes.compactMap { if case .unavailable(let reason, _) = $0 { reason } else { nil } }),
            mayBlock: outcomes.contains(where: \.isBlocking))
    }

    /// The outcome of a rule that requires, where every release has an obstacle.
    static func ofObstacles(_ found: Set<Reason>, mayBlock: Bool) -> RuleOutcome {
        // A rule that follows a phased release does not act before its turn, as during a wait.
        .unavailable(
            obstacles.first(where: found.contains) ?? .noOffer, mayBlock: mayBlock && !found.contains(.phased))
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
