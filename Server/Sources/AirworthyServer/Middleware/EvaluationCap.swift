package import Hummingbird
import NIOCore
import Synchronization

/// How many evaluations are worked on, on all connections together.
package final class EvaluationGate: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    /// - Parameter limit: How many there may be at once.
    package init(limit: Int) { self.limit = limit }

    /// Lets one in, which has to ``leave()``; `false` if there are enough.
    package func enter() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    /// Lets one out.
    package func leave() { count.subtract(1, ordering: .relaxed) }
}

/// Turns evaluations away, quickly, once enough are waiting: everything else then still finds a free thread.
package struct EvaluationCapMiddleware: RouterMiddleware {
    private let gate: EvaluationGate
    private let bodyLimit: Int

    /// - Parameters:
    ///   - gate: Shared by all evaluation routes.
    ///   - bodyLimit: The longest body they read.
    package init(_ gate: EvaluationGate, bodyLimit: Int) {
        self.gate = gate
        self.bodyLimit = bodyLimit
    }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        // A caller who sends slowly must not hold a place.
        if request.method == .post { try await collectBody(&request) }
        guard gate.enter() else {
            throw Problem(
                .overloaded, "more is being evaluated than this server takes on at once; ask again in a second")
        }
        defer { gate.leave() }
        // Evaluations do not wait for anything, so each would run to its end before the next one is counted. Stepping
        // back once lets all that have arrived be counted, or turned away, first.
        await Task.yield()
        return try await next(request, context)
    }

    private func collectBody(_ request: inout Request) async throws {
        do {
            _ = try await request.collectBody(upTo: bodyLimit)
        } catch is NIOTooManyBytesError {
            throw Problem(.bodyTooLarge, "the body may have \(bodyLimit) bytes")
        }
    }
}
