import ControlPlane
import Foundation

/// The differences between two texts, line by line.
struct LineDiff: Hashable, Sendable {
    /// A line of either text, or the lines between two differences.
    struct Line: Hashable, Sendable {
        /// The text, if the line is only in the new text.
        var added: String?
        /// The text, if the line is only in the old text.
        var removed: String?
        /// The text, if the line is in both.
        var kept: String?
        /// A sentence about lines that are left out.
        var gap: String?
    }

    /// The highest number of lines of a text that is compared.
    static let mostLines = DraftComparison.mostLines
    /// The number of equal lines that are shown beside a difference.
    private static let context = 3
    /// The highest number of lines that are shown.
    private static let mostShown = 400

    let lines: [Line]
    /// The number of differences, such as `3 lines more, 1 line less`.
    let summary: String
    /// Why nothing is compared; `nil` if it is.
    let problem: String?

    /// Compares two texts.
    /// - Complexity: O(n · m) in the numbers of lines between the first and the last difference.
    init(from old: some StringProtocol, to new: some StringProtocol) {
        let (old, new) = (Self.split(old), Self.split(new))
        guard old.count <= Self.mostLines, new.count <= Self.mostLines else {
            lines = []
            summary = ""
            problem =
                "The texts have more than \(Figure.whole(Self.mostLines)) lines, so they are not compared line by line here."
            return
        }
        let steps = LineSteps(from: old, to: new).steps
        let (added, removed) = (steps.count { $0.kind == .added }, steps.count { $0.kind == .removed })
        summary =
            added + removed == 0
            ? "The texts are the same."
            : "\(Figure.count(added, "new line")), \(Figure.count(removed, "removed line"))."
        problem = nil
        lines = Self.shown(steps)
    }

    // MARK: Comparing

    private static func split(_ text: some StringProtocol) -> [Substring] {
        var lines = String(text).split(omittingEmptySubsequences: false) { $0.isNewline }
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    // MARK: Showing

    private static func shown(_ steps: [LineSteps<Substring>.Step]) -> [Line] {
        var isNear = [Bool](repeating: false, count: steps.count)
        for (index, step) in steps.enumerated() where step.kind != .kept {
            for near in max(0, index - context)...min(steps.count - 1, index + context) { isNear[near] = true }
        }
        var lines: [Line] = []
        var skipped = 0
        func endGap() {
            if skipped > 0 { lines.append(Line(gap: Figure.count(skipped, "line") + " without a difference")) }
            skipped = 0
        }
        for (index, step) in steps.enumerated() {
            guard isNear[index] else {
                skipped += 1
                continue
            }
            endGap()
            guard lines.count < mostShown else {
                lines.append(Line(gap: Figure.count(steps.count - index, "further line")))
                return lines
            }
            let text = VisibleText.line(step.line)
            switch step.kind {
            case .added: lines.append(Line(added: text))
            case .removed: lines.append(Line(removed: text))
            case .kept: lines.append(Line(kept: text))
            }
        }
        if !lines.isEmpty { endGap() }
        return lines
    }
}
