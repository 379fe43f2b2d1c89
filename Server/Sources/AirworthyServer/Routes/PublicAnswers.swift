import Foundation
import Hummingbird

/// The way from a public question to its response: from the cache, or computed under the limit of evaluations.
struct PublicAnswers: Sendable {
    struct Computed {
        let answer: PreparedAnswer
        /// The time until which the answer is the same with the same data; `nil` for ever.
        let end: Date?
    }

    /// The size in bytes up to which input is parsed without an evaluation slot: that costs less than receiving it.
    static let shortInput = 1_024

    let caches: AnswerCaches
    let evaluations: EvaluationLimiter
    let now: @Sendable () -> Date

    /// Parses input; input that is not short under the limit of evaluations.
    func parse<Parsed: Sendable>(byteCount: Int, _ parse: () throws -> Parsed) async throws -> Parsed {
        guard byteCount > Self.shortInput else { return try parse() }
        return try await evaluations.run(parse)
    }

    /// Returns the response to a question; see ``answer(to:asked:edition:compute:)``.
    func response(
        to key: AnswerKey?, asked: AskedTarget? = nil, edition: AnswerEdition,
        compute: (_ now: Date) throws -> Computed
    ) async throws -> Response {
        if let known = known(key, asked: asked, edition: edition) { return known.response }
        return try await evaluations.run {
            // Looks in the cache again, because an equal request may have been answered while this one waited.
            try answer(to: key, asked: asked, edition: edition, compute: compute).response
        }
    }

    /// Returns the answer to a question, from the cache or computed. Call it with an evaluation slot.
    ///
    /// The key is `nil` if others cannot share the answer. `asked` is the request as it was written, under which
    /// ``Front`` finds the answer from now on. `edition` is the data that the answer depends on. Errors of `compute`
    /// are not cached.
    func answer(
        to key: AnswerKey?, asked: AskedTarget?, edition: AnswerEdition, compute: (_ now: Date) throws -> Computed
    ) rethrows -> PreparedAnswer {
        if let known = known(key, asked: asked, edition: edition) { return known }
        let now = now()
        let computed = try compute(now)
        guard let key else { return computed.answer }
        let answer = SharedAnswer(answer: computed.answer, validity: now..<max(now, computed.end ?? .distantFuture))
        caches.parsed.store(answer, to: key, edition: edition)
        if let asked { caches.store(answer, to: asked) }
        return computed.answer
    }

    private func known(_ key: AnswerKey?, asked: AskedTarget?, edition: AnswerEdition) -> PreparedAnswer? {
        guard let key, let known = caches.parsed.answer(to: key, edition: edition, at: now()) else { return nil }
        if let asked { caches.store(known, to: asked) }
        return known.answer
    }
}
