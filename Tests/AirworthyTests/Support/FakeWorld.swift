import Airworthy
import AirworthyChannel
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// A device with its clock and network, for tests of the whole client. Time stands still until `pass`.
final class FakeWorld: Sendable {
    typealias Answer = @Sendable (TransportRequest) async throws -> TransportResponse

    private struct State {
        var device = date("2026-11-20T12:00:00Z")
        /// The seconds by which the device's clock is ahead of the servers'.
        var ahead: TimeInterval = 0
        var random = 0.5
        var answers: [String: Answer] = [:]
        var requests: [TransportRequest] = []
        var sleepers: [(until: Date, seconds: TimeInterval, signal: Signal)] = []
        var ids = 0
        var storefront: String?
        /// Sent when StoreKit may answer.
        var storefrontSilence: Signal?
        var logged: [String] = []
        var logLevel = Airworthy.LogLevel.problems
    }

    private let state = Locked(State())
    /// Sent with each sleep that begins.
    let slept = Signal()
    let store = MemoryStateStore()

    init() { LateStates.removal }

    // MARK: Time

    /// The time of the servers.
    var now: Date { state.withLock { $0.device.addingTimeInterval(-$0.ahead) } }

    /// Advances the clocks and wakes the sleepers whose time has come.
    func pass(_ seconds: TimeInterval) {
        let due = state.withLock { state -> [Signal] in
            state.device.addTimeInterval(seconds)
            let due = state.sleepers.filter { $0.until <= state.device }.map(\.signal)
            state.sleepers.removeAll { $0.until <= state.device }
            return due
        }
        for signal in due { signal.send() }
    }

    /// Sets the device's clock ahead of the servers'.
    func setClockAhead(_ seconds: TimeInterval) {
        state.withLock { state in
            state.device.addTimeInterval(seconds - state.ahead)
            state.ahead = seconds
        }
    }

    func setRandom(_ random: Double) { state.withLock { $0.random = random } }

    /// The durations of the current sleeps.
    var sleeping: [TimeInterval] { state.withLock { $0.sleepers.map(\.seconds) } }

    private func sleep(_ seconds: TimeInterval) async throws {
        let signal = Signal()
        state.withLock { $0.sleepers.append(($0.device.addingTimeInterval(seconds), seconds, signal)) }
        slept.send()
        await signal.wait(after: 0)
        state.withLock { state in state.sleepers.removeAll { $0.signal === signal } }
        try Task.checkCancellation()
    }

    var environment: ClientEnvironment {
        ClientEnvironment(
            now: { self.state.withLock { $0.device } }, sleep: { try await self.sleep($0) },
            random: { self.state.withLock { $0.random } },
            newID: {
                self.state.withLock { state in
                    state.ids += 1
                    return "id-\(state.ids)"
                }
            },
            timeZone: { TimeZone(secondsFromGMT: 0)! },
            storefront: StorefrontReader {
                await self.state.withLock { $0.storefrontSilence }?.wait(after: 0)
                return self.state.withLock { $0.storefront }
            },
            log: SystemLog(level: { self.state.withLock { $0.logLevel } }) { severity, line in
                self.state.withLock { $0.logged.append(severity == .fault ? "fault: \(line)" : line) }
            })
    }

    /// Sets the country that StoreKit answers.
    func setStorefront(_ country: String?) { state.withLock { $0.storefront = country } }

    /// Makes StoreKit silent until the returned signal is sent.
    func silenceStorefront() -> Signal {
        let silence = Signal()
        state.withLock { $0.storefrontSilence = silence }
        return silence
    }

    /// The lines in the device's log.
    var logged: [String] { state.withLock { $0.logged } }

    /// Sets how much clients log.
    func setLogLevel(_ level: Airworthy.LogLevel) { state.withLock { $0.logLevel = level } }

    // MARK: Network

    /// All requests.
    var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// Returns the requests with a last path component.
    func requests(for name: String) -> [TransportRequest] { requests.filter { $0.url.lastPathComponent == name } }

    /// Sets the answer of a host.
    func answer(_ host: String, _ answer: @escaping Answer) { state.withLock { $0.answers[host] = answer } }

