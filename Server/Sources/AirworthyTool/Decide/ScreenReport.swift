import AirworthyPolicy
import AirworthyTexts
import CScreenTexts
import Foundation

/// The screen that an app shows for a decision at launch, as text: what it says and offers in a language.
struct ScreenReport {
    let decision: Decision
    let installation: Installation
    let language: String
    let now: Date

    /// The lines of the report.
    var lines: [String] {
        let zone = TimeZone(secondsFromGMT: 0) ?? .current
        let calendar = Calendar(identifier: .gregorian)
        let history = PromptHistory().after(.launched(installation), at: now, calendar: calendar, timeZone: zone)
            .history
        let shown = present(
            decision, history: history, context: Presentation.Context(.launch), at: now, calendar: calendar,
            timeZone: zone)
        let writer = ScreenWriter(language: language, timeZone: zone, now: now, files: [.embedded])
        guard let screen = writer.content(for: decision, presentation: shown) else { return ["no screen"] }
        var lines = ["\(screen.kind)", "  \(screen.title)"]
        lines += [screen.message].filter { !$0.isEmpty }.map { "  \($0)" }
        lines += screen.details.map { "  \($0)" }
        if let notes = screen.notes {
            lines += ["  \(notes.title)"] + notes.text.split(separator: "\n").map { "    \($0)" }
        }
        lines.append("  " + screen.actions.map { "[\(screen.labels[$0] ?? "")]" }.joined(separator: " "))
        return lines
    }
}

extension TextFiles {
    /// The texts compiled into this program.
    static let embedded = TextFiles { language, kind in
        let file = screen_text_file(language, kind.rawValue)
        return file.bytes.map { Data(bytes: $0, count: file.length) }
    }
}
