import AirworthyPolicy
import AirworthyServer
import ControlPlane
import ControlPlaneTesting
import Hummingbird
import HummingbirdTesting
import ReleaseCatalog
import Synchronization
import Testing

/// Many callers ask about an app of which nothing was learnt yet.
@Suite struct ColdRequestsTests {
    /// App Store Connect that answers when it is told to.
    private final class SlowApple: Sendable {
        private let state = Mutex((calls: 0, waiting: [CheckedContinuation<Void, Never>](), isOpen: false))

        var calls: Int { state.withLock { $0.calls } }

        func ask() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.calls += 1
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Takes the time from the head of a request to its answer.
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

    @Test(.timeLimit(.minutes(2))) func `ten thousand at once cause one question to Apple, and none waits for it`()
        async throws
    {
        let (api, apple) = (try await API(publishes: false), SlowApple())
        let clock = api.clock
        let source = ConnectSource(keyID: "KEY") { _, _, _ throws(UpstreamProblem) in
            await apple.ask()
            return ConnectSource.Answer(
                listing: ControlPlaneTesting.Samples.listing(at: clock.now), calls: 2)
        }
        let plane = api.plane
        let learner = CatalogLearner(
            targets: { plane.catalogs.targets }, connect: [source], lookup: nil,
            deliver: { try await plane.catalogs.learn($0, $1, at: $2) }, now: { clock.now },
            sleep: { _ in
                // Until it is cancelled: no time passes in this test.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            })
        let side = AppleSide(learner, used: { _ in 0 }, secrets: [:])
        let timing = Timing()
        let options = APIOptions(now: { clock.now }, outermost: [timing], apple: side)
        let responder = makeRouter(plane, options).buildResponder()
        let application = Application(responder: responder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await learner.run() }
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
                // Other tests run at the same time, so a few may have had to wait for a thread.
                let times = timing.sorted
                #expect(times.count == 10_000 && times[9_900] < .milliseconds(50), "\(times[9_900]), \(times[9_999])")
                apple.open()
                let report = await learner.sync("hashtags")
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
