import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Hummingbird
import HummingbirdTesting
import ReleaseCatalog
import ReleaseSources
import Synchronization
import Testing

@testable import AirworthyServer

/// Many requests for an app without release data.
@Suite struct ColdRequestsTests {
    /// Measures the time from the head of a request to its response.
    private final class Timing: RouterMiddleware {
        private let times = Mutex<[Duration]>([])

        var sorted: [Duration] { times.withLock { $0.sorted() } }

        func handle(
            _ request: Request, context: AppRequestContext,
            next: (Request, AppRequestContext) async throws -> Response
        ) async throws -> Response {
            let start = ContinuousClock.now
            defer { times.withLock { $0.append(ContinuousClock.now - start) } }
            return try await next(request, context)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `10,000 requests at once cause one query to Apple and get 503 without waiting for it`()
        async throws
    {
        let (api, apple) = (try await API(publishes: false), SlowApple())
        let clock = api.clock
        let plane = api.plane
        let poller = apple.poller(for: plane, now: { clock.now })
        let sync = CatalogSync(poller: poller, callsLastHour: { _ in 0 }, secrets: { _ in [] })
        let timing = Timing()
        let options = APIOptions(now: { clock.now }, middleware: [timing], catalogSync: sync)
        let responder = makeRouter(for: plane, options: options).buildResponder()
        let application = Application(responder: responder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await poller.run() }
            // Also if something throws: the group waits for the poller, which cannot be cancelled while it waits for an answer.
            defer { apple.open() }
            try await application.test(.router) { client in
                let path = "/v1/apps/hashtags/testflight/latest/internal"
                try await withThrowingTaskGroup(of: Int.self) { requests in
                    for _ in 1...10_000 {
                        requests.addTask {
                            try await client.execute(uri: path, method: .get) { $0.status.code }
                        }
                    }
                    for try await status in requests { #expect(status == 503) }
                }
                #expect(apple.calls <= 1)
                // Other tests run at the same time, so a few requests may have waited for a thread.
                let times = timing.sorted
                #expect(times.count == 10_000 && times[9_900] < .milliseconds(50), "\(times[9_900]), \(times[9_999])")
                apple.open()
                let report = await poller.sync("hashtags")
                #expect(report.outcomes[.connect] == .learnt)
                let status = try await client.execute(uri: path, method: .get) { $0.status.code }
                #expect(status == 200)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(apple.calls <= 2)
    }
}
