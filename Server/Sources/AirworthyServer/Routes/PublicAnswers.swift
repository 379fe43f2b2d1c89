import Foundation
import Hummingbird

/// The way from a public question to its response: from the cache, or computed under the limit of evaluations.
struct PublicAnswers: Sendable {
    /// A computed answer.
    struct Computed {
        let answer: PreparedAnswer
        /// The time until which the answer is the same with the same data; `nil` for ever.
        let end: Date?
    }

    /// The size in bytes up to which input is parsed without waiting for an evaluation slot.
    ///
    /// Parsing it costs less than receiving it, and cached answers need no slot at all.
    private static let shortInput = 1_024

    let cache: AnswerCache
    let evaluations: EvaluationLimiter
    let now: @Sendable () -> Date

    /// Parses input; input that is not short under the limit of evaluations.
    /// - Parameters:
    ///   - byteCount: The size of the input.
    ///   - parse: Parses the input.
    /// - Returns: The result of `parse`.
    /// - Throws: ``HTTPProblem`` `overloaded`; errors of `parse`.
    func parse<Parsed: Sendable>(byteCount: Int, _ parse: () throws -> Parsed) async throws -> Parsed {
        guard byteCount > Self.shortInput else { return try parse() }
        return try await evaluations.run(parse)
    }

    /// Returns the response to a question.
    /// - Parameters:
    ///   - key: The question; `nil` if others cannot share its answer.
    ///   - edition: The data that the answer depends on.
    ///   - compute: Computes the answer at a time. Its errors are not cached.
    /// - Returns: The response.
    /// - Throws: ``HTTPProblem`` `overloaded`; errors of `compute`.
    func response(
        to key: AnswerKey?, edition: AnswerCache.Edition, compute: (_ now: Date) throws -> Computed
    ) async throws -> Response {
        if let known = known(key, edition: edition) { return known.response }
        return try await evaluations.run {
            // Checked again, because an equal request may have been answered while this one waited.
            if let known = known(key, edition: edition) { return known.response }
            let now = now()
            let computed = try compute(now)
            if let key {
                let end = max(now, computed.end ?? .distantFuture)
                cache.store(computed.answer, to: key, edition: edition, validity: now..<end)
            }
            return computed.answer.response
        }
    }

    private func known(_ key: AnswerKey?, edition: AnswerCache.Edition) -> PreparedAnswer? {
        key.flatMap { cache.answer(to: $0, edition: edition, at: now()) }
    }
}
