@_spi(Testing) import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// Functions of the app that receive events and use clients or wait for other threads themselves.
@Suite(.timeLimit(.minutes(1))) final class EventStories {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    /// A set-up with a mistake, which is an event at once.
    private let setup = Airworthy.Setup.config(URL(string: "http://files.example.com/config.json")!)

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func options(_ app: String) -> Airworthy.Options {
        Airworthy.Options(
            installation: Installation(version: "1.5", channel: .appstore), folder: folder, appKey: app,
            transport: Airworthy.Transport { _ in throw URLError(.notConnectedToInternet) })
    }

    @Test func `a function for events may create a client`() async {
        let inner = options("inner")
        let done = Signal()
        let airworthy = Airworthy(setup, options: options("outer")) { [setup] in
            $0.onEvent = { event in
                guard case .misconfigured = event else { return }
                _ = Airworthy(setup, options: inner)
                done.send()
            }
        }
        await done.wait(after: 0)
        await airworthy.finishWriting()
    }

    @MainActor @Test func `a function for events may wait for the main thread while that creates a client`() async {
        let begun = DispatchSemaphore(value: 0)
        let done = Signal()
        let first = Airworthy(setup, options: options("first")) {
            $0.onEvent = { event in
                guard case .misconfigured = event else { return }
                begun.signal()
                DispatchQueue.main.sync {}
                done.send()
            }
        }
        begun.wait()
        let second = Airworthy(setup, options: options("second"))
        await done.wait(after: 0)
        await first.finishWriting()
        await second.finishWriting()
    }

    @Test func `options can be changed where the client is created`() {
        let airworthy = Airworthy(policy: .rules(Policy { Minimum("2.0", url: "https://apps.apple.com/app/id42") })) {
            [options = options("closure")] in
            $0 = options
            $0.declaredChannel = .web
        }
        #expect(airworthy.channel == .web)
    }
}
