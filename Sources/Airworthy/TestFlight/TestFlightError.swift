/// The reason why ``Airworthy/checkTestFlight()`` has no result.
///
/// ```swift
/// do {
///     _ = try await airworthy.checkTestFlight()
/// } catch let error as TestFlightError where error.code == .notTestFlight {
///     hideRow()
/// }
/// ```
public struct TestFlightError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. Later versions may add more.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        /// The installation is not from TestFlight.
        public static let notTestFlight = Code(name: "notTestFlight")
        /// The set-up names no server, and the manifest lists no TestFlight build.
        public static let noServer = Code(name: "noServer")
        /// The server could not be reached, or has no data yet.
        public static let notAnswered = Code(name: "notAnswered")
        /// The server refused the request: it does not know the app or the route.
        public static let refused = Code(name: "refused")
        /// The answer could not be read.
        public static let unreadableAnswer = Code(name: "unreadableAnswer")
    }

    /// The kind of failure.
    public let code: Code
    /// The details, safe to log.
    public let subject: String

    init(_ code: Code, subject: String) {
        self.code = code
        self.subject = subject
    }

    /// The code and the details, e.g. `notAnswered: HTTP 503`.
    public var description: String { "\(code.name): \(subject)" }
}
