/// The changes that are possible for the installations of a group, with the share of the group that certainly has each.
struct PossibleChanges {
    /// The certain share of each change, 0…1.
    private(set) var shares: [DecisionChange: Double]
    /// The highest possible share of newly blocked installations.
    private(set) var mostNewlyBlocked: Double
    /// The highest possible share of installations that are told to update and cannot.
    private(set) var mostStuck: Double

    /// Nothing is known.
    static let unknown = PossibleChanges(shares: [:], mostNewlyBlocked: 1, mostStuck: 1)

    /// The certain share of newly blocked installations.
    let newlyBlocked: Double
    /// The certain share of installations that are told to update and cannot.
    let stuck: Double

    /// The share whose change depends on facts that are not counted.
    var unknowable: Double { max(0, 1 - shares.values.reduce(0, +)) }

    /// Every installation has this change.
    init(certain change: DecisionChange) {
        self.init(
            shares: [change: 1], mostNewlyBlocked: change.isNewlyBlocked ? 1 : 0,
            mostStuck: change.new.isStuck ? 1 : 0)
    }

    private init(shares: [DecisionChange: Double], mostNewlyBlocked: Double, mostStuck: Double) {
        self.shares = shares
        newlyBlocked = shares.reduce(0) { $1.key.isNewlyBlocked ? $0 + $1.value : $0 }
        stuck = shares.reduce(0) { $1.key.new.isStuck ? $0 + $1.value : $0 }
        self.mostNewlyBlocked = mostNewlyBlocked
        self.mostStuck = mostStuck
    }

    /// Joins two parts of a group whose sizes are known.
    /// - Parameters:
    ///   - first: The changes of the first part.
    ///   - share: The share of the first part, 0…1.
    ///   - second: The changes of the other part.
    init(of first: PossibleChanges, share: Double, and second: PossibleChanges) {
        func join(_ a: Double, _ b: Double) -> Double { a * share + b * (1 - share) }
        self.init(
            shares: first.shares.mapValues { $0 * share }
                .merging(second.shares.mapValues { $0 * (1 - share) }, uniquingKeysWith: +),
            mostNewlyBlocked: join(first.mostNewlyBlocked, second.mostNewlyBlocked),
            mostStuck: join(first.mostStuck, second.mostStuck))
    }

    /// Joins parts of a group whose sizes are unknown. Certain is only the share that a change has in each of them.
    init(ofEither parts: [PossibleChanges]) {
        var shares = parts.first?.shares ?? [:]
        for part in parts.dropFirst() {
            shares = shares.reduce(into: [:]) { common, entry in
                if let other = part.shares[entry.key] { common[entry.key] = min(entry.value, other) }
            }
        }
        // Where users see the same, but another rule decides in each part, the change is certain and its rule is not.
        let sums = parts.map(\.sumsWithoutRule)
        for (change, sum) in sums.first ?? [:] {
            let certain = sums.dropFirst().reduce(sum) { min($0, $1[change] ?? 0) }
            let known = shares.reduce(0) { $1.key.withoutRule == change ? $0 + $1.value : $0 }
            if certain > known { shares[change, default: 0] += certain - known }
        }
        self.init(
            shares: shares, mostNewlyBlocked: parts.map(\.mostNewlyBlocked).max() ?? 0,
            mostStuck: parts.map(\.mostStuck).max() ?? 0)
    }

    private var sumsWithoutRule: [DecisionChange: Double] {
        shares.reduce(into: [:]) { sums, entry in sums[entry.key.withoutRule, default: 0] += entry.value }
    }
}
