import Foundation
import ServerSupport
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

@Suite struct KeyHealthTests {
    @Test func `a key fails after three rejections over ten minutes`() {
        var health = KeyHealth()
        let failed = [0, 60, 300, 600, 660].map { health.reject(at: t0 + $0) }
        #expect(failed == [false, false, false, true, false])
        #expect(health.condition == .failed(since: t0))
        #expect(health.notBefore == t0 + 660 + 3_600)
    }

    @Test func `a rejection delays the next attempt by a minute, then until ten minutes have passed`() {
        var health = KeyHealth()
        _ = health.reject(at: t0)
        #expect(health.notBefore == t0 + 60 && health.isDoubtful && !health.isFailed)
        _ = health.reject(at: t0 + 60)
        #expect(health.notBefore == t0 + 600)
    }

    @Test func `a success ends a failure and its pauses`() {
        var health = KeyHealth()
        let isNew = [health.requireAgreement(at: t0), health.requireAgreement(at: t0 + 3_600)]
        let wasFailed = health.succeed()
        #expect(isNew == [true, false] && wasFailed)
        #expect(health.condition == .working && health.notBefore < t0 && !health.isDoubtful)
    }

    @Test func `pauses double with each rate limit in a row, and Apple's longer wish counts`() {
        var health = KeyHealth()
        var pauses: [Double] = []
        for _ in 0..<3 {
            health.pause(at: t0, retryAfter: nil)
            pauses.append(health.pausedUntil.timeIntervalSince(t0))
        }
        health.pause(at: t0, retryAfter: .seconds(2_000))
        #expect(pauses == [60, 120, 240])
        #expect(health.pausedUntil == t0 + 2_000)
    }

    @Test func `a clock that is set back by a year lengthens no pause`() {
        var health = KeyHealth()
        _ = health.requireAgreement(at: t0)
        health.spendBudget(at: t0, retryAfter: .seconds(60))
        let past = t0 - 31_536_000
        health.bringForward(to: past)
        #expect(health.notBefore == past + 3_600 && health.spentUntil == past + 3_600)
    }
}
