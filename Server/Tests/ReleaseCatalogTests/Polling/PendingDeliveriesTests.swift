import AirworthyPolicy
import AppStoreConnect
import Foundation
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

@Suite struct PendingDeliveriesTests {
    private func job(observedAt: Date = t0) -> DeliveryJob {
        DeliveryJob(target: .sample(), observation: .listing(), observedAt: observedAt)
    }

    @Test func `an observation is retried after a back-off until it is stored`() {
        var deliveries = PendingDeliveries()
        let isFirst = deliveries.hold(job(), at: t0)
        let early = deliveries.start(at: t0 + 4)
        let first = deliveries.start(at: t0 + 5)
        let isRunning = deliveries.start(at: t0 + 5).isEmpty
        let failure = deliveries.end(job(), isStored: false, at: t0 + 5)
        let next = deliveries.nextAt
        let second = deliveries.start(at: t0 + 15)
        let success = deliveries.end(job(), isStored: true, at: t0 + 15)
        #expect(isFirst && early.isEmpty && first.count == 1 && isRunning && second.count == 1)
        #expect(failure == .failed && success == .stored)
        #expect(next == t0 + 15)
        #expect(deliveries.nextAt == nil)
    }

    @Test func `a newer observation replaces an older one that is being retried`() {
        var deliveries = PendingDeliveries()
        let isFirst = deliveries.hold(job(), at: t0)
        let older = deliveries.start(at: t0 + 5)
        let isFirstAgain = deliveries.hold(job(observedAt: t0 + 300), at: t0 + 300)
        let attempt = deliveries.end(job(), isStored: true, at: t0 + 301)
        let newer = deliveries.start(at: t0 + 310)
        #expect(isFirst && !isFirstAgain)
        #expect(older.map(\.observedAt) == [t0] && newer.map(\.observedAt) == [t0 + 300])
        #expect(attempt == .superseded)
    }

    @Test func `an app that was removed or a source that was stored later has nothing to retry`() {
        var deliveries = PendingDeliveries()
        _ = deliveries.hold(job(), at: t0)
        deliveries.drop(.connect, ofApp: "hashtags")
        #expect(deliveries.nextAt == nil)
        _ = deliveries.hold(job(), at: t0)
        deliveries.drop(app: "hashtags")
        #expect(deliveries.nextAt == nil)
    }
}
