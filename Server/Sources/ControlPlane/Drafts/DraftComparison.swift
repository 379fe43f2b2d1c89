/// A draft beside the policy that it started from and the policy that was published meanwhile, line by line.
package struct DraftComparison: Hashable, Sendable {
    /// The lines between two places that all three texts agree on, or the lines of such a place.
    package struct Part: Hashable, Sendable {
        /// The author of a change.
        package enum Kind: Hashable, Sendable {
            /// Nobody changed the lines.
            case same
            /// Only the draft changed the lines.
            case mine
            /// Only the policy in force changed the lines.
            case theirs
            /// Both made the same change.
            case both
            /// Both changed the lines, differently.
            case conflict
        }

        package let kind: Kind
        /// The lines of the text that both started from.
        package let base: [String]
        /// The lines of the draft.
        package let mine: [String]
        /// The lines of the policy in force.
        package let theirs: [String]
    }

    /// The highest number of lines of a text that is compared line by line. A longer text is one part.
    package static let mostLines = 2_000

    package let parts: [Part]
    /// A text with the changes of both; `nil` if there is a conflict.
    package let merged: [UInt8]?

    /// Whether both changed the same place differently.
    package var hasConflict: Bool { merged == nil }

    /// Compares the texts of a draft and of the policy in force with the one that both started from.
    /// - Complexity: O(n · m) in the numbers of lines of two texts.
    package init(base: [UInt8], mine: [UInt8], theirs: [UInt8]) {
        let chunks = Self.chunks(base: Self.lines(base), mine: Self.lines(mine), theirs: Self.lines(theirs))
        parts = chunks.map(\.part)
        let merged = chunks.map(\.merged)
        self.merged =
            merged.contains(nil)
            ? nil : Array(merged.flatMap { $0 ?? [] }.joined(separator: [UInt8(ascii: "\n")]))
    }

    // MARK: Comparing

    private typealias Line = ArraySlice<UInt8>

    /// The lines of the three texts at one place.
    private struct Chunk {
        let base, mine, theirs: ArraySlice<Line>

        private var kind: Part.Kind {
            if mine == base { return theirs == base ? .same : .theirs }
            if theirs == base { return .mine }
            return mine == theirs ? .both : .conflict
        }

        var part: Part {
            func texts(_ lines: ArraySlice<Line>) -> [String] { lines.map { String(decoding: $0, as: UTF8.self) } }
            return Part(kind: kind, base: texts(base), mine: texts(mine), theirs: texts(theirs))
        }

        /// The lines with the changes of both; `nil` if there is a conflict.
        var merged: ArraySlice<Line>? {
            switch kind {
            case .same, .mine, .both: mine
            case .theirs: theirs
            case .conflict: nil
            }
        }
    }

    /// Splits a text at line feeds only, because JSON may have every other line end inside a string.
    private static func lines(_ text: [UInt8]) -> [Line] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private static func chunks(base: [Line], mine: [Line], theirs: [Line]) -> [Chunk] {
        guard [base, mine, theirs].allSatisfy({ $0.count <= mostLines }) else {
            return [Chunk(base: base[...], mine: mine[...], theirs: theirs[...])]
        }
        let (inMine, inTheirs) = (
            LineSteps(from: base, to: mine).matches, LineSteps(from: base, to: theirs).matches
        )
        var chunks: [Chunk] = []
        var (b, m, t) = (0, 0, 0)
        func add(upTo end: (b: Int, m: Int, t: Int)) {
            chunks.append(Chunk(base: base[b..<end.b], mine: mine[m..<end.m], theirs: theirs[t..<end.t]))
            (b, m, t) = end
        }
        while b < base.count || m < mine.count || t < theirs.count {
            var count = 0
            while b + count < base.count, inMine[b + count] == m + count, inTheirs[b + count] == t + count {
                count += 1
            }
            if count > 0 {
                add(upTo: (b + count, m + count, t + count))
                continue
            }
            // The next line that all three have.
            var end = (b: base.count, m: mine.count, t: theirs.count)
            for index in b..<base.count {
                guard let inMine = inMine[index], let inTheirs = inTheirs[index] else { continue }
                end = (index, inMine, inTheirs)
                break
            }
            add(upTo: end)
        }
        return chunks
    }
}
