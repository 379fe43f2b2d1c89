import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@Suite struct OptionsLanguageTests {
    private let installation = Installation(
        platform: .ios, version: "1.5", channel: .appstore, language: "en")

    @Test func `the language of the app is that of the installation`() {
        #expect(Airworthy.Options(installation: installation).installation.language == "en")
        #expect(Airworthy.Options().installation.language == Installation.current.language)
    }

    @Test func `a fixed language and that of the device replace it, at once and later`() {
        let device = Locale.preferredLanguages.first
        #expect(Airworthy.Options(installation: installation, language: .fixed("ja")).installation.language == "ja")
        #expect(Airworthy.Options(installation: installation, language: .device).installation.language == device)
        var options = Airworthy.Options(installation: installation)
        options.language = .fixed("ko")
        #expect(options.installation.language == "ko")
        options.language = .app
        #expect(options.installation.language == Installation.current.language)
    }
}
