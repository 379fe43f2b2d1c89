import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

/// Start-up, app groups and operations that must not be interrupted.
@Suite(.timeLimit(.minutes(5))) struct LaunchStories {
    private let world = FakeWorld()
    private let config = Airworthy.Setup.config(Samples.configURL)

    @Test func `a launch is settled when its refresh, channel and storefront are known`() async {
        world.serve(Array(#"{"version": "1.0", "minimum_version": "1.0"}"#.utf8), at: Samples.files)
        let airworthy = world.launch(config)
        await world.running(airworthy) {
            await airworthy.launchSettled()
            #expect(world.requests.count == 1)
        }
    }

    @Test func `a launch that nothing answers is settled after its time`() async {
        let airworthy = world.launch(config)
        let settled = Task { await airworthy.launchSettled(timeout: 10) }
        while world.sleeping.isEmpty { await world.slept.wait(after: 0) }
        world.pass(10)
        await settled.value
    }

    @Test func `a launch decision is not that of a refresh whose scene was closed`() async {
        let (asked, answer) = (Signal(), Signal())
        world.answer(Samples.files) { request in
            asked.send()
            await answer.wait(after: 0)
            try Task.checkCancellation()
            return TransportResponse(url: request.url, status: 200, body: Samples.config)
        }
        let airworthy = world.launch(config)
        let closing = Task { await airworthy.run() }
        await asked.wait(after: 0)
        let staying = Task { await airworthy.run() }
        let launch = Task { await airworthy.launchDecision(timeout: 60) }
        var seen = 0
        while !world.sleeping.contains(60) {
            await world.slept.wait(after: seen)
            seen += 1
        }
        closing.cancel()
        await closing.value
        await asked.wait(after: 1)
        answer.send()
        #expect(await launch.value.status == .required)
        staying.cancel()
        await staying.value
    }

    @Test func `a launch with a screen is settled when the screen is gone`() async {
        let airworthy = world.launch(config)
        airworthy.setScreenVisible(true)
        let isSettled = Locked(false)
        let settled = Task {
            await airworthy.launchSettled(timeout: 0)
            isSettled.withLock { $0 = true }
        }
        while world.sleeping.isEmpty { await world.slept.wait(after: 0) }
        world.pass(1)
        for _ in 0..<100 { await Task.yield() }
        #expect(!isSettled.withLock { $0 })
        airworthy.setScreenVisible(false)
        await settled.value
    }

    @Test func `an operation holds interruptions for exactly as long as it runs`() async throws {
        world.serve(Samples.config, at: Samples.files)
        let airworthy = world.launch(config)
        _ = await airworthy.check()
        let result = await airworthy.holdInterruptions { () -> Int in
            #expect(airworthy.presentation(.launch).content == .nothing(.held))
            return 7
        }
        #expect(result == 7)
        #expect(airworthy.presentation(.launch).isBlocking)
        await #expect(throws: CancellationError.self) {
            try await airworthy.holdInterruptions { throw CancellationError() }
        }
        #expect(airworthy.presentation(.launch).isBlocking)
    }

    @Test func `an app and its extension with one app group share install id and rollout bucket`() throws {
        let container = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: container) }
        var options = Airworthy.Options(appGroup: "group.com.example") { group in
            #expect(group == "group.com.example")
            return container
        }
        options.installation = Installation(platform: .ios, version: "1.5", channel: .appstore)
        let app = Airworthy(config, options: options)
        let widget = Airworthy(config, options: options)
        #expect(app.installation.installID != nil)
        #expect(widget.installation.installID == app.installation.installID)
        #expect(options.appKey == "group.com.example" && options.folder.path.hasPrefix(container.path))
    }

    @Test func `a short absence is no return where a minimum applies`() async {
        world.serve(Array(#"{"version": "1.0", "minimum_version": "1.0"}"#.utf8), at: Samples.files)
        let airworthy = world.launch(config)
        _ = await airworthy.check()
        world.serve(Samples.config, at: Samples.files)
        _ = await airworthy.check()
        #expect(airworthy.presentation(.refresh).content == .nothing(.inUse))
        let triggers = airworthy.presentationTriggers
        for seconds in [59.0, 61] {
            airworthy.enteredBackground()
            world.pass(seconds)
            await airworthy.enteredForeground(minimumAbsence: 60)
        }
        airworthy.setAttribute("end", for: "test")
        var foregrounds = 0
        for await trigger in triggers {
            if trigger == .foreground { foregrounds += 1 }
            if foregrounds == 1 { break }
        }
        #expect(foregrounds == 1 && world.requests.count == 3, "one of two absences counts")
    }
}
