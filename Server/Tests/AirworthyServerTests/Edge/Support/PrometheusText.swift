/// A strict parser for the text format of Prometheus.
enum PrometheusText {
    struct Family: Sendable {
        var type: String
        var samples: [String: Double] = [:]
    }

    struct Malformed: Error { let line: String }

    static func read(_ text: String) throws -> [String: Family] {
        guard text.hasSuffix("\n") else { throw Malformed(line: "the last line does not end") }
        var families: [String: Family] = [:]
        var current = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if line.hasPrefix("# HELP ") { continue }
            if line.hasPrefix("# TYPE ") {
                let parts = line.split(separator: " ")
                guard parts.count == 4, ["counter", "gauge", "histogram"].contains(parts[3]),
                    families[String(parts[2])] == nil
                else { throw Malformed(line: String(line)) }
                current = String(parts[2])
                families[current] = Family(type: String(parts[3]))
                continue
            }
            let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\.)*",?)*\})? (\S+)/
            guard let match = line.wholeMatch(of: sample), match.1.hasPrefix(current),
                let value = Double(match.3 == "+Inf" ? "inf" : String(match.3))
            else { throw Malformed(line: String(line)) }
            let suffix = match.1.dropFirst(current.count)
            guard suffix.isEmpty || families[current]?.type == "histogram" else { throw Malformed(line: String(line)) }
            families[current]?.samples[suffix + String(match.2 ?? "")] = value
        }
        return families
    }
}
