package import AirworthyPolicy
package import AirworthyTexts
import CScreenTexts
package import Foundation

/// Writes the screen that an app shows for a decision at its launch, in one language. Times are in UTC.
package struct LaunchScreen: Sendable {
    private static let zone = TimeZone.gmt

    private let writer: ScreenWriter
    private let now: Date

    /// Creates a writer.
    /// - Parameters:
    ///   - language: A language of ``ScreenWriter/languages``. Other languages have English texts.
    ///   - now: The time of the launch.
    package init(language: String, at now: Date) {
        writer = ScreenWriter(language: language, timeZone: Self.zone, now: now, files: [.embedded])
        self.now = now
    }

    /// Returns the texts and buttons of the screen on a device that has shown nothing before.
    /// - Parameters:
    ///   - decision: The decision.
    ///   - installation: The installed app.
    /// - Returns: The content; `nil` if the app shows nothing.
    package func content(for decision: Decision, of installation: Installation) -> ScreenContent? {
        let calendar = Calendar(identifier: .gregorian)
        let history = PromptHistory().after(
            .launched(installation), at: now, calendar: calendar, timeZone: Self.zone
        ).history
        let shown = present(
            decision, history: history, context: Presentation.Context(.launch), at: now, calendar: calendar,
            timeZone: Self.zone)
        return writer.content(for: decision, presentation: shown)
    }
}

extension TextFiles {
    /// The texts compiled into this program.
    static let embedded = TextFiles { language, kind in
        let file = screen_text_file(language, kind.rawValue)
        return file.bytes.map { Data(bytes: $0, count: file.length) }
    }
}
