import AirworthyPolicy
import Foundation

/// The sources of an app's releases and their age, in the output of `catalog show` and `catalog sync`.
struct CatalogSourcesReport {
    /// The response of the server.
    let json: JSONValue
    var style = TerminalStyle.standardOutput
    var now = WallClock.now()

    var lines: [String] {
        var table = Table(["SOURCE", "CHECKED (UTC)", "AGE", "INTERVAL", "STATE"])
        let outcomes = self.outcomes
        for source in json["sources"]?.arrayValue ?? [] {
            let name = source["name"]?.stringValue ?? ""
            let isStale = source["stale"]?.boolValue ?? false
            let states = [outcomes[name], isStale ? "stale" : nil, source["problem"]?.stringValue].compactMap { $0 }
            table.add([
                name, UTCTime.cell(source["asOf"], orElse: "never"), age(of: source["asOf"]) ?? "",
                source["interval"]?.intValue.map(Self.period) ?? "",
                states.isEmpty ? "ok" : states.joined(separator: ", "),
            ])
        }
        return table.lines(style: style, whenEmpty: "no source has reported anything yet")
    }

    /// The sources that did not answer.
    var failures: [String] { outcomes.filter { $0.value == "failed" }.keys.sorted() }

    private var outcomes: [String: String] {
        var outcomes: [String: String] = [:]
        for entry in json["outcomes"]?.arrayValue ?? [] {
            if let name = entry["name"]?.stringValue { outcomes[name] = entry["outcome"]?.stringValue }
        }
        return outcomes
    }

    private func age(of value: JSONValue?) -> String? {
        value?.stringValue.flatMap { Timestamp.parse($0) }.map { Self.period(Int(now.timeIntervalSince($0))) }
    }

    /// Returns a duration such as `40 s`, `12 min`, `5 h` or `3 d`.
    private static func period(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        if seconds < 100 { return "\(seconds) s" }
        if seconds < 7_200 { return "\(seconds / 60) min" }
        return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
    }
}
