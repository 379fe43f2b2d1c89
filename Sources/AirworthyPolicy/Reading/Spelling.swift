/// Finds what somebody meant to write.
enum Spelling {
    /// The candidate that is a slip or two away, if there is one.
    ///
    /// Letter case does not count; a swap of neighbours counts once. Words that are short or long by far are not compared.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = Array(word.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= 40 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().utf8)
            let limit = max(wanted.count, letters.count) <= 4 ? 1 : max(wanted.count, letters.count) <= 8 ? 2 : 3
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
