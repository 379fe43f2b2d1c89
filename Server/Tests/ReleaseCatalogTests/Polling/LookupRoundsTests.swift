import AirworthyPolicy
import Foundation
import ServerSupport
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

@Suite struct LookupRoundsTests {
    private func app(_ slug: String, appleID: Int? = 1) -> AppTarget {
        AppTarget(slug: slug, bundleID: "com.example.\(slug)", appleID: appleID)
    }

    /// Returns rounds of one country with these apps.
    private func rounds(_ slugs: String..., withoutAppleID: Set<String> = []) -> LookupRounds {
        var rounds = LookupRounds()
        for slug in slugs {
            rounds.join(app(slug, appleID: withoutAppleID.contains(slug) ? nil : 1), in: jp, at: t0)
        }
        return rounds
    }

    @Test func `a new app is due at once, and again after the interval`() {
        var rounds = rounds("a")
        let first = rounds.takeDue(at: t0) { .seconds(900) }
        let next = rounds.nextAt(now: t0)
        let early = rounds.takeDue(at: t0 + 899) { .seconds(900) }
        let second = rounds.takeDue(at: t0 + 900) { .seconds(900) }
        #expect(first.map(\.slugs) == [["a"]] && early.isEmpty && second.map(\.slugs) == [["a"]])
        #expect(next == t0 + 900)
    }

    @Test func `an urgent app is due alone, between two rounds`() {
        var rounds = rounds("a", "b")
        _ = rounds.takeDue(at: t0) { .seconds(900) }
        rounds.markUrgent("b", in: jp)
        let next = rounds.nextAt(now: t0 + 10)
        let due = rounds.takeDue(at: t0 + 10) { .seconds(900) }
        #expect(next == t0 + 10)
        #expect(due.map(\.slugs) == [["b"]])
    }

    @Test func `apps are looked up in batches, and one by one without Apple ID`() {
        var rounds = LookupRounds()
        let numbered = (0..<150).map { app("n\($0)", appleID: $0 + 1) }
        rounds.enqueue(numbered + [app("x", appleID: nil)], in: jp, at: t0)
        let first = rounds.startQueued(at: t0)
        let busy = rounds.startQueued(at: t0)
        for job in first { rounds.succeed(job) }
        let second = rounds.startQueued(at: t0)
        #expect(first.map(\.apps.count) == [1, 100] && busy.isEmpty && second.map(\.apps.count) == [50])
    }

    @Test func `the interval grows with the calls of all rounds`() {
        let rounds = rounds("a", "b", "c", withoutAppleID: ["b", "c"])
        #expect(rounds.interval(minimum: .seconds(1)) == .seconds(18))
        #expect(rounds.interval(minimum: .seconds(900)) == .seconds(900))
    }

    @Test func `an app that is sold for several platforms takes a call for each that needs one`() {
        var rounds = LookupRounds()
        var shared = app("a")
        shared.platforms = [.ios, .visionos, .macos, .tvos]
        rounds.join(shared, in: jp, at: t0)
        rounds.join(app("b"), in: jp, at: t0)
        #expect(
            rounds.interval(minimum: .seconds(1)) == .seconds(18), "one for both iPhone apps, one each for Mac and TV")
        shared.platforms = [.macos]
        rounds.update(shared, in: jp)
        #expect(rounds.interval(minimum: .seconds(1)) == .seconds(12))
    }

    @Test func `a failure brings the next round forward, at most to the interval`() {
        var rounds = rounds("a")
        _ = rounds.takeDue(at: t0) { .seconds(900) }
        rounds.enqueue([app("a")], in: jp, at: t0)
        var waits: [Double] = []
        for _ in 0..<2 {
            for job in rounds.startQueued(at: t0) {
                rounds.fail(job, at: t0, interval: .seconds(900)) { $0 }
            }
            waits.append(rounds.nextAt(now: t0)?.timeIntervalSince(t0) ?? 0)
            rounds.enqueue([app("a")], in: jp, at: t0)
        }
        #expect(waits == [60, 60])
    }

    @Test func `a pause stops everything and returns what was queued`() {
        var rounds = rounds("a")
        rounds.enqueue([app("a"), app("b", appleID: nil), app("c", appleID: nil)], in: jp, at: t0)
        let started = rounds.startQueued(at: t0)
        let queued = rounds.pause(at: t0, retryAfter: .seconds(120))
        let due = rounds.takeDue(at: t0 + 119) { .seconds(900) }
        #expect(started.count == 2 && queued.map { $0.apps.map(\.slug) } == [["a"]] && due.isEmpty)
        #expect(rounds.nextAt(now: t0) == t0 + 120)
    }

    @Test func `a clock that is set back leaves no round further away than its interval`() {
        var rounds = rounds("a")
        _ = rounds.takeDue(at: t0) { .seconds(900) }
        rounds.bringForward(to: t0 - 86_400, interval: .seconds(900))
        #expect(rounds.nextAt(now: t0 - 86_400) == t0 - 86_400 + 900)
    }
}
