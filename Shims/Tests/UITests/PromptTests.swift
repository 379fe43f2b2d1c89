import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The prompt.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PromptTests {
    private let world = FakeWorld()
    private static let day: TimeInterval = 86_400

    private func prompted() async -> (Host, Airworthy) {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        let host = window(airworthy)
        await host.settle()
        return (host, airworthy)
    }

    @Test func `a prompt shows the release notes above the unchanged content`() async {
        let (host, airworthy) = await prompted()
        #expect(host.text == "Your tags: 0 Add")
        #expect(host.sheet != nil)
        #expect(host.everything.contains("Version 2.0 is available. You have 1.5."))
        #expect(host.buttons == ["Update", "Later", "Skip This Version"])
        #expect(await airworthy.promptEvents() == ["prompted"])
    }

    @Test(arguments: [("Later", ["prompted", "later"]), ("Skip This Version", ["prompted", "skip"])])
    func `a button that closes the prompt reports one answer`(_ button: String, _ told: [String]) async throws {
        let (host, airworthy) = await prompted()
        try host.press(button)
        await host.settle()
        #expect(host.sheet == nil && host.canWork)
        #expect(await airworthy.promptEvents() == told)
    }

    @Test func `the sheet keeps its texts while it closes`() async throws {
        let (host, _) = await prompted()
        try host.press("Later")
        await host.settle()
        #expect(host.sheet == nil)
        #expect(host.closing?.nodes.map(\.text).joined().contains("Version 2.0 is available") == true)
    }

    @Test func `swiping the prompt away reports one Later`() async throws {
        let (host, airworthy) = await prompted()
        try host.swipeAway()
        await host.settle()
        #expect(host.sheet == nil)
        #expect(await airworthy.promptEvents() == ["prompted", "later"])
    }

    @Test func `Update reports an answer and a trip and closes the sheet`() async throws {
        let (host, airworthy) = await prompted()
        try host.press("Update")
        await host.settle()
        #expect(host.opened.map(\.absoluteString) == ["https://apps.apple.com/app/id42"])
        #expect(host.sheet == nil)
        #expect(await airworthy.promptEvents() == ["prompted", "update", "trip true"])
    }

    @Test func `if no link opens the sheet stays, shows what to do and reports one answer`() async throws {
        let (host, airworthy) = await prompted()
        host.accepts = { _ in false }
        try host.press("Update")
        await host.settle()
        #expect(host.opened.count == 2)
        #expect(host.everything.contains("The App Store couldn’t be opened."))
        try host.press("Later")
        await host.settle()
        #expect(host.sheet == nil)
        #expect(await airworthy.promptEvents() == ["prompted", "update", "trip false"])
    }

    @Test func `a postponed prompt returns the next day, not the same day`() async throws {
        let (host, _) = await prompted()
        try host.press("Later")
        await host.leave()
        world.pass(3 * 3_600)
        await host.comeBack()
        #expect(host.sheet == nil, "15:00 of the same day")
        host.close()
        let relaunched = window(world.launch(Samples.lookup))
        await relaunched.settle()
        #expect(relaunched.sheet == nil, "a cold start the same day")
        await relaunched.leave()
        world.pass(10 * 3_600)
        await relaunched.comeBack()
        #expect(relaunched.sheet != nil, "01:00 of the next day")
    }

    @Test func `a skipped release never prompts again, but the next release does`() async throws {
        let (host, _) = await prompted()
        try host.press("Skip This Version")
        for _ in 1...3 {
            await host.leave()
            world.pass(Self.day)
            await host.comeBack()
            #expect(host.sheet == nil)
        }
        world.serve(Samples.listing("2.1"), at: Samples.appStore)
        await host.leave()
        world.pass(Self.day)
        await host.comeBack()
        #expect(host.everything.contains("Version 2.1 is available."))
    }

    @Test func `terminating the app during a prompt is not an answer`() async {
        let (host, _) = await prompted()
        host.close()
        let relaunched = window(world.launch(Samples.lookup))
        await relaunched.settle()
        #expect(relaunched.sheet != nil)
    }

    @Test func `a prompt survives backgrounding`() async {
        let (host, airworthy) = await prompted()
        await host.leave()
        world.pass(60)
        await host.comeBack()
        #expect(host.sheet != nil)
        #expect(await airworthy.promptEvents() == ["prompted"])
    }

    @Test func `a prompt disappears without an answer when its reason is gone`() async throws {
        let setup = try Samples.rules(
            #"{"id": "nudge", "when": {"attributes": {"plan": "old"}}, "update": "recommended", "url": "https://apps.apple.com/app/id42"}"#
        )
        let airworthy = world.launch(setup)
        airworthy.setAttribute("old", for: "plan")
        let host = window(airworthy)
        await host.settle()
        #expect(host.everything.contains("A new version is available."))
        airworthy.setAttribute("new", for: "plan")
        await host.settle()
        #expect(host.sheet == nil && host.canWork)
        #expect(await airworthy.promptEvents() == ["prompted"])
    }

    @Test func `a prompt for a newer release replaces the visible one and is reported`() async throws {
        let (host, airworthy) = await prompted()
        world.serve(Samples.listing("2.1"), at: Samples.appStore)
        _ = await airworthy.check()
        await host.settle()
        #expect(host.everything.contains("Version 2.1 is available."))
        try host.press("Later")
        await host.settle()
        #expect(host.sheet == nil)
        #expect(await airworthy.promptEvents() == ["prompted", "prompted", "later"])
    }

    @Test func `a prompt whose release becomes required stays until the next return shows the gate`() async throws {
        let setup = try Samples.rules(
            #"""
            {"id": "nudge", "when": {"attributes": {"plan": "old"}}, "update": "recommended", "skippable": true,
             "url": "https://apps.apple.com/app/id42"},
            {"id": "floor", "when": {}, "update": "required", "url": "https://apps.apple.com/app/id42"}
            """#)
        let airworthy = world.launch(setup)
        airworthy.setAttribute("old", for: "plan")
        let host = window(airworthy)
        await host.settle()
        airworthy.setAttribute("new", for: "plan")
        await host.settle()
        #expect(airworthy.decision.status == .required)
        #expect(host.buttons == ["Update", "Later"], "what is required cannot be skipped")
        try host.press("Later")
        await host.settle()
        #expect(host.canWork)
        await host.leave()
        world.pass(60)
        await host.comeBack()
        #expect(host.text.contains("Update Required") && !host.canWork)
    }

    @Test func `a prompt with a deadline counts down and has no Skip button`() async throws {
        let setup = try Samples.rules(
            #"""
            {"id": "nudge", "when": {}, "update": "required", "deadline": "2026-11-22T12:01:00Z", "skippable": true,
             "url": "https://apps.apple.com/app/id42"}
            """#)
        let host = window(world.launch(setup))
        await host.settle()
        #expect(host.everything.contains("Required in 2 days"))
        #expect(host.buttons == ["Update", "Later"])
        world.pass(Self.day)
        await host.settle()
        #expect(host.everything.contains("Required in 1 day"))
    }

    // MARK: Scenes

    @Test func `only one of three windows prompts, and its answer applies to all`() async throws {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        let windows = (1...3).map { _ in window(airworthy) }
        await Host.settle(windows)
        let prompting = windows.filter { $0.sheet != nil }
        #expect(prompting.count == 1)
        try prompting[0].press("Later")
        await Host.settle(windows)
        #expect(windows.allSatisfy { $0.sheet == nil })
        #expect(await airworthy.promptEvents() == ["prompted", "later"])
    }

    @Test func `a block covers all three windows and lifts in all`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let windows = (1...3).map { _ in window(airworthy) }
        await Host.settle(windows)
        #expect(windows.allSatisfy { !$0.canWork && $0.text.contains("Update Required") })
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        try windows[1].press("Check Again")
        await Host.settle(windows)
        #expect(windows.allSatisfy { $0.canWork })
    }

    @Test func `a prompt whose window closes moves to another window unanswered`() async {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        let (one, two) = (window(airworthy), window(airworthy))
        await Host.settle([one, two])
        let (holder, other) = one.sheet == nil ? (two, one) : (one, two)
        holder.close()
        await other.settle()
        #expect(other.sheet != nil)
        #expect(await airworthy.promptEvents() == ["prompted"])
    }

    // MARK: Banner

    @Test func `an update that cannot be installed and does not block is a banner once a day`() async throws {
        var decision = Samples.decision(.requiredUnavailable)
        decision.blocking = false
        decision.reason = .notInStorefront
        decision.message = "This version can lose tags."
        let airworthy = world.preview(decision)
        let host = window(airworthy)
        await host.settle()
        #expect(host.canWork && host.text.contains("This version can lose tags."))
        #expect(host.text.contains("of your country or region"))
        try host.press("Close")
        await host.settle()
        #expect(!host.text.contains("This version can lose tags."))
        await host.leave()
        world.pass(3_600)
        await host.comeBack()
        #expect(!host.text.contains("This version can lose tags."))
        await host.leave()
        world.pass(Self.day)
        await host.comeBack()
        #expect(host.text.contains("This version can lose tags."))
    }
}
