import Foundation
import ServerSupport
import Testing

@Suite struct TokenBucketTests {
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    @Test func `a burst up to the capacity is admitted, then one token per interval`() {
        var bucket = TokenBucket(capacity: 3, refillInterval: .seconds(8))
        let waits = [0, 0, 0, 0, 4, 8, 8].map { bucket.take(at: start + $0) }
        #expect(waits == [nil, nil, nil, .seconds(8), .seconds(4), nil, .seconds(8)])
    }

    @Test func `the returned wait is long enough`() throws {
        var bucket = TokenBucket(capacity: 10, refillInterval: .seconds(7))
        let first = bucket.take(10, at: start)
        let wait = bucket.take(4, at: start)
        let second = bucket.take(4, at: start + (wait?.seconds ?? 0))
        #expect(first == nil)
        #expect(wait == .seconds(28))
        #expect(second == nil)
    }

    @Test func `a clock that is set back neither adds nor removes tokens`() {
        var bucket = TokenBucket(capacity: 2, refillInterval: .seconds(10))
        let waits = [0, -3_600, -3_600, -3_590].map { bucket.take(at: start + $0) }
        #expect(waits == [nil, nil, .seconds(10), nil])
    }

    @Test(arguments: 1...50)
    func `no period admits more than the capacity and the refill`(_ seed: Int) {
        var bucket = TokenBucket(capacity: 5, refillInterval: .seconds(2))
        var admitted: [Double] = []
        var state = UInt64(seed)
        var time = 0.0
        for _ in 0..<400 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            time += Double(state >> 40) / Double(1 << 24) * 1.5
            if bucket.take(at: start + time) == nil { admitted.append(time) }
        }
        for (index, first) in admitted.enumerated() {
            for (offset, last) in admitted[index...].enumerated() {
                #expect(Double(offset + 1) <= 5 + (last - first) / 2 + 1e-6)
            }
        }
    }

    @Test func `a bucket is full again after the whole refill`() {
        var bucket = TokenBucket(capacity: 2, refillInterval: .seconds(10))
        let isFullAtFirst = bucket.isFull(at: start)
        let wait = bucket.take(2, at: start)
        let isFullEarly = bucket.isFull(at: start + 19)
        let isFullAgain = bucket.isFull(at: start + 20)
        #expect(isFullAtFirst && wait == nil && !isFullEarly && isFullAgain)
    }

    @Test func `a reserve is left for calls that do not keep it`() {
        var bucket = TokenBucket(capacity: 5, refillInterval: .seconds(2))
        let waits = [3, 0, 0].map { bucket.take(2, keeping: $0, at: start) }
        #expect(waits == [nil, nil, .seconds(2)])
    }

    @Test func `a borrowed debt is paid back before the next token`() {
        var bucket = TokenBucket(capacity: 2, refillInterval: .seconds(10))
        let isFirstTaken = bucket.borrow(5, at: start)
        let isSecondTaken = bucket.borrow(1, at: start + 29)
        let wait = bucket.wait(at: start + 29)
        let isThirdTaken = bucket.borrow(1, at: start + 31)
        #expect(isFirstTaken && !isSecondTaken && isThirdTaken)
        #expect(wait == .seconds(11))
    }

    @Test func `a new rate keeps the tokens up to the new capacity`() {
        var bucket = TokenBucket(capacity: 10, refillInterval: .seconds(1))
        bucket.setRate(capacity: 4, refillInterval: .seconds(5))
        let wait = bucket.take(8, at: start)
        let later = bucket.take(1, at: start + 60)
        let isFull = bucket.isFull(at: start + 600)
        #expect(wait == nil && later == nil && isFull)
    }

    // MARK: Returned tokens

    @Test func `tokens of a window come back when the window is over, not before`() {
        var bucket = TokenBucket(capacity: 3, window: .seconds(60))
        let waits = [0, 0, 30, 30, 59, 60, 60, 89, 90].map { bucket.take(at: start + $0) }
        #expect(waits == [nil, nil, nil, .seconds(30), .seconds(1), nil, nil, .seconds(1), nil])
    }

    @Test(arguments: 1...50)
    func `no period as long as the window admits more than the capacity`(_ seed: Int) {
        var bucket = TokenBucket(capacity: 20, window: .seconds(60))
        var admitted: [Double] = []
        var state = UInt64(seed)
        var time = 0.0
        for _ in 0..<800 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            time += Double(state >> 40) / Double(1 << 24) * 2
            if bucket.take(at: start + time) == nil { admitted.append(time) }
        }
        for first in admitted { #expect(admitted.count { $0 >= first && $0 < first + 60 } <= 20) }
        #expect(admitted.count > Int(time / 62) * 20)
    }

    @Test func `after a clock was set back, tokens are out for one window at most`() {
        var bucket = TokenBucket(capacity: 1, window: .seconds(60))
        let waits = [0, -3_600, -3_541, -3_540].map { bucket.take(at: start + $0) }
        #expect(waits == [nil, .seconds(60), .seconds(1), nil])
    }

    @Test func `used tokens are those of the last window`() {
        var bucket = TokenBucket(capacity: 10, window: .seconds(60))
        let waits = [0, 10].map { bucket.take(2, at: start + $0) }
        #expect(waits == [nil, nil])
        #expect([10, 59, 60, 70].map { bucket.used(at: start + $0) } == [4, 4, 2, 0])
    }
}
