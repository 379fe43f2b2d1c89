import AirworthyPolicy

/// The result of one check of `doctor`: one line.
struct CheckResult: Hashable, Sendable {
    /// The parts of an installation that are checked.
    enum Subject: String, CaseIterable, Sendable {
        case configuration, database, keys, manifests, clock, disk
        case apple = "Apple"
    }

    enum Status: String, Sendable {
        case ok, warning, failed, skipped
    }

    let subject: Subject
    let status: Status
    let text: String
    /// What to do, unless nothing has to be done.
    var advice: String?

    static func ok(_ subject: Subject, _ text: String) -> CheckResult {
        CheckResult(subject: subject, status: .ok, text: text)
    }

    static func skipped(_ subject: Subject, _ reason: String) -> CheckResult {
        CheckResult(subject: subject, status: .skipped, text: reason)
    }

    static func warning(_ subject: Subject, _ text: String, advice: String) -> CheckResult {
        CheckResult(subject: subject, status: .warning, text: text, advice: advice)
    }

    static func failed(_ subject: Subject, _ text: String, advice: String? = nil) -> CheckResult {
        CheckResult(subject: subject, status: .failed, text: text, advice: advice)
    }
}

struct DoctorReport {
    let results: [CheckResult]
    var style = TerminalStyle.standardOutput

    var hasFailed: Bool { results.contains { $0.status == .failed } }

    var lines: [String] {
        let width = CheckResult.Subject.allCases.map(\.rawValue.count).max() ?? 0
        return results.map { result in
            let status = result.status.rawValue + String(repeating: " ", count: 7 - result.status.rawValue.count)
            let subject = result.subject.rawValue + String(repeating: " ", count: width - result.subject.rawValue.count)
            let text = (result.text + (result.advice.map { "; \($0)" } ?? "")).replacing("\n", with: " ").printable
            return "\(styled(status, as: result.status))  \(subject)  \(text)"
        }
    }

    var json: JSONValue {
        let checks = results.map { result in
            JSONValue.object([
                "subject": .string(result.subject.rawValue), "status": .string(result.status.rawValue),
                "text": .string(result.text), "advice": .text(result.advice),
            ])
        }
        return .object(["ok": .bool(!hasFailed), "checks": .array(checks)])
    }

    private func styled(_ text: String, as status: CheckResult.Status) -> String {
        switch status {
        case .ok: style(text, as: .green)
        case .warning: style(text, as: .yellow)
        case .failed: style(text, as: .red)
        case .skipped: style(text, as: .dim)
        }
    }
}
