import Foundation
import ServerSupport
import Testing

@Suite struct TokenBucketTests {
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    @Test func `a burst up to the capacity is admitted, then one token per interval`() {
        var bucket = TokenBucket(capacity: 3, refillInterval: .seconds(6))
        for _ in 0..<3 { #expect(bucket.take(at: start) == nil) }
        #expect(bucket.take(at: start) == .seconds(6))
        #expect(bucket.take(at: start + 4) == .seconds(2))
        #expect(bucket.take(at: start + 6) == nil)
        #expect(bucket.take(at: start + 6) == .seconds(6))
    }

    @Test func `the returned wait is long enough`() throws {
        var bucket = TokenBucket(capacity: 10, refillInterval: .seconds(7))
        #expect(bucket.take(10, at: start) == nil)
        let wait = try #require(bucket.take(4, at: start))
        #expect(bucket.take(4, at: start + wait.seconds) == nil)
    }

    @Test func `a clock that is set back neither adds nor removes tokens`() {
        var bucket = TokenBucket(capacity: 2, refillInterval: .seconds(10))
        #expect(bucket.take(at: start) == nil)
        #expect(bucket.take(at: start - 3_600) == nil)
        #expect(bucket.take(at: start - 3_600) == .seconds(10))
        #expect(bucket.take(at: start - 3_590) == nil)
    }

    @Test(arguments: 1...50)
    func `no period admits more than the capacity and the refill`(_ seed: Int) {
        var random = SystemRandomNumberGenerator()
        _ = seed
        var bucket = TokenBucket(capacity: 5, refillInterval: .seconds(2))
        var admitted: [Double] = []
        var time = 0.0
        for _ in 0..<400 {
            time += Double.random(in: 0...1.5, using: &random)
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
        #expect(bucket.isFull(at: start))
        #expect(bucket.take(2, at: start) == nil)
        #expect(!bucket.isFull(at: start + 19))
        #expect(bucket.isFull(at: start + 20))
    }
}
