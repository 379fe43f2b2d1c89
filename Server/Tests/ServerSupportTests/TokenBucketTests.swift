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
}
