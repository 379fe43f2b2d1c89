import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct CheckResultTests {
    private let text = UIText(language: "en")

    private func result(_ outcome: UpdateCheck.Outcome, _ decision: Decision) -> CheckResult {
        CheckResult(
            UpdateCheck(
                outcome: outcome, presentation: Presentation(.nothing(.nothingToShow)), decision: decision,
                isFresh: true),
            text: text)
    }

    @Test func `an up-to-date app and a failed check have different texts and no button`() {
        let current = CheckResult(headline: "This app is up to date", symbol: "checkmark.circle.fill")
        #expect(result(.upToDate, Samples.decision(.ok)) == current)
        let unknown = result(.undetermined, Samples.decision(.ok))
        #expect(unknown.headline.hasPrefix("Couldn’t find out"))
        #expect(unknown.links == nil)
    }

    @Test func `a newer release shows its version, its notes and a link`() {
        var update = Samples.update()
        update.notes = "Faster."
        let found = result(.available(update), Samples.decision(.recommended, update: update))
        #expect(found.headline == "An update is available")
        #expect(found.versions?.line == "1.5 → 2.0")
        #expect(found.versions?.spoken == "Installed: 1.5. Newest: 2.0.")
        #expect(found.details.isEmpty && found.notes?.title == "What’s New")
        #expect(found.notes?.text == "Faster.")
        #expect(found.button == "Update" && found.links?.place == .appStore)
        #expect(found.decision != nil)
    }

    @Test func `a TestFlight result shows builds, notes, the remaining time and a TestFlight link`() throws {
        let copy = Samples.copy(.testflight(.external))
        let newest = TestFlightBuild(
            version: try AppVersion("1.5"), build: try BuildNumber("151"), notes: "Try tags.",
            url: "https://testflight.apple.com/join/x")
        let report = TestFlightReport(
            installation: copy, newest: newest, expiresAt: Samples.now.addingTimeInterval(86_400 * 4), appleID: 42)
        let found = CheckResult(report, installation: copy, text: text, at: Samples.now)
        #expect(found.headline == "An update is available")
        #expect(found.versions?.line == "1.5 (150) → 1.5 (151)")
        #expect(found.details == ["This beta stops working in 4 days"])
        #expect(found.notes?.title == "What to Test")
        #expect(found.button == "Open TestFlight")
        #expect(found.links?.urls.first?.scheme == "itms-beta")
        #expect(CheckResult.installed(copy, text: text) == "Installed: 1.5 (150)")
    }

    @Test func `a beta that needs a newer system names the system and has no button`() throws {
        let copy = Samples.copy(.testflight(nil))
        let newest = TestFlightBuild(version: try AppVersion("2.0"), minimumOS: try AppVersion("19.0"))
        let found = CheckResult(
            TestFlightReport(installation: copy, newest: newest, appleID: 42), installation: copy, text: text,
            at: Samples.now)
        #expect(found.headline == "An update is available, but it needs iOS 19.0 or later.")
        #expect(found.links == nil)
    }

    @Test func `a TestFlight report without a build is an unknown result`() {
        let copy = Samples.copy(.testflight(nil))
        let found = CheckResult(
            TestFlightReport(installation: copy, newest: nil), installation: copy, text: text,
            at: Samples.now)
        #expect(found.headline.hasPrefix("Couldn’t find out"))
    }
}