    /// Returns the answer of a host.
    func answer(of host: String) -> Answer? { state.withLock { $0.answers[host] } }

    /// Makes a host answer with a status, the servers' date and an entity tag, or with 304 to a matching tag.
    func serve(_ body: [UInt8], at host: String, status: Int = 200, headers: [String: String] = [:]) {
        answer(host) { request in
            var headers = headers
            headers["Date"] = HTTPText.date(self.now)
            let tag = "\"\(body.hashValue)\""
            if status == 200 { headers["ETag"] = tag }
            if status == 200, request.headers["If-None-Match"] == tag {
                return TransportResponse(url: request.url, status: 304, headers: headers)
            }
            return TransportResponse(url: request.url, status: status, headers: headers, body: body)
        }
    }

    /// Makes a host unreachable.
    func disconnect(_ host: String) { answer(host) { _ in throw URLError(.cannotConnectToHost) } }

    var transport: Airworthy.Transport {
        Airworthy.Transport { request in
            let answer = self.state.withLock { state -> Answer? in
                state.requests.append(request)
                return state.answers[request.url.host ?? ""]
            }
            guard let answer else { throw URLError(.cannotFindHost) }
            return try await answer(request)
        }
    }

    // MARK: The app

    /// Launches the app on this device, with the state of earlier launches.
    func launch(
        _ setup: Airworthy.Setup, version: String = "1.5", build: String = "150", channel: Channel = .appstore,
        storefront: String? = nil, store: (any StateStore)? = nil, checkIns: Airworthy.CheckIns = .off,
        kind: AppKind = .app, platform: Platform = .ios, testerGroup: Channel.Audience? = nil
    ) -> Airworthy {
        let installation = Installation(
            platform: platform, version: version, build: try? BuildNumber(build), channel: channel,
            os: platform == .ios ? OperatingSystem("iOS 18.0") : nil, language: "en",
            storefront: storefront.flatMap(Storefront.init))
        var environment = environment
        environment.appKind = { kind }
        return Airworthy(
            setup,
            options: Airworthy.Options(
                installation: installation, transport: transport, checkIns: checkIns, testerGroup: testerGroup),
            environment: environment, store: store ?? self.store)
    }
}

extension FakeWorld {
    /// Runs a client during `body`.
    func running(_ client: Airworthy, _ body: () async throws -> Void) async rethrows {
        let owner = Task { await client.run() }
        defer { owner.cancel() }
        try await body()
        owner.cancel()
        await owner.value
    }
}

/// A store in memory.
final class MemoryStateStore: StateStore {
    private let bytes = Locked<[UInt8]?>(nil)

    func load() -> LoadedState {
        guard let bytes = bytes.withLock({ $0 }) else { return .nothing }
        do throws(StateFile.Damage) {
            return .state(try StateFile.decode(bytes))
        } catch {
            return .damaged(error.description)
        }
    }

    func save(_ state: StoredState) {
        let encoded = StateFile.encode(state)
        bytes.withLock { $0 = encoded }
    }
}

/// Formats of HTTP.
enum HTTPText {
    /// Returns a date as in a header field, without the code under test.
    static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}

func date(_ text: String) -> Date { Timestamp.parse(text)! }

extension AsyncStream {
    /// Returns the first element for which the predicate holds.
    func first(where predicate: (Element) -> Bool) async -> Element? {
        for await element in self where predicate(element) { return element }
        return nil
    }
}

/// What clients write after the test that created them has removed its folder: they store their state on a queue of their own.
enum LateStates {
    /// Removes it at the end of the process: folders with a UUID for a name that contain nothing but the state of a client.
    static let removal: Void = {
        atexit {
            let files = FileManager.default
            let folders = try? files.contentsOfDirectory(at: files.temporaryDirectory, includingPropertiesForKeys: nil)
            for folder in folders ?? [] where UUID(uuidString: folder.lastPathComponent) != nil {
                let names = try? files.contentsOfDirectory(atPath: folder.path)
                if names == ["airworthy"] || names == ["Library"] { try? files.removeItem(at: folder) }
            }
        }
    }()
}
