import AirworthyPolicy
import AirworthyTexts
import ServerSupport

/// A visit of an app's public page, reduced to what the page depends on, so that visitors share answers.
package struct DownloadQuestion: Hashable, Sendable {
    /// The kinds of devices that get different buttons.
    package enum Device: Hashable, Sendable {
        /// An iPhone or iPad, which opens the store itself.
        case phone
        /// A Mac, or an iPad that says it is one.
        case mac
        /// Any other, where the address has to get to a phone first.
        case other
    }

    /// The installed version that the visitor comes from.
    package enum Installed: Hashable, Sendable {
        case none
        case version(String)
        /// The address names a version that is none.
        case unreadable
    }

    package let device: Device
    package let installed: Installed
    /// Whether the installed app is from TestFlight.
    package let isTestFlight: Bool
    /// The language of the app's screen, one of those that have texts.
    package let language: String

    private static let longestVersion = 64

    /// Reads a visit from the fields of its address and the header fields of these names.
    package init(query: FormFields, userAgent: String?, acceptLanguage: String?) {
        device = Self.device(userAgent)
        if let text = query["version"] {
            let isVersion = text.utf8.count <= Self.longestVersion && (try? AppVersion(text)) != nil
            installed = isVersion ? .version(text) : .unreadable
        } else {
            installed = .none
        }
        isTestFlight = query["channel"].map { $0.hasPrefix("testflight") } ?? false
        let asked = query["language"].map(LanguagePreference.init(tag:))
        let accepted = LanguagePreference(acceptLanguage: acceptLanguage ?? "")
        let languages = ScreenWriter.languages
        language = asked?.first(of: languages) ?? accepted.first(of: languages) ?? "en"
    }

    /// The memory of the texts.
    package var textBytes: Int {
        if case .version(let text) = installed { text.utf8.count + language.utf8.count } else { language.utf8.count }
    }

    private static func device(_ userAgent: String?) -> Device {
        guard let userAgent = userAgent?.prefix(500) else { return .other }
        if ["iPhone", "iPad", "iPod"].contains(where: { userAgent.contains($0) }) { return .phone }
        return userAgent.contains("Macintosh") ? .mac : .other
    }
}
