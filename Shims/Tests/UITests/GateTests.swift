import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The gate.
@Suite(.timeLimit(.minutes(5))) @MainActor struct GateTests {
    private let world = FakeWorld()
    nonisolated static let blocking: [Decision.Status] = [.required, .requiredUnavailable, .maintenance]

    @Test(arguments: blocking)
    func `a block at launch replaces the content`(_ status: Decision.Status) async {
        let airworthy = world.preview(Samples.decision(status))
        let host = window(airworthy)
        #expect(!host.everything.contains("Your tags"), "in the first frame already")
        await host.settle()
        #expect(!host.everything.contains("Your tags"))
        #expect(!host.canWork && host.presented.isEmpty)
        #expect(throws: Host.CannotDo.self) { try host.swipeAway() }
    }

    @Test func `every button of every block performs its action`() async throws {
        for status in Self.blocking {
            let host = window(world.preview(Samples.decision(status)))
            await host.settle()
            let update = status == .required ? ["Update"] : []
            let more = status == .maintenance ? ["More Information"] : []
            #expect(host.buttons == update + ["Check Again"] + more + ["Contact Support"])
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
    func `decisions that do not block leave the content unchanged`(_ status: Decision.Status) async throws {
        let host = window(world.preview(Samples.decision(status)))
        await host.settle()
        if host.sheet != nil { try host.press("Later") }
        await host.settle()
        try host.press("Add")
        #expect(host.text == "Your tags: 1 Add")
    }

    @Test func `the gate survives backgrounding and a second scene until the decision lifts it`()
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
        try other.press("Check Again")
        await other.settle()
        #expect(other.canWork, "it lifts at once, and the scene that is left does the work")
    }

    @Test func `a new block waits for the next return and keeps the content's state`() async throws {
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
        try host.press("Check Again")
        await host.settle()
        try host.press("Add")
        #expect(host.text == "Your tags: 2 Add")
    }

    @Test func `closing a window does not show a block in another window`() async throws {
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

    @Test func `a gate from stored data shows progress until the check ends`() async throws {
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

    @Test func `a maintenance screen disappears when the maintenance ends`() async throws {
        let setup = try Samples.rules(
            #"{"id": "move", "when": {}, "maintenance": {"until": "2026-11-20T12:10:00Z"}}"#)
        let host = window(world.launch(setup))
        await host.settle()
        #expect(host.text.contains("Under Maintenance") && !host.canWork)
        world.pass(601)
        await host.settle()
        #expect(host.canWork)
    }

    @Test func `an app that leaves during a return stays in the background until the next return`() async {
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

    @Test func `a link that does not open falls back to the next link, then to a message`() async throws {
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

    @Test func `three trips to the store without an update lower the gate to a prompt`() async throws {
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

    @Test func `a held launch creates the content only after the first decision`() async {
        let stop = Signal()
        world.answer(Samples.files) { request in
            await stop.wait(after: 0)
            return TransportResponse(
                url: request.url, status: 200, headers: [:], body: Samples.config(minimum: "2.0"))
        }
        let host = window(world.launch(Samples.config), holdLaunch: 3)
        await host.settle()
        #expect(host.text == "" && !host.canWork, "most launches are over before a text could be read")
        world.pass(0.8)
        await host.settle()
        #expect(host.text == "Checking for updates…")
        stop.send()
        await host.settle()
        #expect(host.text.contains("Update Required") && !host.everything.contains("Your tags"))
    }

    @Test func `an app's own launch screen replaces the built-in one from the first frame`() async {
        world.answer(Samples.files) { _ in
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        let airworthy = world.launch(Samples.config)
        let host = Host {
            Content().updateGate(airworthy, holdLaunch: 3).airworthyScreen(.launching) { screen in
                Text(verbatim: "Mine: \(screen.content.message)")
            }
        }
        #expect(host.text == "Mine: Checking for updates…")
        await host.settle()
        world.pass(3)
        await host.settle()
        #expect(host.canWork)
    }

    @Test func `closing a window does not end the held launch of another`() async {
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

    @Test func `a held launch shows the content when its time is over`() async {
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

    @Test func `holding interruptions delays the gate until the hold ends`() async {
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

    @Test func `a view holds interruptions while it is busy and visible`() async {
        struct Recorder: View {
            @State private var isRecording = true

            var body: some View {
                VStack {
                    Content()
                    Button {
                        isRecording = false
                    } label: {
                        Text(verbatim: "Stop")
                    }
                }
                .holdsInterruptions(while: isRecording)
            }
        }
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = Host { Recorder().updateGate(airworthy) }
        await host.settle()
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        await host.leave()
        world.pass(60)
        await host.comeBack()
        #expect(host.canWork && airworthy.decision.blocking)
        try? host.press("Stop")
        await host.settle()
        #expect(!host.canWork)
    }

    @Test func `the launch settles only when the last screen is gone`() async throws {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        let host = window(airworthy)
        await host.settle()
        #expect(host.sheet != nil)
        let settled = Task { await airworthy.launchSettled() }
        await host.settle()
        #expect(host.sheet != nil)
        try host.press("Later")
        await host.settle()
        await settled.value
        #expect(host.canWork)
    }

    // MARK: A look of one's own

    @Test func `an app's own gate receives the decision and the actions and cannot be closed`() async throws {
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

    @Test func `a theme sets the logo and the tint of the gate`() async {
        let airworthy = world.preview(Samples.decision(.required))
        let theme = AirworthyTheme(tint: .orange, logo: Image(systemName: "airplane"))
        let host = Host { Content().updateGate(airworthy).airworthyTheme(theme) }
        await host.settle()
        #expect(host.nodes.flatMap(\.all).contains { $0.kind == "image" && $0.value == "airplane" })
    }

    @Test(arguments: [AppKind.appExtension, .appClip])
    func `an extension and an App Clip run the client for their features`(_ kind: AppKind) async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let model = AirworthyModel(airworthy, kind: kind)
        let owner = Task { await model.serveFeatures() }
        for await decision in airworthy.decisions where decision.status == .required { break }
        #expect(world.requests.count == 1 && model.machine.item == nil)
        owner.cancel()
        await owner.value
    }

    @Test func `an extension and an App Clip show no gate`() async {
        for kind in [AppKind.appExtension, .appClip] {
            let model = AirworthyModel(world.preview(Samples.decision(.required)), isHolding: true, kind: kind)
            #expect(model.machine.item == nil && !model.machine.isCovered && model.machine.hasContent)
            model.present(.foreground)
            #expect(model.machine.item == nil)
        }
    }
}
