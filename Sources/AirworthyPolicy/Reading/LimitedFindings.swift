/// The findings of one document up to a limit, in the order in which they were added.
///
/// Without room for all, errors come first, then warnings, then notes. The findings without room are counted, and their
/// messages are never written. So a document with a million mistakes costs little more than one with a hundred.
package struct LimitedFindings {
    private let limit: Int
    private var entries: [Finding] = []
    private var stored = Counts()
    private var hidden = Counts()

    /// The number of findings by severity.
    private struct Counts {
        private var errors = 0
        private var warnings = 0
        private var notes = 0

        subscript(severity: Finding.Severity) -> Int {
            get {
                switch severity {
                case .error: errors
                case .warning: warnings
                case .note: notes
                }
            }
            set {
                switch severity {
                case .error: errors = newValue
                case .warning: warnings = newValue
                case .note: notes = newValue
                }
            }
        }
    }

    /// A state to return to with ``demoteErrors(since:by:)``.
    struct Mark {
        fileprivate let entries: Int
        fileprivate let storedErrors: Int
        fileprivate let hiddenErrors: Int
    }

    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of errors, those without room included.
    var errors: Int { stored[.error] + hidden[.error] }

    /// The last error that there was room for.
    var lastError: Finding? { entries.last { $0.severity == .error } }

    /// Adds a finding. `make` is called only if there may be room for it.
    mutating func add(_ severity: Finding.Severity, make: () -> Finding) {
        guard stored[severity] < limit else {
            hidden[severity] += 1
            return
        }
        stored[severity] += 1
        entries.append(make())
    }

    /// Adds a finding, or the number of findings that it stands for.
    mutating func add(_ finding: Finding) {
        if finding.code == Finding.moreCode {
            hidden[finding.severity] += finding.count
        } else {
            add(finding.severity) { finding }
        }
    }

    /// Adds findings in their order.
    package mutating func add(_ findings: [Finding]) {
        for finding in findings { add(finding) }
    }

    var mark: Mark {
        Mark(entries: entries.count, storedErrors: stored[.error], hiddenErrors: hidden[.error])
    }

    /// Turns every error since the mark into a warning.
    /// - Parameters:
    ///   - mark: The state before the errors.
    ///   - demoted: Returns the warning for an error.
    mutating func demoteErrors(since mark: Mark, by demoted: (Finding) -> Finding) {
        hidden[.warning] += hidden[.error] - mark.hiddenErrors
        hidden[.error] = mark.hiddenErrors
        stored[.error] = mark.storedErrors
        let since = Array(entries[mark.entries...])
        entries.removeSubrange(mark.entries...)
        stored[.warning] -= since.count { $0.severity == .warning }
        for finding in since {
            switch finding.severity {
            case .error: add(demoted(finding))
            case .warning: add(finding)
            case .note: entries.append(finding)
            }
        }
    }

    /// The findings that there is room for, and one for each severity of which some are missing.
    /// - Parameter areInOrder: The order; `nil` for the order in which they were added.
    /// - Returns: The findings.
    package func findings(by areInOrder: ((Finding, Finding) -> Bool)? = nil) -> [Finding] {
        var room = limit
        var places = Counts()
        var missing: [Finding] = []
        for severity in Finding.Severity.allCases.sorted(by: >) {
            places[severity] = min(stored[severity], room)
            room -= places[severity]
            let count = hidden[severity] + stored[severity] - places[severity]
            if count > 0 { missing.append(.more(count, severity: severity)) }
        }
        let shown = entries.filter { finding in
            guard places[finding.severity] > 0 else { return false }
            places[finding.severity] -= 1
            return true
        }
        return (areInOrder.map { shown.sorted(by: $0) } ?? shown) + missing
    }
}

extension Finding {
    /// The code of a finding that stands for others.
    static let moreCode = "more-findings"

    fileprivate static func more(_ count: Int, severity: Severity) -> Finding {
        let noun = count == 1 ? severity.rawValue : "\(severity.rawValue)s"
        return Finding(
            code: moreCode, severity: severity, path: "",
            message: "And \(count) more \(noun); correct those that are listed, and check again.", count: count)
    }
}

extension [Finding] {
    /// Returns at most `limit` findings in their order, errors first if there is not room for all, and after them one of
    /// code `more-findings` for each severity of which some are missing.
    ///
    /// - Parameter limit: The number of findings to keep. Findings of code `more-findings` do not count; they are added
    ///   up.
    /// - Returns: The findings.
    public func limited(to limit: Int = 200) -> [Finding] {
        var limited = LimitedFindings(limit: limit)
        limited.add(self)
        return limited.findings()
    }

    /// The number of findings of a severity, with those that are counted by `more-findings`.
    /// - Parameter severity: The severity.
    /// - Returns: The number.
    public func total(_ severity: Finding.Severity) -> Int {
        reduce(0) { $1.severity == severity ? $0 + $1.count : $0 }
    }
}
