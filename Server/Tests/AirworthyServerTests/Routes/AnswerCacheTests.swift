import AirworthyPolicy
import Foundation
import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct AnswerCacheTests {
    typealias Edition = AnswerEdition
    typealias Cache = AnswerCache<AnswerKey>

    private static let start = Date(timeIntervalSinceReferenceDate: 0)
    private static let edition = Edition(head: "a", catalog: 1)

    private static func key(_ name: String, app: String = "a") -> AnswerKey {
        AnswerKey(app: app, question: .releases(platform: .other(name), channel: nil))
    }

    private static func answer(_ count: Int = 2) -> PreparedAnswer {
        PreparedAnswer(json: [UInt8](repeating: 0x20, count: count))
    }

    private static func store(
        _ name: String, in cache: Cache, bytes: Int = 2, from begin: Date = start,
        until end: Date = .distantFuture
    ) {
        cache.store(SharedAnswer(answer: answer(bytes), validity: begin..<end), to: key(name), edition: edition)
    }

    private static func has(_ name: String, in cache: Cache, at now: Date = start) -> Bool {
        cache.answer(to: key(name), edition: edition, at: now) != nil
    }

    /// The size of an entry with the smallest answer.
    private static let entryBytes = key("0000").byteCount + answer().byteCount

    @Test func `the same question about the same data is cached`() {
        let cache = Cache(limit: 16 << 20)
        Self.store("x", in: cache)
        #expect(Self.has("x", in: cache))
        #expect(!Self.has("y", in: cache))
        #expect(cache.answer(to: Self.key("x", app: "b"), edition: Self.edition, at: Self.start) == nil)
    }

    @Test(arguments: [Edition(head: "b", catalog: 1), Edition(head: "a", catalog: 2), Edition(head: "a"), Edition()])
    func `a new manifest or catalog removes the answer`(edition: Edition) {
        let cache = Cache(limit: 16 << 20)
        Self.store("x", in: cache)
        #expect(cache.answer(to: Self.key("x"), edition: edition, at: Self.start) == nil)
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func `an answer is valid from its computation until its end`() {
        func isKnown(at seconds: Double) -> Bool {
            let cache = Cache(limit: 16 << 20)
            Self.store("x", in: cache, until: Self.start + 60)
            return Self.has("x", in: cache, at: Self.start + seconds)
        }
        #expect(isKnown(at: 0) && isKnown(at: 59))
        #expect(!isKnown(at: 60) && !isKnown(at: -1))
    }

    @Test func `the bytes of keys and answers are bounded`() {
        let limit = 1_000_000
        let cache = Cache(limit: limit)
        for number in 0..<5_000 {
            Self.store("\(number)", in: cache, bytes: 2 + number % 3 * 40_000)
            #expect(cache.byteCount <= limit)
        }
        #expect(Self.has("4999", in: cache))
        for number in 0..<100 { Self.store(String(repeating: "k", count: 30_000) + "\(number)", in: cache) }
        #expect(cache.byteCount <= limit && cache.count <= limit / 30_000)
    }

    @Test func `an answer larger than a quarter of the cache is not stored`() {
        let cache = Cache(limit: 400_000)
        Self.store("large", in: cache, bytes: 100_000)
        #expect(cache.count == 0)
        Self.store("small", in: cache, bytes: 50_000)
        #expect(cache.count == 1)
    }

    @Test func `a full cache loses entries one by one and keeps the used ones`() {
        let cache = Cache(limit: 100 * Self.entryBytes)
        for number in 0..<100 { Self.store("\(1_000 + number)", in: cache) }
        #expect(cache.count == 100)
        for number in 0..<50 { #expect(Self.has("\(1_000 + number)", in: cache)) }
        for number in 0..<25 {
            Self.store("\(2_000 + number)", in: cache)
            #expect(cache.count == 100)
        }
        let kept = (0..<50).count { Self.has("\(1_000 + $0)", in: cache) }
        #expect(kept == 50)
    }

    @Test func `expired answers make room before others, also in a cache that is not full`() {
        let cache = Cache(limit: 1_000 * Self.entryBytes)
        for number in 0..<200 { Self.store("\(1_000 + number)", in: cache, until: Self.start + 1) }
        for number in 0..<200 { Self.store("\(2_000 + number)", in: cache, from: Self.start + 2) }
        #expect(cache.count <= 202)
        #expect((0..<200).allSatisfy { Self.has("\(2_000 + $0)", in: cache, at: Self.start + 2) })
    }

    @Test func `a replaced answer counts once`() {
        let cache = Cache(limit: 16 << 20)
        for _ in 0..<10 { Self.store("0000", in: cache) }
        #expect(cache.count == 1 && cache.byteCount == Self.entryBytes)
    }

    @Test func `the size of an answer is that of its buffer, not only of its contents`() {
        #expect(Self.answer(70_000).byteCount >= 70_000)
        #expect(Self.answer(70_000).byteCount >= Self.answer(70_000).body?.storageCapacity ?? .max)
    }

    @Test func `requests in ever new spellings take bounded memory and remove no answer to a question`() {
        let caches = AnswerCaches()
        let answer = SharedAnswer(answer: Self.answer(1_000), validity: Self.start..<(.distantFuture))
        caches.parsed.store(answer, to: Self.key("x"), edition: Self.edition)
        for number in 0..<20_000 {
            let key = AskedTarget.Key(app: "a", target: "/v1/apps/a/decision?version=1&x=\(number)", body: nil)
            caches.asked.store(answer, to: key, edition: AnswerEdition(version: 1))
        }
        #expect(caches.asked.byteCount <= 4 << 20 && caches.asked.count > 1_000)
        #expect(caches.parsed.answer(to: Self.key("x"), edition: Self.edition, at: Self.start) != nil)
    }
}
