import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The screen that cannot be left.
@Suite(.timeLimit(.minutes(1))) @MainActor struct GateTests {
    private let world = FakeWorld()
    nonisolated static let blocking: [Decision.Status] = [.required, .requiredUnavailable, .maintenance]

    @Test(arguments: blocking)
    func `at launch a block is there in the content's place`(_ status: Decision.Status) async {
        let airworthy = world.preview(Samples.decision(status))
        let host = window(airworthy)
        #expect(!host.everything.contains("Your tags"), "in the first frame already")
        await host.settle()
        #expect(!host.everything.contains("Your tags"))
        #expect(!host.canWork && host.presented.isEmpty)
        #expect(throws: Host.CannotDo.self) { try host.swipeAway() }
    }

    @Test func `every button of every block does what it says`() async throws {
        for status in Self.blocking {
            let host = window(world.preview(Samples.decision(status)))
            await host.settle()
            let update = status == .required ? ["Update"] : []
            let more = status == .maintenance ? ["More Information"] : []
            #expect(host.buttons == update + ["Try Again"] + more + ["Contact Support"])
            for button in host.buttons {
                try host.press(button)
                await host.settle()
                #expect(!host.canWork, "\(button) is no way out")
            }
            #expect(
                host.opened.map(\.absoluteString)
                    == update.map { _ in "https://apps.apple.com/app/id42" }
                    + more.map { _ in "https://status.example.com" } + ["https://help.example.com"])
        }
    }

    @Test(arguments: [Decision.Status.ok, .recommended])
    func `what does not block leaves the content alone`(_ status: Decision.Status) async throws {
        let host = window(world.preview(Samples.decision(status)))
        await host.settle()
        if host.sheet != nil { try host.press("Later") }
        await host.settle()
        try host.press("Add")
        #expect(host.text == "Your tags: 1 Add")
    }

    @Test func `the gate is there after the background and after another scene, until the decision lifts it`()
        async throws
    {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = window(airworthy)
        await host.settle()
        #expect(host.text.contains("Update Required") && !host.canWork)
        await host.leave()
        world.pass(3_600)
        await host.comeBack()
        #expect(host.text.contains("Update Required") && !host.canWork)
        let other = window(airworthy)
        await Host.settle([host, other])
        #expect(!other.canWork && other.text.contains("Update Required"))
        host.close()
        await other.settle()
        #expect(!other.canWork)
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        try other.press("Try Again")
        await other.settle()
        #expect(other.canWork, "it lifts at once, and the scene that is left does the work")
    }

    @Test func `a block in the middle of work waits for the return, and nothing is lost under it`() async throws {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = window(airworthy)
        await host.settle()
        try host.press("Add")
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await airworthy.check()
        await host.settle()
        #expect(host.canWork, "not in the middle of work")
        await host.leave()
        world.pass(60)
        await host.comeBack()
        #expect(host.text.contains("Update Required") && !host.canWork)
        #expect(!host.elements.contains { $0.label.contains("Your tags") }, "VoiceOver cannot reach it either")
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        try host.press("Try Again")
        await host.settle()
        try host.press("Add")
        #expect(host.text == "Your tags: 2 Add")
    }

    @Test func `a window that closes brings no block into another one's work`() async throws {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let (one, other) = (window(airworthy), window(airworthy))
        await Host.settle([one, other])
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await airworthy.check()
        #expect(airworthy.decision.blocking)
        one.close()
        await other.settle()
        #expect(other.canWork)
        #expect(world.requests.count == 2, "the scene that is left does the work, and has no reason to ask")
        await other.leave()
        world.pass(60)
        await other.comeBack()
        #expect(!other.canWork)
    }

    @Test func `a gate from the store says that it is being checked until there is an answer`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await world.launch(Samples.config).check()
        let stop = Signal()
        world.answer(Samples.files) { request in
            await stop.wait(after: 0)
            return TransportResponse(url: request.url, status: 503)
        }
        let host = window(world.launch(Samples.config))
        #expect(host.text.contains("Update Required"))
        await host.settle()
        #expect(host.text.contains("Checking for updates…"))
        stop.send()
        await host.settle()
        #expect(!host.text.contains("Checking for updates…") && host.text.contains("Update Required"))
    }

    @Test func `a maintenance lifts at its end by itself`() async throws {
        let setup = try Samples.rules(
            #"{"id": "move", "when": {}, "maintenance": {"until": "2026-11-20T12:10:00Z"}}"#)
        let host = window(world.launch(setup))
        await host.settle()
        #expect(host.text.contains("Under Maintenance") && !host.canWork)
        world.pass(601)
        await host.settle()
        #expect(host.canWork)
    }

    @Test func `who left again while the return was still being dealt with is away, and returns once more`() async {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = window(airworthy)
        await host.settle()
        let stop = Signal()
        world.answer(Samples.files) { request in
            await stop.wait(after: 0)
            return TransportResponse(url: request.url, status: 503)
        }
        for seconds in [61.0, 2] {
            await host.leave()
            world.pass(seconds)
            await host.comeBack()
        }
        await host.leave()
        stop.send()
        await host.settle()
        #expect(world.sleeping.isEmpty, "nobody waits for anything in the background")
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        world.pass(3_600)
        await host.comeBack()
        #expect(!host.canWork)
    }

    // MARK: Links

    @Test func `a link that is refused falls back to the next, and in the end to words`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let events = airworthy.events
        let host = window(airworthy)
        await host.settle()
        host.accepts = { $0.scheme == "itms-apps" }
        try host.press("Update")
        await host.settle()
        #expect(
            host.opened.map(\.absoluteString)
                == ["https://apps.apple.com/app/id42", "itms-apps://apps.apple.com/app/id42"])
        #expect(!host.text.contains("couldn’t be opened"))
        host.accepts = { _ in false }
        try host.press("Update")
        await host.settle()
        #expect(host.text.contains("The App Store couldn’t be opened."))
        #expect(!host.canWork)
        var trips: [Bool] = []
        for await event in events {
            if case .storeTrip(_, let opened) = event { trips.append(opened) }
            if trips.count == 2 { break }
        }
        #expect(trips == [true, false])
    }

    @Test func `three trips that change nothing lower the gate to a prompt that says so`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let host = window(world.launch(Samples.config))
        await host.settle()
        for trip in 1...3 {
            #expect(host.sheet == nil && !host.canWork, "trip \(trip)")
            try host.press("Update")
            await host.leave()
            world.pass(20 * 60)
            await host.comeBack()
        }
        #expect(host.sheet != nil && host.text.contains("Your tags"))
        #expect(host.everything.contains("doesn’t seem to be in the store yet"))
        try host.press("Later")
        await host.settle()
        #expect(host.canWork)
    }

    // MARK: Launch

    @Test func `a held launch makes the content only when the answer is there`() async {
        let stop = Signal()
        world.answer(Samples.files) { request in
            await stop.wait(after: 0)
            return TransportResponse(
                url: request.url, status: 200, headers: [:], body: Samples.config(minimum: "2.0"))
        }
        let host = window(world.launch(Samples.config), holdLaunch: 3)
        await host.settle()
        #expect(host.text == "Checking for updates…")
        stop.send()
        await host.settle()
        #expect(host.text.contains("Update Required") && !host.everything.contains("Your tags"))
    }

    @Test func `a window that closes does not end the wait of another one`() async {
        world.answer(Samples.files) { _ in
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        let airworthy = world.launch(Samples.config)
        let (one, other) = (window(airworthy, holdLaunch: 3), window(airworthy, holdLaunch: 3))
        await Host.settle([one, other])
        one.close()
        await other.settle()
        #expect(!other.canWork)
        world.pass(3)
        await other.settle()
        #expect(other.canWork)
    }

    @Test func `a held launch goes on when its time is over`() async {
        world.answer(Samples.files) { _ in
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        let host = window(world.launch(Samples.config), holdLaunch: 3)
        await host.settle()
        #expect(!host.canWork)
        world.pass(3)
        await host.settle()
        #expect(host.canWork)
    }

    @Test func `a hold on interruptions keeps the gate away until it ends`() async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let hold = airworthy.holdInterruptions()
        let host = window(airworthy)
        await host.settle()
        #expect(host.canWork)
        hold.end()
        await host.settle()
        #expect(!host.canWork && host.text.contains("Update Required"))
    }

    // MARK: A look of one's own

    @Test func `an app's own gate gets the decision and the actions, and stays a gate`() async throws {
        let airworthy = world.preview(Samples.decision(.required))
        let host = Host {
            Content().updateGate(airworthy).airworthyScreen(.gate) { screen in
                VStack {
                    Text(verbatim: "Mine: \(screen.decision.status.rawValue), \(screen.content.title)")
                    Button {
                        screen.perform(.update)
                    } label: {
                        Text(verbatim: "Go")
                    }
                    Button {
                        screen.perform(.later)
                    } label: {
                        Text(verbatim: "Escape")
                    }
                }
            }
        }
        await host.settle()
        #expect(host.text.contains("Mine: required, Update Required"))
        try host.press("Escape")
        await host.settle()
        #expect(!host.canWork, "later is not offered, so it does nothing")
        try host.press("Go")
        #expect(host.opened.map(\.absoluteString) == ["https://apps.apple.com/app/id42"])
    }

    @Test func `a theme gives the gate its picture and colour`() async {
        let airworthy = world.preview(Samples.decision(.required))
        let theme = AirworthyTheme(tint: .orange, logo: Image(systemName: "airplane"))
        let host = Host { Content().updateGate(airworthy).airworthyTheme(theme) }
        await host.settle()
        #expect(host.nodes.flatMap(\.all).contains { $0.kind == "image" && $0.value == "airplane" })
    }

    @Test(arguments: [AppKind.appExtension, .appClip])
    func `an extension and an App Clip ask for their features themselves`(_ kind: AppKind) async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let model = AirworthyModel(airworthy, kind: kind)
        let owner = Task { await model.serve() }
        for await decision in airworthy.decisions where decision.status == .required { break }
        #expect(world.requests.count == 1 && model.machine.item == nil)
        owner.cancel()
        await owner.value
    }

    @Test func `an extension and an App Clip have features but no gate`() async {
        for kind in [AppKind.appExtension, .appClip] {
            let model = AirworthyModel(world.preview(Samples.decision(.required)), isHolding: true, kind: kind)
            #expect(model.machine.item == nil && !model.machine.isCovered && model.machine.hasContent)
            model.present(.foreground)
            #expect(model.machine.item == nil)
        }
    }
}
