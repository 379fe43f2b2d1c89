import AirworthyPolicy
import AirworthyTexts
import Foundation
import LaunchScreens

/// The screen that an app shows for a decision at launch, as text: what it says and offers in a language.
struct ScreenReport {
    let decision: Decision
    let installation: Installation
    let language: String
    let now: Date

    /// The lines of the report.
    var lines: [String] {
        let shown = LaunchScreen(language: language, at: now).content(for: decision, of: installation)
        guard let screen = shown else { return ["no screen"] }
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
