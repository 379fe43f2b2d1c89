/// Turns evaluations away once enough are waiting: everything else then still finds a free thread.
package struct EvaluationCap: Sendable {
    /// How long one that is turned away is kept waiting for that. Callers who ask again at once would otherwise keep
    /// the server busy with saying no.
    static let patience = Duration.milliseconds(250)

    private let gate: EvaluationGate
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - gate: Shared by all evaluation routes.
    ///   - sleep: Waits, in real time unless a test gives its own.
    package init(
        _ gate: EvaluationGate,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.gate = gate
        self.sleep = sleep
    }

    /// Evaluates when there is a place. Whatever has to be waited for comes before: a caller who sends slowly must not
    /// hold one.
    /// - Parameter evaluate: Only computes.
    /// - Returns: What it gives.
    /// - Throws: ``Problem`` `overloaded`, and what `evaluate` throws.
    package func callAsFunction<Answer: Sendable>(_ evaluate: () throws -> Answer) async throws -> Answer {
        guard await gate.enter() else {
            try? await sleep(Self.patience)
            throw Problem(
                .overloaded, "more is being evaluated than this server takes on at once; ask again in a second")
        }
        defer { gate.leave() }
        return try evaluate()
    }
}
