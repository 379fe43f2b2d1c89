import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// Conditions that the linter considers disjoint are disjoint for every installation.
@Suite struct DisjointConditionLaws {
    @Test func `no installation matches two conditions that exclude each other`() throws {
        var disjoint = 0
        var matched = 0
        for index in 0..<SeededGenerator.cases {
            var random = LawRandom(index: index)
            let (left, right) = random.pair()
            guard left.isDisjoint(from: right) else { continue }
            disjoint += 1
            for _ in 0..<8 {
                let copy = random.installation()
                let catalog = random.catalog()
                let now = random.date()
                func matches(_ condition: Condition, _ id: String) -> Bool {
                    let rule = Rule(id: id, when: condition, effect: Effect(update: UpdateLevel.none))
                    let manifest = Manifest(policy: Policy(app: "tags", rules: [rule]), catalog: catalog)
                    return decide(manifest, for: copy, at: now).rule == id
                }
                let (one, other) = (matches(left, "left"), matches(right, "right"))
                if one || other { matched += 1 }
                guard one, other else { continue }
                Issue.record(
                    """
                    seed \(SeededGenerator.seed), case \(index): both match \(copy) at \(now)
                    \(left.jsonValue.jsonText()) | \(right.jsonValue.jsonText())
                    """)
                return
            }
        }
        // The law is meaningful only with enough disjoint pairs.
        #expect(disjoint * 20 >= SeededGenerator.cases)
        #expect(matched * 20 >= disjoint)
    }
}

extension LawRandom {
    /// Two conditions, often on the same key, or one the opposite of the other with an addition.
    fileprivate mutating func pair() -> (Condition, Condition) {
        let left = condition()
        switch int(0...3) {
        case 0: return (left, .all([.not(left), condition()]))
        case 1: return (.all([left, .not(.channel([pick(Self.channels)]))]), .channel([pick(Self.channels)]))
        case 2: return (.all([left, .not(.after(date()))]), .all([condition(), .after(date())]))
        default: return (left, condition())
        }
    }
}
