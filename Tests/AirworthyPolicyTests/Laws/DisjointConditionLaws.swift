import AirworthyPolicy
import Testing

/// What the linter takes for proved is true of every copy.
@Suite struct DisjointConditionLaws {
    @Test func `no copy matches two conditions that exclude each other`() throws {
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
        // A law about nothing proves nothing.
        #expect(disjoint * 20 >= SeededGenerator.cases)
        #expect(matched * 20 >= disjoint)
    }
}

extension LawRandom {
    /// Two conditions, often about the same, or one the other's opposite with something added.
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
