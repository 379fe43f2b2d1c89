/// Suggestions for misspelled words.
@_spi(Tools)
public enum Spelling {
    /// Returns the candidate with the fewest typing mistakes, if there are at most one to three, depending on the length.
    ///
    /// Letter case is ignored, and a swap of neighbouring letters counts as one mistake.
    /// - Parameters:
    ///   - word: The misspelled word.
    ///   - candidates: The known words.
    /// - Returns: The suggestion; `nil` if no candidate is near enough.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = Array(word.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= 40 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().utf8)
            let limit = max(wanted.count, letters.count) <= 4 ? 1 : max(wanted.count, letters.count) <= 8 ? 2 : 3
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(from: wanted, to: letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(from a: [UInt8], to b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var row = [i + 1]
            for (j, right) in b.enumerated() {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left == right ? 0 : 1))
                if i > 0, j > 0, left == b[j - 1], a[i - 1] == right { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
