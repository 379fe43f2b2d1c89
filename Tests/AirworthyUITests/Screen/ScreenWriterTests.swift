import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct ScreenWriterTests {
    private func content(_ shown: Presentation.Content, _ decision: Decision) -> ScreenContent? {
        Samples.writer.content(Samples.item(shown, decision))
    }

    @Test func `a gate shows the installed and the offered version, and the Update button`() throws {
        let gate = try #require(content(.gate(.init(Samples.update())), Samples.decision(.required)))
        #expect(gate.kind == .gate)
        #expect(gate.title == "Update Required")
        #expect(gate.details == ["Version 2.0 is available. You have 1.5."])
        #expect(gate.actions == [.update, .retry])
        #expect(gate.labels == [.update: "Update", .retry: "Check Again"])
        #expect(gate.progress == nil && gate.refusal == nil)
    }

    @Test func `the rule's own texts take precedence over the built-in ones`() throws {
        let decision = Samples.decision(.required) {
            $0.title = "Your tags are at risk"
            $0.message = "Version 1.5 can lose them."
            $0.support = "mailto:help@example.com"
        }
        let gate = try #require(content(.gate(.init(Samples.update())), decision))
        #expect(gate.title == "Your tags are at risk")
        #expect(gate.message == "Version 1.5 can lose them.")
        #expect(gate.actions == [.update, .retry, .support])
    }

    @Test func `a gate shows that a check is in progress`() {
        #expect(
            content(.gate(.init(nil, isRechecking: true)), Samples.decision(.required))?.progress
                == "Checking for updates…")
        var item = Samples.item(.gate(.init()), Samples.decision(.required))
        item.isRetrying = true
        #expect(Samples.writer.content(item)?.progress != nil)
    }

    @Test(arguments: [
        (Reason.osTooOld, "newer system"), (.notInStorefront, "of your country or region"),
        (.notSettled, "just been released"),
        (.phased, "just been released"), (.noURL, "where you got this app"), (.noEvidence, "where you got this app"),
        (.noOffer, "none can be installed yet"), (.loop, "none can be installed yet"),
        (Reason(rawValue: "fromTheFuture"), "none can be installed yet"),
    ])
    func `a gate without an installable update shows advice`(_ reason: Reason, _ words: String) throws {
        let silent = Samples.decision(.requiredUnavailable) { $0.reason = reason }
        let gate = try #require(content(.gate(.init()), silent))
        #expect(gate.kind == .unavailable)
        #expect(gate.message.contains(words))
        #expect(gate.actions == [.retry], "there is no link to press")
        var told = silent
        told.message = "This version loses tags."
        let advised = try #require(content(.gate(.init()), told))
        #expect(advised.message == "This version loses tags.")
        #expect(advised.details.contains { $0.contains(words) })
    }

    @Test func `the advice names the required system if it is known`() throws {
        var update = Samples.update(url: nil)
        update.minimumOS = try AppVersion("19.0")
        let decision = Samples.decision(.requiredUnavailable) {
            $0.reason = .osTooOld
            $0.update = update
        }
        #expect(content(.gate(.init(update)), decision)?.message.contains("iOS 19.0 or later") == true)
    }

    @Test func `a maintenance screen shows its end and a link to the status page`() throws {
        let decision = Samples.decision(.maintenance) {
            $0.maintenance = Maintenance(until: Samples.now, url: "https://status.example.com")
            $0.support = "https://help.example.com"
        }
        let screen = try #require(content(.maintenance(until: Samples.now, isRechecking: true), decision))
        #expect(screen.kind == .maintenance)
        #expect(screen.details.count == 1 && screen.details[0].hasPrefix("Expected to be back: "))
        #expect(screen.actions == [.retry, .status, .support])
        #expect(screen.progress != nil)
    }

    @Test func `a prompt has the buttons of its presentation in order`() throws {
        var update = Samples.update()
        update.notes = "  Faster.  "
        let decision = Samples.decision(.recommended, update: update)
        let prompt = try #require(
            content(.prompt(.init(update, options: [.update, .later, .skip])), decision))
        #expect(prompt.title == "Update Available")
        #expect(prompt.message == "Version 2.0 is available. You have 1.5.")
        #expect(prompt.details == [])
        #expect(prompt.notes == .init(title: "What’s New", text: "Faster."))
        #expect(prompt.actions == [.update, .later, .skip])
        #expect(prompt.labels[.skip] == "Skip This Version")
    }

    @Test(arguments: [
        (180_000, "Required in 2 days"), (90_000, "Required in 1 day"), (18_000, "Required in 5 hours"),
        (3_600, "Required in 1 hour"), (59, "Required in less than an hour"),
    ])
    func `a countdown is shown in its largest unit`(_ seconds: Int, _ words: String) {
        let countdown = Presentation.Countdown(to: Samples.now.addingTimeInterval(Double(seconds)), at: Samples.now)
        let shown = content(
            .prompt(.init(Samples.update(), countdown: countdown)), Samples.decision(.recommended))
        #expect(shown?.details == [words])
    }

    @Test func `a gate lowered to a prompt explains why the update can be postponed`() {
        let shown = content(
            .prompt(.init(Samples.update(), lowered: .storeTrips)), Samples.decision(.required))
        #expect(shown?.details.contains { $0.contains("doesn’t seem to be in the store") } == true)
    }

    @Test func `a prompt for an expiring beta shows the expiry and warns about leaving the beta`() throws {
        var update = Samples.update()
        update.leavesBeta = true
        var decision = Samples.decision(.recommended, .testflight(.external), update: update) {
            $0.reason = .betaExpiry
            $0.expiry = Samples.now.addingTimeInterval(3 * 86_400)
        }
        let leaving = try #require(content(.prompt(.init(update)), decision))
        #expect(leaving.title == "Update Available")
        #expect(
            leaving.details == [
                "This beta stops working in 3 days",
                "This is the App Store version. Installing it ends the beta on this device.",
            ])
        decision.update = nil
        let alone = try #require(content(.prompt(.init(nil, options: [.later])), decision))
        #expect(alone.message == "This beta stops working in 3 days")
        #expect(alone.details == [] && alone.actions == [.later])
    }

    @Test func `in TestFlight the texts name builds and the button opens TestFlight`() throws {
        let update = Samples.update(url: "itms-beta://beta.itunes.apple.com/v1/app/42")
        let decision = Samples.decision(.recommended, .testflight(.internal), update: update)
        let prompt = try #require(content(.prompt(.init(update)), decision))
        #expect(prompt.title == "New Beta Available")
        #expect(prompt.message == "Version 2.0 (200) is available. You have 1.5 (150).")
        #expect(prompt.labels[.update] == "Open TestFlight")
    }

    @Test(arguments: [
        (Samples.store, "The App Store couldn’t be opened."),
        ("itms-beta://beta.itunes.apple.com/v1/app/42", "TestFlight couldn’t be opened."),
        ("https://get.example.com/app", "https://get.example.com/app"),
    ])
    func `a link that did not open shows what to do instead`(_ url: String, _ words: String) {
        let update = Samples.update(url: url)
        var item = Samples.item(.gate(.init(update)), Samples.decision(.required, update: update))
        item.trip = .refused
        #expect(Samples.writer.content(item)?.refusal?.contains(words) == true)
    }

    @Test func `a link that the app may not open has no Update button`() {
        let update = Samples.update(url: "http://example.com")
        let decision = Samples.decision(.required, update: update) { $0.support = "javascript:alert(1)" }
        #expect(content(.gate(.init(update)), decision)?.actions == [.retry])
    }

    @Test func `a banner has a Close button`() {
        let decision = Samples.decision(.requiredUnavailable) { $0.message = "Soon." }
        let banner = content(.banner, decision)
        #expect(banner?.title == "Notice About This Version")
        #expect(banner?.message == "Soon.")
        #expect(banner?.actions == [.close])
    }

    @Test func `every button has a title`() {
        let presentations: [Presentation.Content] = [
            .banner, .gate(.init(Samples.update())), .maintenance(until: Samples.now, isRechecking: false),
            .prompt(.init(Samples.update(), options: [.update, .later, .skip])),
        ]
        for status in Decision.Status.allCases {
            for shown in presentations {
                let content = content(shown, Samples.decision(status))
                #expect(content?.actions.allSatisfy { content?.labels[$0]?.isEmpty == false } == true)
            }
        }
    }
}
