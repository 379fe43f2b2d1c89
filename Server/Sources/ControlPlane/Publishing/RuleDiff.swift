import AirworthyPolicy

/// Compares two lists of rules, whose ids may be missing or automatic.
enum RuleDiff {
    /// Compares two lists of rules.
    /// - Parameters:
    ///   - old: The old rules as written.
    ///   - new: The new rules as written.
    /// - Returns: The differences in the new order, with removed rules at their old position.
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
            // An automatic id is the rule's position, so its change alone is no difference.
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

    /// Returns for each new rule the index of the old one: by its id, then by its content, then by its position.
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

    /// Whether the id is an automatic one of the reader: `rule-<n>`.
    private static func isAutomatic(_ rule: JSONValue) -> Bool {
        id(rule).hasPrefix("rule-") && id(rule).dropFirst(5).allSatisfy(\.isNumber)
    }

    /// Returns the longest rising subsequence; the other values have moved.
    private static func longestRising(_ values: [Int]) -> Set<Int> {
        var best: [[Int]] = []
        for (index, value) in values.enumerated() {
            let before = best.indices.filter { values[$0] < value }.map { best[$0] }
            best.append((before.max { $0.count < $1.count } ?? []) + [values[index]])
        }
        return Set(best.max { $0.count < $1.count } ?? [])
    }
}
