/// The difference between two texts as a list of lines, each kept, removed or added.
package struct LineSteps<Line: Hashable & Sendable>: Hashable, Sendable {
    /// The place of a line.
    package enum Kind: Hashable, Sendable {
        /// The line is only in the new text.
        case added
        /// The line is only in the old text.
        case removed
        /// The line is in both texts.
        case kept
    }

    /// A line with its place.
    package struct Step: Hashable, Sendable {
        package let kind: Kind
        package let line: Line
    }

    /// The lines in order, removed ones before added ones.
    package let steps: [Step]

    /// Compares two texts of fewer than 65 536 lines each along a longest common subsequence of their lines.
    /// - Complexity: O(n · m) in the numbers of lines between the first and the last difference.
    package init(from old: [Line], to new: [Line]) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let middle = Self.changed(
            from: Array(old[head..<(old.count - tail)]), to: Array(new[head..<(new.count - tail)]))
        func kept(_ lines: ArraySlice<Line>) -> [Step] { lines.map { Step(kind: .kept, line: $0) } }
        steps = kept(new.prefix(head)) + middle + kept(new.suffix(tail))
    }

    /// For each line of the old text, the index of the same line in the new text; `nil` for a removed line.
    var matches: [Int?] {
        var matches: [Int?] = []
        var index = 0
        for step in steps {
            switch step.kind {
            case .removed: matches.append(nil)
            case .added: index += 1
            case .kept:
                matches.append(index)
                index += 1
            }
        }
        return matches
    }

    private static func changed(from old: [Line], to new: [Line]) -> [Step] {
        // Numbers are compared faster than texts.
        let numbers = Dictionary((old + new).enumerated().map { ($1, $0) }) { first, _ in first }
        let (before, after) = (old.compactMap { numbers[$0] }, new.compactMap { numbers[$0] })
        let width = after.count + 1
        // lengths[i · width + j]: the length of the longest common subsequence from line i and line j on.
        var lengths = [UInt16](repeating: 0, count: (before.count + 1) * width)
        for i in before.indices.reversed() {
            for j in after.indices.reversed() {
                lengths[i * width + j] =
                    before[i] == after[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var steps: [Step] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, j < after.count, before[i] == after[j] {
                steps.append(Step(kind: .kept, line: new[j]))
                (i, j) = (i + 1, j + 1)
            } else if i < before.count, j == after.count || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                steps.append(Step(kind: .removed, line: old[i]))
                i += 1
            } else {
                steps.append(Step(kind: .added, line: new[j]))
                j += 1
            }
        }
        return steps
    }
}
