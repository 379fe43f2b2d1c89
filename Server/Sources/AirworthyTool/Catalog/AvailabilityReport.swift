import AirworthyPolicy
import Foundation

/// The published and the waiting changes of the known releases, in the output of the `catalog` commands.
struct AvailabilityReport {
    let app: String
    /// `published` of the server's response.
    var published: JSONValue?
    /// `waiting` of the server's response.
    var waiting: JSONValue?
    var style = TerminalStyle.standardOutput

    /// The most releases that are listed as taken away, and as added.
    private static let longestList = 10
    /// The longest time that the server takes to publish after a pause.
    private static let delay = 60.0

    var lines: [String] { publishedLines + waitingLines }

    private var publishedLines: [String] {
        guard let revision = published?["revision"]?.intValue, let published else { return [] }
        return ["\(style("PUBLISHED", as: .green, .bold))  \(app.printable), revision \(revision)"]
            + items(of: published)
    }

    private var waitingLines: [String] {
        guard let waiting, waiting != .null else { return [] }
        let count =
            Self.sentences(of: waiting["removed"], isAdded: false).count
            + Self.sentences(of: waiting["added"], isAdded: true).count
        let subject = count == 0 ? "changed details" : count.counted("change")
        let verb = count == 1 ? "waits" : "wait"
        let time = Self.latest(waiting["publishesAt"]).map { "until \($0)" } ?? "for the next minute"
        return ["\(style("WAITING", as: .yellow, .bold))  \(subject) \(verb) \(time)"] + items(of: waiting)
            + [Self.advice(app)]
    }

    /// The command that publishes what waits.
    static func advice(_ app: String) -> String { "Publish now: airworthy catalog publish --app \(app.printable)" }

    /// Returns the minute by which the server publishes what waits until a date; `nil` if it is due.
    static func latest(_ date: JSONValue?) -> String? {
        guard let end = date?.stringValue.flatMap({ Timestamp.parse($0) }) else { return nil }
        let minutes = ((end.timeIntervalSince1970 + delay) / 60).rounded(.up)
        return UTCTime.text(Date(timeIntervalSince1970: minutes * 60))
    }

    private func items(of change: JSONValue) -> [String] {
        shortened(Self.sentences(of: change["removed"], isAdded: false), mark: style("-", as: .red))
            + shortened(Self.sentences(of: change["added"], isAdded: true), mark: style("+", as: .green))
    }

    private func shortened(_ sentences: [String], mark: String) -> [String] {
        let lines = sentences.prefix(Self.longestList).map { "  \(mark) \($0)" }
        let rest = sentences.count - lines.count
        return rest > 0 ? lines + ["  \(mark) and \(rest) more"] : lines
    }

    /// Returns a sentence for each release, with the channels on which the same happens to it.
    private static func sentences(of items: JSONValue?, isAdded: Bool) -> [String] {
        var found: [(text: String, channels: [String])] = []
        for item in items?.arrayValue ?? [] {
            let isWhole = item["whole"]?.boolValue ?? true
            let words =
                isWhole ? (isAdded ? "offered" : "no longer offered") : "offered to \(isAdded ? "more" : "fewer")"
            let text = "\(name(of: item)) is \(words) on "
            let channel = (item["channel"]?.stringValue ?? "").printable
            if let index = found.firstIndex(where: { $0.text == text }) {
                found[index].channels.append(channel)
            } else {
                found.append((text, [channel]))
            }
        }
        return found.map { $0.text + $0.channels.joined(separator: ", ") }
    }

    private static func name(of item: JSONValue) -> String {
        let platform = item["platform"]?.stringValue.map { Platform($0).displayName } ?? ""
        let build = item["build"]?.stringValue.map { " (\($0))" } ?? ""
        return "\(platform) \(item["version"]?.stringValue ?? "")\(build)".printable
    }
}
