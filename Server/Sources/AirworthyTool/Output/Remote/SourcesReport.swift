import AirworthyPolicy
import Foundation

/// Who told what is known of an app, and how old that is, as a table.
struct SourcesReport {
    /// The server's answer.
    let json: JSONValue
    let style: TerminalStyle
    var now = Clock.now()

    var lines: [String] {
        var table = Table(["SOURCE", "CHECKED (UTC)", "AGE", "ASKED EACH", "STATE"])
        let outcomes = self.outcomes
        for source in json["sources"]?.arrayValue ?? [] {
            let name = source["name"]?.stringValue ?? ""
            let problem = source["problem"]?.stringValue
            let isStale = source["stale"]?.boolValue ?? false
            let state = [outcomes[name], isStale ? "stale" : nil, problem].compactMap { $0 }
            table.add([
                name, UTCTime.minute(source["asOf"], orElse: "never"), age(source["asOf"]) ?? "",
                source["interval"]?.intValue.map(Self.period) ?? "",
                state.isEmpty ? "fine" : state.joined(separator: ", "),
            ])
        }
        return table.lines(style, orElse: "nobody told anything yet")
    }

    /// The sources that gave no answer to a sync.
    var failures: [String] { outcomes.filter { $0.value == "failed" }.keys.sorted() }

    private var outcomes: [String: String] {
        var outcomes: [String: String] = [:]
        for entry in json["outcomes"]?.arrayValue ?? [] {
            if let name = entry["name"]?.stringValue { outcomes[name] = entry["outcome"]?.stringValue }
        }
        return outcomes
    }

    private func age(_ value: JSONValue?) -> String? {
        value?.stringValue.flatMap { Timestamp.parse($0) }.map { Self.period(Int(now.timeIntervalSince($0))) }
    }

    /// `40 s`, `12 min`, `5 h`, `3 d`.
    static func period(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        if seconds < 100 { return "\(seconds) s" }
        if seconds < 7_200 { return "\(seconds / 60) min" }
        return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
    }
}
