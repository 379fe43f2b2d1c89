import AirworthyPolicy

/// Compares two lists of rules, whose ids may be missing or automatic.
enum RuleDiff {
    /// Compares two lists of rules as written. The differences are in the new order, with removed rules at their old
    /// position.
    /// - Complexity: O(n log n) in the number of rules.
    static func entries(old: [JSONValue], new: [JSONValue]) -> [PolicyDiff.Entry] {
        let pairs = pairs(old: old, new: new)
        let matched = pairs.compactMap { $0 }
        let steady = Set(longestRising(matched))
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
        let kept = Set(matched)
        for (index, rule) in old.enumerated() where !kept.contains(index) {
            entries.append((Double(index) - 0.5, PolicyDiff.Entry(name: id(rule), kind: .removed(rule))))
        }
        return entries.sorted { $0.place < $1.place }.map(\.entry)
    }

    /// Returns for each new rule the index of the old one: by its id, then by its content, then by its position.
    private static func pairs(old: [JSONValue], new: [JSONValue]) -> [Int?] {
        var pairs = [Int?](repeating: nil, count: new.count)
        var isFree = [Bool](repeating: true, count: old.count)
        /// Pairs each new rule that has none with the first free old rule that has the same key. A rule whose key is
        /// `nil` is left out.
        func match<Key: Hashable>(by key: (JSONValue) -> Key?) {
            var candidates: [Key: IndexQueue] = [:]
            for index in old.indices where isFree[index] {
                if let key = key(old[index]) { candidates[key, default: IndexQueue()].indices.append(index) }
            }
            for index in new.indices where pairs[index] == nil {
                guard let key = key(new[index]), let found = candidates[key]?.next() else { continue }
                pairs[index] = found
                isFree[found] = false
            }
        }
        match { isAutomatic($0) ? nil : id($0) }
        match { body($0) }
        match { id($0) }
        return pairs
    }

    /// The indices of the rules with the same key, taken from the front.
    private struct IndexQueue {
        var indices: [Int] = []
        private var taken = 0

        mutating func next() -> Int? {
            guard taken < indices.count else { return nil }
            taken += 1
            return indices[taken - 1]
        }
    }

    private static func id(_ rule: JSONValue) -> String { rule["id"]?.stringValue ?? "" }

    private static func body(_ rule: JSONValue) -> JSONObject {
        var object = rule.objectValue ?? JSONObject()
        object["id"] = nil
        return object
    }

    /// Whether the id is an automatic one of the reader: `rule-<n>`.
    private static func isAutomatic(_ rule: JSONValue) -> Bool {
        id(rule).hasPrefix("rule-") && id(rule).dropFirst(5).allSatisfy(\.isNumber)
    }

    /// Returns the longest rising subsequence of different values; the other values have moved. Of several, it returns
    /// the one whose values come first.
    private static func longestRising(_ values: [Int]) -> [Int] {
        /// The positions that end a rising subsequence of each length. Their values fall.
        var ends: [[Int]] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            let length = ends.partitioningIndex { values[$0[$0.count - 1]] >= value }
            if length > 0 {
                let shorter = ends[length - 1]
                previous[index] = shorter[shorter.partitioningIndex { values[$0] < value }]
            }
            if length == ends.count { ends.append([index]) } else { ends[length].append(index) }
        }
        var rising: [Int] = []
        var next = ends.last?.first
        while let index = next {
            rising.append(values[index])
            next = previous[index]
        }
        return rising.reversed()
    }
}

extension Array {
    /// Returns the index of the first element that fulfils a condition, by binary search. Every element after it
    /// fulfils the condition, too.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
