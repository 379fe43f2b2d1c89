import AirworthyPolicy

/// Checks each rule against the rules below it.
struct RuleOrderLint {
    private let subject: LintSubject
    private let fingerprints: [ConditionFingerprint]
    private let requiring: RequiringRules

    private var rules: [Rule] { subject.policy.rules }

    init(subject: LintSubject) {
        self.subject = subject
        fingerprints = ConditionFingerprint.all(subject.policy.rules)
        let indices = subject.policy.rules.indices.filter { subject.policy.rules[$0].effect.mayRequire }
        requiring = RequiringRules(indices: indices, fingerprints: fingerprints)
    }

    func findings(_ index: Int) -> [Finding] {
        let rule = rules[index]
        if rule.when == .always, rule.effect.alwaysExempts, index + 1 < rules.count {
            return [
                .unreachable(
                    at: subject.path(of: index + 1),
                    because: "The rule \(subject.name(of: index)) above exempts every installation")
            ]
        }
        guard rule.effect.mayRecommend(at: subject.now) else { return [] }
        guard let hidden = firstHidden(below: index).map(subject.name) else { return [] }
        return [
            .error(
                "weaker-above-stronger", at: subject.path(of: index),
                message:
                    "The rule \(subject.name(of: index)) recommends and stands above \(hidden), which requires, so "
                    + "installations that match both see only a prompt; move \(hidden) up or make their conditions "
                    + "exclude each other.")
        ]
    }

    /// The first rule below that requires an update of an installation that the rule may match.
    private func firstHidden(below index: Int) -> Int? {
        requiring.first(below: index, effort: subject.effort) { candidate in
            !fingerprints[index].excludes(fingerprints[candidate])
                && !rules[index].when.isDisjoint(from: rules[candidate].when)
        }
    }
}

/// The rules that may require an update, in an order in which those for other versions can be skipped.
private struct RequiringRules {
    /// The number of rules that are tried in their order before the versions are consulted.
    private static let triedInOrder = 32

    private let fingerprints: [ConditionFingerprint]
    /// The rules in ascending order.
    private let indices: [Int]
    /// The rules without a condition on the version, in ascending order.
    private let unbounded: [Int]
    /// The rules with one, by its lower bound.
    private let bounded: [(rule: Int, versions: Range<Int>)]
    /// A binary tree over ``bounded``: for each node the highest upper bound below it.
    private let highest: [Int]

    init(indices: [Int], fingerprints: [ConditionFingerprint]) {
        self.indices = indices
        self.fingerprints = fingerprints
        unbounded = indices.filter { fingerprints[$0].versions == nil }
        bounded = indices.compactMap { index in fingerprints[index].versions.map { (index, $0) } }
            .sorted { $0.versions.lowerBound < $1.versions.lowerBound }
        var highest = Array(repeating: 0, count: 2 * Self.width(bounded.count))
        let width = highest.count / 2
        for (offset, entry) in bounded.enumerated() { highest[width + offset] = entry.versions.upperBound }
        for node in stride(from: width - 1, to: 0, by: -1) {
            highest[node] = max(highest[2 * node], highest[2 * node + 1])
        }
        self.highest = highest
    }

    /// The smallest power of two that is not below the count.
    private static func width(_ count: Int) -> Int {
        var width = 1
        while width < count { width *= 2 }
        return width
    }

    /// Returns the first rule below that satisfies the predicate, which no rule for other versions does.
    func first(below index: Int, effort: LintEffort, where isWanted: (Int) -> Bool) -> Int? {
        let start = indices.partitionPoint { $0 <= index }
        for candidate in indices[start...].prefix(Self.triedInOrder) {
            effort.add()
            if isWanted(candidate) { return candidate }
        }
        guard let wanted = fingerprints[index].versions else {
            return indices[start...].dropFirst(Self.triedInOrder).first { candidate in
                effort.add()
                return isWanted(candidate)
            }
        }
        guard indices.count - start > Self.triedInOrder else { return nil }
        var candidates = unbounded.filter { $0 > index }
        collect(into: &candidates, overlapping: wanted, below: index, node: 1, width: highest.count / 2)
        effort.add(candidates.count)
        return candidates.sorted().first(where: isWanted)
    }

    /// Appends the rules below whose versions overlap. `width` is the number of leaves under the node.
    private func collect(
        into candidates: inout [Int], overlapping wanted: Range<Int>, below index: Int, node: Int, width: Int
    ) {
        guard highest[node] > wanted.lowerBound else { return }
        let offset = node * width - highest.count / 2
        guard offset < bounded.count, bounded[offset].versions.lowerBound < wanted.upperBound else { return }
        if width == 1 {
            if bounded[offset].rule > index, bounded[offset].versions.overlaps(wanted) {
                candidates.append(bounded[offset].rule)
            }
            return
        }
        collect(into: &candidates, overlapping: wanted, below: index, node: 2 * node, width: width / 2)
        collect(into: &candidates, overlapping: wanted, below: index, node: 2 * node + 1, width: width / 2)
    }
}

extension [Int] {
    /// The index of the first element that does not satisfy the predicate. Those that satisfy it come first.
    fileprivate func partitionPoint(where comesFirst: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if comesFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Finding {
    /// A warning about a rule that never acts. `reason` begins the sentence.
    static func unreachable(at path: DocumentPath, because reason: String) -> Finding {
        .warning(
            "unreachable-rule", at: path, message: "\(reason), so this one and those below never act; move it up.")
    }
}
