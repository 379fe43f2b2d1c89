import ControlPlane
import Foundation
import Hummingbird
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct PublicAnswersTests {
    private static let key = AnswerKey(app: "hashtags", question: .releases(platform: nil, channel: nil))
    private let clock = ManualClock(Date(timeIntervalSinceReferenceDate: 0))

    private func answers(limit: Int = 64) -> PublicAnswers {
        PublicAnswers(
            caches: AnswerCaches(), evaluations: EvaluationLimiter(limit: limit) { _ in }, now: { [clock] in clock.now }
        )
    }

    @Test func `an answer is computed once until it ends`() async throws {
        let answers = answers()
        var computed = 0
        func ask(catalog: Int = 1) async throws {
            _ = try await answers.response(to: Self.key, edition: .init(catalog: catalog)) { now in
                computed += 1
                return .init(answer: PreparedAnswer(json: []), end: now + 1)
            }
        }
        for _ in 1...5 { try await ask() }
        #expect(computed == 1)
        clock.advance(by: 1)
        for _ in 1...5 { try await ask() }
        #expect(computed == 2)
        // A clock that is set back does not extend the lifetime.
        clock.advance(by: -3_600)
        for _ in 1...5 { try await ask() }
        #expect(computed == 3)
        for _ in 1...5 { try await ask(catalog: 2) }
        #expect(computed == 4)
    }

    @Test func `errors and answers without a key are not cached`() async throws {
        let answers = answers()
        var computed = 0
        for _ in 1...3 {
            await #expect(throws: HTTPProblem.self) {
                _ = try await answers.response(to: Self.key, edition: .init()) { _ in
                    computed += 1
                    throw HTTPProblem(.noRelease, detail: "none")
                }
            }
            _ = try await answers.response(to: nil, edition: .init()) { _ in
                computed += 1
                return .init(answer: PreparedAnswer(json: []), end: nil)
            }
        }
        #expect(computed == 6 && answers.caches.parsed.count == 0)
    }

    @Test func `equal requests that wait for a slot are answered by the first of them`() async throws {
        let answers = PublicAnswers(
            caches: AnswerCaches(), evaluations: EvaluationLimiter(limit: 64, concurrency: 1),
            now: { [clock] in clock.now })
        #expect(await answers.evaluations.enter())
        let computed = SharedCount()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try await answers.response(to: Self.key, edition: .init()) { _ in
                        computed.increment()
                        return .init(answer: PreparedAnswer(json: []), end: nil)
                    }
                }
            }
            answers.evaluations.leave()
            try await group.waitForAll()
        }
        #expect(computed.value == 1)
    }

    @Test func `only short input is parsed without a slot`() async throws {
        let answers = answers(limit: 0)
        #expect(try await answers.parse(byteCount: 1_024) { 1 } == 1)
        await #expect(throws: HTTPProblem.self) { try await answers.parse(byteCount: 1_025) { 1 } }
    }
}
