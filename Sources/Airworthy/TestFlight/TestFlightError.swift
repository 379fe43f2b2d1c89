/// Why it could not be found out what is on TestFlight.
public struct TestFlightError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong. There may be more in later versions.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        /// The copy did not come from TestFlight.
        public static let notTestFlight = Code(name: "notTestFlight")
        /// The set-up names no server, and what is in force lists no TestFlight build.
        public static let noServer = Code(name: "noServer")
        /// The server could not be reached, or has not learnt anything yet.
        public static let notAnswered = Code(name: "notAnswered")
        /// The server refused: it does not know the app, or does not know what was asked.
        public static let refused = Code(name: "refused")
        /// The answer makes no sense.
        public static let unreadableAnswer = Code(name: "unreadableAnswer")
    }

    /// What went wrong.
    public let code: Code
    /// More about it, safe to log.
    public let subject: String

    init(_ code: Code, _ subject: String) {
        self.code = code
        self.subject = subject
    }

    /// E.g. `notAnswered: HTTP 503`.
    public var description: String { "\(code.name): \(subject)" }
}
