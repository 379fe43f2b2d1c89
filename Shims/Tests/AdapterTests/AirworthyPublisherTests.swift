import AirworthyPolicy
import Combine
import Foundation
import Testing

@testable import Airworthy

/// The Combine publishers of the client.
@Suite(.timeLimit(.minutes(5))) struct AirworthyPublisherTests {
    private let world = FakeWorld()
    private static let host = "files.example.com"

    /// A client of version 1.5 whose rules require another version.
    private func launch(minimum: String) throws -> Airworthy {
        publish(minimum: minimum)
        return world.launch(.config(try #require(URL(string: "https://\(Self.host)/config.json"))))
    }

    private func publish(minimum: String) {
        world.serve(
            Array(#"{"url": "https://apps.apple.com/app/id42", "minimum_version": "\#(minimum)"}"#.utf8), at: Self.host)
    }

    @Test func `a subscriber receives the current decision at once, then each new one`() async throws {
        let airworthy = try launch(minimum: "1.0")
        let before = airworthy.decision
        let probe = Probe<Decision>()
        airworthy.decisionPublisher.subscribe(probe)
        probe.requestAll()
        #expect(probe.values == [before])

        publish(minimum: "2.0")
        let blocked = await airworthy.check().decision
        #expect(blocked.blocking)
        #expect(await probe.values { $0.last == blocked }.first == before)

        publish(minimum: "1.5")
        world.pass(60)
        let free = await airworthy.check().decision
        #expect(!free.blocking)
        #expect(await probe.values { $0.last == free }.contains(blocked))
        probe.cancel()
    }

    @Test func `a slow subscriber may miss decisions, but never the last one`() async throws {
        let airworthy = try launch(minimum: "1.0")
        let probe = Probe<Decision>()
        airworthy.decisionPublisher.subscribe(probe)
        probe.request(1)
        for minimum in ["2.0", "1.0", "2.0"] {
            publish(minimum: minimum)
            world.pass(60)
            _ = await airworthy.check()
        }
        #expect(probe.values.count == 1)
        probe.request(1)
        #expect(await probe.values(2).last == airworthy.decision)
        #expect(airworthy.decision.blocking)
        probe.cancel()
    }

    @Test func `the first subscriber also receives earlier events, then each new one`() async throws {
        let airworthy = try launch(minimum: "2.0")
        let decision = await airworthy.check().decision
        airworthy.didShow(airworthy.presentation(.launch))
        let (first, second) = (Probe<AirworthyEvent>(), Probe<AirworthyEvent>())
        airworthy.eventPublisher.subscribe(first)
        first.requestAll()
        #expect(await first.values(1) == [.blocked(decision)])
        airworthy.eventPublisher.subscribe(second)
        second.requestAll()

        airworthy.didOpenStore(for: decision, succeeded: true)
        #expect(await first.values(2) == [.blocked(decision), .storeTrip(decision, opened: true)])
        #expect(await second.values(1) == [.storeTrip(decision, opened: true)])
        first.cancel()
        second.cancel()
    }

    @Test func `a subscription keeps the core alive but not the client, and releases the core`() async throws {
        weak var client: Airworthy?
        weak var core: ClientCore?
        var listening: [AnyCancellable] = []
        do {
            let airworthy = try launch(minimum: "1.0")
            (client, core) = (airworthy, airworthy.core)
            listening.append(airworthy.decisionPublisher.sink { _ in })
            listening.append(airworthy.eventPublisher.sink { _ in })
        }
        #expect(client == nil)
        #expect(core != nil && listening.count == 2)
        listening = []
        while core != nil, !Task.isCancelled { await Task.yield() }
        #expect(core == nil)
    }
}
