import AirworthyPolicy
import ControlPlaneTesting
import ServerSupport
import Testing

@testable import ControlPlane

@Suite struct RuleDiffTests {
    private static func rule(_ id: String, _ floor: Int) -> JSONValue {
        ["id": .string(id), "when": ["version": .string("<\(floor)")], "update": "required"]
    }

    private static func json(_ entries: [PolicyDiff.Entry]) -> [String] {
        entries.map { "\($0.name) \($0.kind)" }
    }

    @Test(arguments: 0..<300)
    func `random lists of rules differ as in a comparison of every pair`(_ seed: Int) {
        var random = Seeded(UInt64(seed))
        let count = Int.random(in: 0...14, using: &random)
        func list() -> [JSONValue] {
            (0..<count).map { place in
                let isAutomatic = Bool.random(using: &random)
                let id =
                    isAutomatic ? "rule-\(place + 1)" : ["a", "b", "c", "", "rule-x"].randomElement(using: &random)
                return Self.rule(id ?? "", Int.random(in: 0...4, using: &random))
            }
        }
        var (old, new) = (list(), list())
        if seed.isMultiple(of: 3) {
            old = (0..<count).map { Self.rule("r\($0)", $0) }
            new = old.shuffled(using: &random)
        }
        #expect(Self.json(RuleDiff.entries(old: old, new: new)) == Self.json(PairwiseDiff.entries(old: old, new: new)))
    }

    @Test func `only the moved rules of a long list are listed, also if most have moved`() {
        let old = (0..<20_000).map { Self.rule("r\($0)", $0) }
        #expect(RuleDiff.entries(old: old, new: old.reversed()).count == 19_999)
        #expect(RuleDiff.entries(old: old, new: Array(old.dropFirst()) + [old[0]]).map(\.name) == ["r0"])
    }

    @Test func `policies with thousands of features are compared`() {
        func policy(_ value: Bool) -> Manifest {
            var policy = Policy(rules: [])
            for number in 0..<4_000 { policy.features["f\(number)"] = Feature(default: .bool(value), rules: []) }
            return Manifest(policy: policy)
        }
        #expect(PolicyDiff(from: policy(false), to: policy(true)).features.count == 4_000)
        #expect(PolicyDiff(from: policy(true), to: policy(true)).isEmpty)
    }

    @Test func `a listing of limited length says how many differences it leaves out`() {
        let rules = (0..<7).map { Rule(id: "r\($0)", when: .always, effect: Effect(update: .recommended)) }
        let diff = PolicyDiff(from: Manifest(policy: Policy(rules: [])), to: Manifest(policy: Policy(rules: rules)))
        #expect(diff.jsonValue["rules"]?.arrayValue?.count == 7 && diff.jsonValue["omitted"] == nil)
        let short = diff.jsonValue(listing: 3)
        #expect(short["rules"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["r0", "r1", "r2"])
        #expect(short["omitted"] == 4 && short["different"] == true)
    }
}

/// The comparison of every rule with every other, which ``RuleDiff`` has to agree with.
private enum PairwiseDiff {
    static func entries(old: [JSONValue], new: [JSONValue]) -> [PolicyDiff.Entry] {
        let pairs = pairs(old: old, new: new)
        let steady = longestRising(pairs.compactMap { $0 })
        var entries: [(place: Double, entry: PolicyDiff.Entry)] = []
        for (index, rule) in new.enumerated() {
            guard let before = pairs[index] else {
                entries.append((Double(index), PolicyDiff.Entry(name: id(rule), kind: .added(rule))))
                continue
            }
            let changes = PolicyDiff.changes(from: old[before], to: rule)
            let moved = steady.contains(before) ? nil : (from: before + 1, to: index + 1)
            let isRenumbered = changes.map(\.key) == ["id"] && isAutomatic(old[before]) && isAutomatic(rule)
            guard moved != nil || !changes.isEmpty && !isRenumbered else { continue }
            let kept = isAutomatic(old[before]) && isAutomatic(rule) ? changes.filter { $0.key != "id" } : changes
            entries.append(
                (Double(index), PolicyDiff.Entry(name: id(rule), kind: .altered(moved: moved, changes: kept))))
        }
        let matched = Set(pairs.compactMap { $0 })
        for (index, rule) in old.enumerated() where !matched.contains(index) {
            entries.append((Double(index) - 0.5, PolicyDiff.Entry(name: id(rule), kind: .removed(rule))))
        }
        return entries.sorted { $0.place < $1.place }.map(\.entry)
    }

    private static func pairs(old: [JSONValue], new: [JSONValue]) -> [Int?] {
        var pairs = [Int?](repeating: nil, count: new.count)
        var free = Set(old.indices)
        func match(_ isSame: (JSONValue, JSONValue) -> Bool) {
            for index in new.indices where pairs[index] == nil {
                guard let found = old.indices.first(where: { free.contains($0) && isSame(old[$0], new[index]) }) else {
                    continue
                }
                pairs[index] = found
                free.remove(found)
            }
        }
        match { id($0) == id($1) && !isAutomatic($0) }
        match { body($0) == body($1) }
        match { id($0) == id($1) }
        return pairs
    }

    private static func id(_ rule: JSONValue) -> String { rule["id"]?.stringValue ?? "" }

    private static func body(_ rule: JSONValue) -> JSONObject? {
        var object = rule.objectValue
        object?["id"] = nil
        return object
    }

    private static func isAutomatic(_ rule: JSONValue) -> Bool {
        id(rule).hasPrefix("rule-") && id(rule).dropFirst(5).allSatisfy(\.isNumber)
    }

    private static func longestRising(_ values: [Int]) -> Set<Int> {
        var best: [[Int]] = []
        for (index, value) in values.enumerated() {
            let before = best.indices.filter { values[$0] < value }.map { best[$0] }
            best.append((before.max { $0.count < $1.count } ?? []) + [values[index]])
        }
        return Set(best.max { $0.count < $1.count } ?? [])
    }
}
