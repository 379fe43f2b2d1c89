import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The manual update check.
@Suite(.timeLimit(.minutes(5))) @MainActor struct CheckTests {
    private let world = FakeWorld()
    private static let server = Airworthy.Setup(
        policy: [.server(URL(string: "https://updates.example.com")!, pins: Pins(app: "tour", roots: []))])

    private func checked(_ airworthy: Airworthy) async throws -> Host {
        let host = Host { UpdateCheckView(airworthy) }
        try host.press("Check for Updates")
        await host.settle()
        return host
    }

    @Test func `before the check the view shows the installed version and makes no request`() async {
        let airworthy = world.launch(Samples.lookup)
        let host = Host { UpdateCheckView(airworthy) }
        await host.settle()
        #expect(host.text == "Installed: 1.5 Check for Updates")
        #expect(world.requests.isEmpty)
    }

    @Test func `during the check the view shows progress and no button`() async throws {
        let stop = Signal()
        world.answer(Samples.appStore) { request in
            await stop.wait(after: 0)
            return TransportResponse(url: request.url, status: 200, headers: [:], body: Samples.listing("1.5"))
        }
        let airworthy = world.launch(Samples.lookup)
        let host = Host { UpdateCheckView(airworthy) }
        try host.press("Check for Updates")
        await host.settle()
        #expect(host.text == "Installed: 1.5 Checking for updates…")
        #expect(host.buttons.isEmpty)
        stop.send()
        await host.settle()
        #expect(host.text.contains("This app is up to date"))
        #expect(host.buttons == ["Check for Updates"])
    }

    @Test func `a check interrupted by leaving the view does not show a failure`() async throws {
        let stop = Signal()
        world.answer(Samples.appStore) { request in
            await stop.wait(after: 0)
            return TransportResponse(url: request.url, status: 200, headers: [:], body: Samples.listing("2.0"))
        }
        let airworthy = world.launch(Samples.lookup)
        var isShown = true
        let host = Host { if isShown { UpdateCheckView(airworthy) } }
        await host.settle()
        try host.press("Check for Updates")
        await host.settle()
        isShown = false
        host.enter(.inactive)
        await host.settle()
        isShown = true
        host.enter(.active)
        await host.settle()
        #expect(!host.text.contains("Couldn’t find out"))
    }

    @Test func `a newer version is shown with a link to it`() async throws {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let host = try await checked(world.launch(Samples.lookup))
        #expect(host.text.contains("An update is available 1.5 → 2.0"))
        #expect(!host.text.contains("Installed"), "the line above says it")
        try host.press("Update")
        #expect(host.opened.map(\.absoluteString) == ["https://apps.apple.com/app/id42"])
    }

    @Test func `if no link opens the view shows what to do`() async throws {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let host = try await checked(world.launch(Samples.lookup))
        host.accepts = { _ in false }
        try host.press("Update")
        await host.settle()
        #expect(host.text.contains("The App Store couldn’t be opened."))
    }

    @Test func `a failed check never shows that the app is up to date`() async throws {
        world.disconnect(Samples.appStore)
        let host = try await checked(world.launch(Samples.lookup))
        #expect(host.text.contains("Couldn’t find out"))
        #expect(!host.text.contains("up to date"))
    }

    @Test func `a manual check offers a required update without blocking`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = try await checked(airworthy)
        #expect(host.buttons.contains("Update"))
    }

    @Test func `in TestFlight the check asks the server for this user's group of testers`() async throws {
        world.answer("updates.example.com") { request in
            let json =
                request.url.path.hasSuffix("latest/internal")
                ? """
                {"version": "1.5", "buildNumber": "151", "releaseNotes": "Try tags.",
                 "testFlightURL": "itms-beta://beta.itunes.apple.com/v1/app/42"}
                """ : #"{"builds": []}"#
            return TransportResponse(url: request.url, status: 200, headers: [:], body: Array(json.utf8))
        }
        let host = try await checked(world.launch(Self.server, channel: .testflight(.internal)))
        #expect(host.text.contains("1.5 (150) → 1.5 (151)") && host.text.contains("What to Test Try tags."))
        host.accepts = { $0.host == "apps.apple.com" }
        try host.press("Open TestFlight")
        await host.settle()
        #expect(
            host.opened.map(\.absoluteString) == [
                "itms-beta://beta.itunes.apple.com/v1/app/42", "https://apps.apple.com/app/testflight/id899247664",
            ], "without TestFlight, to TestFlight in the store")
    }

    @Test func `the view can check when it appears, once`() async {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        var isShown = true
        let host = Host { if isShown { UpdateCheckView(airworthy, checksOnAppear: true) } }
        await host.settle()
        #expect(host.text.contains("1.5 → 2.0"))
        #expect(world.requests.count == 1)
        isShown = false
        await host.settle()
    }

    @Test(arguments: [
        (Channel.appstore, false), (.unknown, false), (.debug, true), (.testflight(.external), true), (.web, true),
    ])
    func `the view can hide itself on the App Store`(_ channel: Channel, _ isShown: Bool) async {
        let airworthy = world.launch(Samples.lookup, channel: channel)
        let host = Host { UpdateCheckView(airworthy, checksOnAppear: true, hidesOnAppStore: true) }
        await host.settle()
        #expect(host.text.isEmpty == !isShown)
        #expect(world.requests.isEmpty == !isShown, "a hidden view checks nothing")
        host.close()
    }

    @Test func `a button of the app's own opens the app in TestFlight, or TestFlight itself`() async {
        for (appleID, page) in [(42, "itms-beta://beta.itunes.apple.com/v1/app/42"), (nil, "itms-beta://")] {
            let airworthy = world.launch(Airworthy.Setup(policy: [.rules(Policy(appleID: appleID, rules: []))]))
            var opened: [String] = []
            let isOpen = await airworthy.openTestFlight { url, done in
                opened.append(url.absoluteString)
                done(url.scheme == "https")
            }
            #expect(isOpen)
            #expect(opened.first == page)
            #expect(opened.last == "https://apps.apple.com/app/testflight/id899247664", "it installs TestFlight")
        }
    }

    @Test(arguments: Decision.Status.allCases)
    func `each decision status has a result`(_ status: Decision.Status) async throws {
        let host = try await checked(world.preview(Samples.decision(status)))
        let offers = status == .recommended || status == .required
        #expect(host.buttons.contains("Update") == offers)
        #expect(host.buttons.contains("Check for Updates"))
    }

    @Test(arguments: [(Channel.debug, true), (.appstore, false)])
    func `a check that can never succeed says so, and developers what is missing`(
        _ channel: Channel, _ namesObstacle: Bool
    ) async throws {
        let rules = Airworthy.Setup(policy: [.rules(Policy(rules: []))])
        let host = try await checked(world.launch(rules, channel: channel))
        #expect(host.text.contains("Couldn’t find out whether there is an update."))
        #expect(!host.text.contains("Try again later"))
        #expect(host.text.contains("-AirworthyPretend appstore") == namesObstacle)
        host.close()
    }
}
