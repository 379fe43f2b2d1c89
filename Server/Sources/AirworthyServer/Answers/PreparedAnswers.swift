package import AirworthyPolicy
package import ControlPlane
package import Foundation
package import NIOCore
import Synchronization

/// Answers that many ask for, as bytes. One is made at most once a second for the same question about the same facts.
package final class PreparedAnswers: Sendable {
    /// A question, as it was asked.
    package struct Question: Hashable, Sendable {
        private let route: String
        private let app: String
        private let subject: String
        private let query: String

        /// Makes a question; `nil` for one that is too long to be asked often.
        /// - Parameters:
        ///   - route: The route.
        ///   - app: The app's slug.
        ///   - subject: What else the path names.
        ///   - query: Everything after the `?`.
        package init?(_ route: String, _ app: String, _ subject: String = "", query: String?) {
            let query = query ?? ""
            guard query.utf8.count <= 256, subject.utf8.count <= 64 else { return nil }
            self.route = route
            self.app = app
            self.subject = subject
            self.query = query
        }
    }

    private struct Answer {
        let generation: Int
        let head: String?
        let from: Date
        let body: ByteBuffer
    }

    /// How many are kept; when there are more, all are forgotten.
    static let capacity = 1_024
    /// How long one is kept, in seconds: time alone makes facts old, and betas expire.
    static let lifetime = 1.0

    private let answers = Mutex<[Question: Answer]>([:])

    package init() {}

    /// How many are kept now.
    var count: Int { answers.withLock { $0.count } }

    /// The answer to a question everybody may ask.
    /// - Parameters:
    ///   - question: The question; `nil` is answered and not kept.
    ///   - served: The app. An answer goes with its facts and its manifest.
    ///   - now: The clock.
    ///   - make: Makes the answer. What it throws is kept by nobody.
    /// - Returns: JSON.
    /// - Throws: What `make` throws.
    package func body<E: Error>(
        _ question: Question?, _ served: ServedApp, at now: Date, make: () throws(E) -> JSONValue
    ) throws(E) -> ByteBuffer {
        guard let question, let generation = served.catalog?.generation else {
            return ByteBuffer(bytes: try make().jsonBytes())
        }
        let head: String? = if case .live(let head) = served.state { head.digest } else { nil }
        if let known = answers.withLock({ $0[question] }), known.generation == generation, known.head == head,
            (0..<Self.lifetime).contains(now.timeIntervalSince(known.from))
        {
            return known.body
        }
        let body = ByteBuffer(bytes: try make().jsonBytes())
        let answer = Answer(generation: generation, head: head, from: now, body: body)
        answers.withLock { answers in
            if answers.count >= Self.capacity, answers[question] == nil { answers.removeAll() }
            answers[question] = answer
        }
        return body
    }
}
