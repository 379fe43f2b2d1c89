public import Foundation
public import ServiceLifecycle

/// A faithful stand-in for App Store Connect and the App Store lookup, on one port of this machine. It shares no code
/// with the client, so that the two cannot share a misunderstanding.
///
/// It starts with a ``Scenario``, is changed through ``control(_:_:)`` or the same routes below `/_simulator`, and does
/// what a ``Fault`` says until that is over. Everything is in memory.
public final class AppStoreSimulator: Service {
    /// The key a client signs with.
    public let key: Key
    let engine: Engine
    let address: ListenAddress
    let onReady: @Sendable (String) async -> Void
    let ready = ReadySignal()

    /// Makes a simulator; ``run()`` or ``serving(_:)`` starts it.
    /// - Parameters:
    ///   - scenario: What there is at the beginning.
    ///   - key: The key whose tokens are accepted.
    ///   - otherKeys: More such keys; each has a rate limit of its own.
    ///   - host: The address to listen on.
    ///   - port: The port to listen on; 0 takes a free one.
    ///   - began: What the scenario's relative times are relative to; by default when this is called, or ``reset()``.
    ///   - now: The clock that its own clock is set off from.
    ///   - observe: Told every request and its answer, after it; a token is never among it.
    ///   - onReady: Told the address, e.g. `http://127.0.0.1:43211`, once requests are answered.
    public init(
        scenario: Scenario = .demo, key: Key = Key(), otherKeys: [Key] = [], host: String = "127.0.0.1",
        port: Int = 0, began: Date? = nil, now: @escaping @Sendable () -> Date = { Date() },
        observe: (@Sendable (Exchange) -> Void)? = nil,
        onReady: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.key = key
        address = ListenAddress(host: host, port: port)
        engine = Engine(scenario: scenario, keys: [key] + otherKeys, began: began, now: now, observe: observe)
        self.onReady = onReady
    }

    /// Serves until the task is cancelled or a graceful shutdown begins. May be called once.
    /// - Throws: An error that says what to do, where the port cannot be had.
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

    /// The address, once it is listening. ``run()`` must have been called or be about to.
    /// - Throws: What ``run()`` threw, where it ended before it listened; `CancellationError`.
    public func url() async throws -> String {
        try await ready.value()
    }

    /// Serves while `body` runs.
    /// - Parameter body: Given the address.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw, or that the port could not be had.
    public func serving<R: Sendable>(_ body: (String) async throws -> R) async throws -> R {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.run() }
            defer { group.cancelAll() }
            return try await body(url())
        }
    }

    /// Changes something, or tells about it: what `POST /_simulator/ACTION` does.
    /// - Parameters:
    ///   - action: E.g. `upload`, `build`, `release`, `faults`; the manual lists them.
    ///   - body: A JSON object.
    /// - Returns: The JSON that the route would answer with.
    /// - Throws: ``ControlError`` where there is no such action, or no such thing to change.
    @discardableResult
    public func control(_ action: String, _ body: String = "{}") throws(ControlError) -> String {
        try engine.control(action, body)
    }

    /// Makes answers go wrong.
    public func add(_ fault: Fault) {
        engine.add(fault)
    }

    /// Ends every fault.
    public func clearFaults() {
        engine.clearFaults()
    }

    /// How many requests came whose path begins so; those below `/_simulator` do not count.
    public func requestCount(_ prefix: String = "/") -> Int {
        engine.requestCount(prefix)
    }

    /// Moves the clock.
    /// - Parameters:
    ///   - seconds: How far what is known is ahead of real time: what has expired, how far a phased release is.
    ///   - dateHeader: The same for the `Date` header and the check of tokens, where that is to differ.
    public func travel(_ seconds: Double, dateHeader: Double? = nil) {
        engine.travel(seconds, dateHeader: dateHeader ?? seconds)
    }

    /// Goes back to the scenario: what was changed is undone, webhooks and faults that were added are gone.
    public func reset() {
        engine.reset()
    }
}
