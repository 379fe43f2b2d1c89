import AirworthyPolicy

/// What a fleet would be told.
struct Simulation {
    /// What copies are told alike.
    struct Outcome: Hashable {
        let status: Decision.Status
        let rule: String?
        let reason: Reason
        let blocking: Bool

        init(_ decision: Decision) {
            status = decision.status
            rule = decision.rule
            reason = decision.reason
            blocking = decision.blocking
        }

        /// The strongest first, then by rule and reason, so that equal counts always come in one order.
        static func precedes(_ a: Outcome, _ b: Outcome) -> Bool {
            (a.status.severity, b.rule ?? "", b.reason.rawValue) > (b.status.severity, a.rule ?? "", a.reason.rawValue)
        }
    }

    /// How many copies are told what, the strongest first, then the most.
    let outcomes: [(outcome: Outcome, count: Int)]
    let fleet: Fleet

    /// - Complexity: One decision for each kind of installation.
    init(_ manifest: Manifest, _ fleet: Fleet, at now: Clock.Instant) {
        var counts: [Outcome: Int] = [:]
        for kind in fleet.kinds where kind.count > 0 {
            counts[Outcome(decide(manifest, for: kind.installation, at: now)), default: 0] += kind.count
        }
        self.fleet = fleet
        outcomes = counts.map { ($0.key, $0.value) }.sorted { a, b in
            guard a.outcome.status == b.outcome.status, a.count != b.count else {
                return Outcome.precedes(a.outcome, b.outcome)
            }
            return a.count > b.count
        }
    }

    var blocked: Int { count { $0.blocking } }
    var unavailable: Int { count { $0.status == .requiredUnavailable } }

    func count(where isCounted: (Outcome) -> Bool) -> Int {
        outcomes.reduce(0) { $0 + (isCounted($1.outcome) ? $1.count : 0) }
    }

    /// Facts that rules ask for and a table does not have; conditions on them are undecided.
    static func missingFacts(_ policy: Policy) -> [String] {
        var facts: Set<String> = []
        for rule in policy.rules {
            rule.when.forEach { condition in
                switch condition {
                case .rollout(let rollout) where (1..<1_000_000).contains(rollout.partsPerMillion):
                    facts.insert("rollout (no install ids)")
                case .attribute: facts.insert("attributes")
                case .language: facts.insert("language")
                default: break
                }
            }
        }
        return facts.sorted()
    }
}

extension Decision.Status {
    /// How much is asked of a person.
    var severity: Int {
        switch self {
        case .ok: 0
        case .recommended: 1
        case .requiredUnavailable: 2
        case .required: 3
        case .maintenance: 4
        }
    }

    /// All of them, the strongest first.
    static let byStrength = allCases.sorted { $0.severity > $1.severity }
}
