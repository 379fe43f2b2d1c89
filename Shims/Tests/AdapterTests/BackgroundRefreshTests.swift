import Airworthy
import AirworthyPolicy
@_spi(Shim) import BackgroundTasks
import Foundation
import Testing

/// Refreshing in a task of the system, over a scheduler that begins what a test says.
@Suite(.timeLimit(.minutes(5))) struct BackgroundRefreshTests {
    private let world = FakeWorld()
    private let scheduler = BGTaskScheduler.shared
    /// One for each test, because the scheduler belongs to the process.
    private let identifier = "com.example.\(UUID().uuidString)"
    private static let host = "files.example.com"
    private static let setup = Airworthy.Setup.config(URL(string: "https://files.example.com/config.json")!)
    private static let rules = Array(
        #"{"url": "https://apps.apple.com/app/id42", "version": "2.0", "minimum_version": "2.0"}"#.utf8)

    @Test func `a task learns of a block, is completed once, and asks for the next one`() async throws {
        world.serve(Self.rules, at: Self.host)
        let client = world.launch(Self.setup)
        scheduler.permit(identifier)
        client.refreshInBackground(as: identifier)
        #expect(scheduler.requests(for: identifier).map(\.earliestBeginDate) == [world.now + 21_600])

        let task = try #require(await scheduler.launch(identifier))
        while task.completions.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(task.completions == [true] && client.decision.status == .required)
        #expect(scheduler.requests(for: identifier).count == 1)
        task.expirationHandler?()
        #expect(task.completions == [true])
        #expect(world.launch(Self.setup).decision.status == .required)
    }

    @Test func `a task whose time is over is completed at once, and once`() async throws {
        let silence = Signal()
        world.answer(Self.host) { request in
            await silence.wait(after: 0)
            return TransportResponse(url: request.url, status: 200, headers: [:], body: Self.rules)
        }
        let client = world.launch(Self.setup)
        scheduler.permit(identifier)
        client.refreshInBackground(as: identifier)
        let task = try #require(await scheduler.launch(identifier))
        while world.requests.isEmpty, !Task.isCancelled { await Task.yield() }
        task.expirationHandler?()
        #expect(task.completions == [false])
        silence.send()
        _ = await client.refresh()
        #expect(task.completions == [false])
    }

    @Test func `a failed refresh completes the task without success`() async throws {
        world.disconnect(Self.host)
        let client = world.launch(Self.setup)
        scheduler.permit(identifier)
        client.refreshInBackground(as: identifier)
        let task = try #require(await scheduler.launch(identifier))
        while task.completions.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(task.completions == [false])
    }

    @Test func `an app that registers the task itself hands it over`() async throws {
        world.serve(Self.rules, at: Self.host)
        let client = world.launch(Self.setup)
        scheduler.permit(identifier)
        scheduler.register(forTaskWithIdentifier: identifier, using: .main) { client.handle($0) }
        let task = try #require(await scheduler.launch(identifier))
        while task.completions.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(task.completions == [true] && scheduler.requests(for: identifier).count == 1)
    }

    @Test func `a name that the Info plist lacks is reported`() async {
        let client = world.launch(Self.setup)
        client.refreshInBackground(as: identifier)
        #expect(scheduler.requests(for: identifier).isEmpty)
        #expect(world.logged.contains { $0.hasPrefix("fault: \(identifier) is not in BGTaskScheduler") })
    }
}
