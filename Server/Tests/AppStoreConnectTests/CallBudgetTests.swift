import Foundation
import Synchronization
import Testing

@testable import AppStoreConnect

@Suite struct CallBudgetTests {
    private final class Time: Sendable {
        private let seconds = Mutex(0.0)
        var now: Date { seconds.withLock { Date.start.addingTimeInterval($0) } }
        func pass(_ more: Double) { seconds.withLock { $0 += more } }
    }

    @Test func `the budget is half of the key's limit, and a tenth of it is reserved for hints`() {
        let budget = CallBudget { .start }
        #expect(budget.allowedPerHour == 1_800)
        #expect(budget.take(1_620, for: .schedule))
        #expect(!budget.take(for: .schedule))
        #expect(!budget.take(for: .operator))
        #expect(budget.take(180, for: .hint))
        #expect(!budget.take(for: .hint))
        #expect(budget.used == 1_800)
    }

    @Test(
        arguments: zip(
            [3_600, 3_500, 100, 11, 2, 1], [(1_800, 1_620), (1_750, 1_575), (50, 45), (5, 4), (1, 0), (0, 0)]))
    func `the budget follows the limit that Apple names`(_ limit: Int, _ expected: (Int, Int)) {
        let budget = CallBudget { .start }
        budget.observe(rateLimit: "user-hour-lim:\(limit);user-hour-rem:1;")
        #expect(budget.allowedPerHour == expected.0)
        #expect(budget.take(expected.1, for: .schedule))
        #expect(!budget.take(for: .schedule))
    }

    @Test func `a rejected call takes nothing out of the budget`() {
        let budget = CallBudget { .start }
        #expect(!budget.take(1_621, for: .schedule))
        #expect(!budget.take(-1, for: .hint))
        #expect(!budget.take(.max, for: .hint))
        #expect(budget.used == 0)
    }

    @Test func `a call is returned to the budget after an hour, not before`() {
        let time = Time()
        let budget = CallBudget { time.now }
        #expect(budget.take(1_620, for: .schedule))
        time.pass(3_599)
        #expect(!budget.take(for: .schedule))
        time.pass(61)
        #expect(budget.take(for: .schedule))
        #expect(budget.used == 1)
    }

    @Test func `no hour, wherever it begins, has more calls than the budget`() {
        let time = Time()
        let budget = CallBudget { time.now }
        var made: [Date] = []
        for _ in 0..<20_000 {
            time.pass(0.7)
            if budget.take(for: .hint) { made.append(time.now) }
        }
        var first = 0
        for (index, call) in made.enumerated() {
            while call.timeIntervalSince(made[first]) >= 3_600 { first += 1 }
            #expect(index - first < 1_800)
        }
        #expect(made.count > 1_800 * 3)
    }

    @Test func `after the clock was set back, calls count for at most an hour`() {
        let time = Time()
        let budget = CallBudget { time.now }
        #expect(budget.take(1_620, for: .schedule))
        time.pass(-31_536_000)
        #expect(!budget.take(for: .schedule))
        time.pass(3_661)
        #expect(budget.take(for: .schedule))
    }

    @Test(
        arguments: zip(
            [
                "user-hour-lim:3500;user-hour-rem:500;", "user-hour-lim:3500", " User-Hour-Lim : 12 ; x:y ; ;a:b:c;",
                "user-minute-lim:5;user-minute-rem:1;user-hour-rem:7;", "", ";;;", "user-hour-lim:many;",
                "user-hour-lim:-5;", "user-hour-lim:99999999999999999999;",
            ],
            [
                (3_500, 500), (3_500, nil), (12, nil), (nil, 7), (nil, nil), (nil, nil), (nil, nil), (nil, nil),
                (nil, nil),
            ]
                as [(Int?, Int?)]))
    func `unknown and malformed fields of X-Rate-Limit are skipped`(_ header: String, _ expected: (Int?, Int?)) {
        #expect(RateLimitHeader(header).hourLimit == expected.0)
        #expect(RateLimitHeader(header).hourRemaining == expected.1)
    }

    @Test(arguments: [nil, "", "user-hour-lim:0;", "nonsense"])
    func `X-Rate-Limit without a limit changes nothing`(_ header: String?) {
        let budget = CallBudget { .start }
        budget.observe(rateLimit: header)
        #expect(budget.allowedPerHour == 1_800)
    }
}
