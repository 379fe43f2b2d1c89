package import Foundation

/// App Store Connect, asked with one key.
///
/// Every call is bounded: in time, in size, in pages, in attempts, and by the key's ``CallBudget``. Reads are tried again
/// when that may help, a refused token once with a fresh one. Safe from any task; copies share token and clock.
package struct AppStoreConnectClient: Sendable {
    /// Where Apple is.
    package static let host = "https://api.appstoreconnect.apple.com"
    /// The most pages of one listing; with 200 resources a page more than anybody has.
    static let mostPages = 50

    let key: APIKey
    let base: BaseAddress
    let transport: HTTPTransport
    let budget: CallBudget
    let userAgent: String
    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void
    let random: @Sendable () -> Double
    let state = ClientState()
    var purpose = CallBudget.Purpose.schedule

    /// Makes a client.
    /// - Parameters:
    ///   - key: Who asks.
    ///   - baseURL: Where; anything but Apple's host is for tests and the simulator.
    ///   - transport: How requests get there.
    ///   - budget: That of the key, shared by all its clients.
    ///   - userAgent: How this program calls itself.
    ///   - now: Our clock.
    ///   - sleep: Waits between attempts, in real time unless a test gives its own; throws when the task is cancelled.
    ///   - random: Numbers in 0..<1.
    /// - Throws: ``AppStoreConnectError`` of kind `invalidRequest` if `baseURL` is no address.
    package init(
        key: APIKey, baseURL: String = AppStoreConnectClient.host, transport: HTTPTransport, budget: CallBudget,
        userAgent: String = "airworthy", now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) throws(AppStoreConnectError) {
        guard let base = BaseAddress(baseURL) else {
            throw AppStoreConnectError(
                .invalidRequest, detail: "the address of App Store Connect is none; write it as \(Self.host)")
        }
        self.key = key
        self.base = base
        self.transport = transport
        self.budget = budget
        self.userAgent = userAgent
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The id of the key.
    package var keyID: String { key.keyID }

    /// The same client, whose calls are counted as made for something else than the ordinary polling.
    package func asking(for purpose: CallBudget.Purpose) -> AppStoreConnectClient {
        var client = self
        client.purpose = purpose
        return client
    }

    /// Seconds our clock is ahead of Apple's, by the last answer of the last 24 hours; `nil` without one.
    package var clockOffset: Double? { state.offset(at: now()) }
}
