import AirworthyPolicy
import Foundation

extension Airworthy.Options {
    /// The choice of the language in which screens appear, and in which the texts and notes of policies and releases are chosen.
    ///
    /// ```swift
    /// let airworthy = Airworthy(.config(url), options: Airworthy.Options(language: .fixed("ja")))
    /// ```
    public enum Language: Hashable, Sendable {
        /// The language in which the system runs the app: the first of `Bundle.main.preferredLocalizations`. An app without
        /// localisations runs in its development language, which is English unless the project says otherwise, whatever its texts are.
        case app
        /// The user's first language, whether or not the app has it: the first of `Locale.preferredLanguages`.
        case device
        /// A language as a BCP 47 tag, e.g. `ja` for an app whose texts are Japanese without a localisation.
        case fixed(String)

        /// The language's tag; `nil` if the system names none.
        var tag: String? {
            switch self {
            case .app: Installation.current.language
            case .device: Locale.preferredLanguages.first
            case .fixed(let tag): tag
            }
        }

        /// Returns a sentence for developers if a user with this device sees screens in another language than the device's.
        /// - Parameters:
        ///   - used: The language of the screens.
        ///   - device: The user's first language.
        /// - Returns: The sentence; `nil` if the languages are the same, one is unknown, or the app has chosen.
        func hint(used: String?, device: String?) -> String? {
            guard self == .app, let used, let device, Self.code(used) != Self.code(device) else { return nil }
            return
                "Screens are in the app's language, \(used), and the device's is \(device): if the app's texts are not, set "
                + "Options(language: .fixed(\"\(Self.code(device))\")) or .device."
        }

        private static func code(_ tag: String) -> String {
            String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
        }
    }
}
