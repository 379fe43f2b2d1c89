public import Foundation
public import ServiceLifecycle

/// A simulator of App Store Connect and the App Store lookup on one local port. It shares no code with the client, so
/// that the two cannot share a misunderstanding.
///
/// It starts with a ``Scenario``. ``control(_:body:)`` and the routes below `/_simulator` change it, and a ``Fault``
/// makes its responses fail. All state is in memory.
public final class AppStoreSimulator: Service {
    /// The key that a client signs its tokens with.
    public let key: ConnectKey
    private let engine: SimulatorEngine
    private let address: ListenAddress
    private let onReady: @Sendable (String) async -> Void
    private let ready = ReadySignal()

    /// Creates a simulator; ``run()`` or ``serving(_:)`` starts it.
    /// - Parameters:
    ///   - scenario: The initial apps, builds and versions.
    ///   - key: The key whose tokens are accepted.
    ///   - otherKeys: More accepted keys; each has its own rate limit.
    ///   - host: The address to listen on.
    ///   - port: The port to listen on; 0 chooses a free one.
    ///   - began: The date that the scenario's relative times refer to; by default the time of this call or of
    ///     ``reset()``.
    ///   - now: The clock that the simulator's clock is offset from.
    ///   - observe: Called after every request with the request and its response; tokens are redacted.
    ///   - onReady: Called with the URL, such as `http://127.0.0.1:43211`, once the server accepts requests.
    public init(
        scenario: Scenario = .demo, key: ConnectKey = ConnectKey(), otherKeys: [ConnectKey] = [],
        host: String = "127.0.0.1", port: Int = 0, began: Date? = nil, now: @escaping @Sendable () -> Date = { Date() },
        observe: (@Sendable (Exchange) -> Void)? = nil,
        onReady: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.key = key
        address = ListenAddress(host: host, port: port)
        engine = SimulatorEngine(scenario: scenario, keys: [key] + otherKeys, began: began, now: now, observe: observe)
        self.onReady = onReady
    }

    /// Serves until the task is cancelled or a graceful shutdown begins. Call it once.
    /// - Throws: ``ControlError`` if the server cannot listen on the port.
    public func run() async throws {
        do {
            try await SimulatorServer(engine: engine, address: address).run { [ready, onReady] url in
                ready.send(.success(url))
                await onReady(url)
            }
            ready.send(.failure(CancellationError()))
        } catch {
            ready.send(.failure(error))
            throw error
        }
    }

    /// Returns the URL once the server listens. Another task has to call ``run()``.
    /// - Returns: The URL, such as `http://127.0.0.1:43211`.
    /// - Throws: The error of ``run()`` if it failed before it listened; `CancellationError`.
    public func url() async throws -> String {
        try await ready.value()
    }

    /// Serves while `body` runs.
    /// - Parameter body: Called with the URL.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or ``ControlError`` if the server cannot listen on the port.
    public func serving<R: Sendable>(_ body: (String) async throws -> R) async throws -> R {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.run() }
            defer { group.cancelAll() }
            return try await body(url())
        }
    }

    /// Performs a control action, as `POST /_simulator/ACTION` does.
    /// - Parameters:
    ///   - action: The action, such as `upload`, `build`, `release` or `faults`; the manual lists all.
    ///   - body: A JSON object.
    /// - Returns: The JSON that the route responds with.
    /// - Throws: ``ControlError`` if the action is unknown or not possible.
    @discardableResult
    public func control(_ action: String, body: String = "{}") throws(ControlError) -> String {
        try engine.control(action, body: body)
    }

    /// Adds a fault.
    public func add(_ fault: Fault) {
        engine.withState { $0.faults.append(fault) }
    }

    /// Removes all faults.
    public func clearFaults() {
        engine.withState { $0.faults = [] }
    }

    /// Returns the number of requests by their path; those below `/_simulator` do not count.
    /// - Parameter prefix: The prefix of the paths.
    /// - Returns: The number of requests.
    public func requestCount(_ prefix: String = "/") -> Int {
        engine.withState { state in state.counts.filter { $0.key.hasPrefix(prefix) }.reduce(0) { $0 + $1.value } }
    }

    /// The seconds that the simulator's clock is ahead of the clock that it was created with.
    public var clockOffset: Double { engine.withState { $0.clock } }

    /// Sets the offset of the simulator's clock.
    /// - Parameters:
    ///   - seconds: The seconds ahead of real time. They affect expiry and phased releases.
    ///   - dateHeader: The same for the `Date` header and the check of tokens, if it differs.
    public func travel(_ seconds: Double, dateHeader: Double? = nil) {
        engine.withState { ($0.clock, $0.dateHeader) = (seconds, dateHeader ?? seconds) }
    }

    /// Returns to the scenario: undoes all changes and removes added webhooks and faults.
    public func reset() {
        engine.reset()
    }

    /// The initial state of a simulator: apps with their groups, builds, versions and storefronts.
    public struct Scenario: Sendable {
        let file: ScenarioFile

        /// The Apple IDs and bundle ids of the apps, in the order of the file.
        public var apps: [(id: String, bundleID: String)] { file.apps.map { ($0.id, $0.bundleID) } }

        /// Reads a scenario.
        /// - Parameter json: The text of a scenario file.
        /// - Throws: ``ControlError`` with the path of the mistake.
        public init(json: String) throws(ControlError) {
            file = try ScenarioFile(JSON(text: json))
        }

        init(file: ScenarioFile) { self.file = file }

        /// The apps of `airworthy demo`: `hashtags` with betas in every state, and `birthdays`.
        public static let demo = Scenario(file: .demo)
        /// A scenario without apps.
        public static let empty = Scenario(file: ScenarioFile())
    }

    /// An invalid scenario, or a control action that is unknown or not possible.
    public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The mistake, its place and the remedy.
        public let description: String

        var isUnknownAction = false

        init(_ description: String) { self.description = description }
    }

    /// A request and its response.
    public struct Exchange: Sendable {
        /// The method, such as `GET`.
        public let method: String
        /// The path and the query as sent.
        public let target: String
        /// The request's header fields; `Authorization` contains only the scheme and the length.
        public let requestFields: [(name: String, value: String)]
        /// The request's body.
        public let requestBody: [UInt8]
        /// The response's status; 0 if a fault suppressed the response.
        public let status: Int
        /// The response's header fields.
        public let fields: [(name: String, value: String)]
        /// The response's body.
        public let body: [UInt8]
        /// The kinds of the faults that affected the request.
        public let fault: String?
        /// The id of the key, if the token was accepted.
        public let keyID: String?
    }
}

typealias ControlError = AppStoreSimulator.ControlError
