import AirworthySupport
import Foundation
import OutgoingHTTP
import ServerSupport
import Synchronization
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct ClockTests {
    /// App Store Connect with a clock of its own, which checks the times of tokens as strictly as Apple.
    private final class Apple: Sendable {
        private let state: Mutex<(ours: Date, tokens: [String])>
        private let ahead: Double

        /// - Parameter ahead: The seconds by which the local clock is ahead.
        init(ahead: Double) {
            state = Mutex((Date.start, []))
            self.ahead = ahead
        }

        var tokens: [String] { state.withLock { $0.tokens } }
        func pass(_ seconds: Double) { state.withLock { $0.ours += seconds } }

        func client() throws -> AppStoreConnectClient {
            try AppStoreConnectClient(
                key: .sample(),
                transport: HTTPTransport { request throws(HTTPTransport.Failure) in try self.answer(request).get() },
                budget: CallBudget { .start }, now: { self.state.withLock { $0.ours } },
                sleep: { _ in Issue.record("there is nothing to wait for") })
        }

        private func answer(_ request: HTTPTransport.Request) -> Script.Answer {
            let token = String(request.headers.first { $0.name == "Authorization" }?.value.dropFirst(7) ?? "")
            let now = state.withLock { state in
                state.tokens.append(token)
                return state.ours.addingTimeInterval(-ahead)
            }
            let seconds = now.timeIntervalSince1970
            let parts = TokenParts(token)
            let isGood =
                parts.map {
                    $0.isSigned && Double($0.issuedAt) <= seconds && seconds < Double($0.expiresAt)
                        && $0.expiresAt - $0.issuedAt <= 1_200
                } ?? false
            let date = [("Date", Self.text(now))]
            return isGood ? .json(#"{"data":[]}"#, date) : .refusal(401, "NOT_AUTHORIZED", date)
        }

        private static func text(_ date: Date) -> String {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "GMT")
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return format.string(from: date)
        }
    }

    @Test(arguments: [-31_536_000.0, -3_600, -1_200, -600, -61, -1, 0, 1, 59, 61, 600, 3_600, 31_536_000])
    func `a wrong local clock costs at most one more request`(_ ahead: Double) async throws {
        let apple = Apple(ahead: ahead)
        let client = try apple.client()
        for _ in 0..<3 { _ = try await client.apps(bundleID: "com.example.hashtags") }
        #expect(apple.tokens.count <= 4)
        #expect(abs(try #require(client.clockOffset).seconds - ahead) <= 1)
    }

    @Test(arguments: [-600.0, 0, 600])
    func `a token is reused, and replaced before it expires`(_ ahead: Double) async throws {
        let apple = Apple(ahead: ahead)
        let client = try apple.client()
        _ = try await client.apps(bundleID: "x")
        let first = apple.tokens.count
        for _ in 0..<120 {
            apple.pass(30)
            _ = try await client.apps(bundleID: "x")
        }
        #expect(apple.tokens.count == first + 120)
        // In an hour, with tokens of nearly twenty minutes.
        #expect((3...5).contains(Set(apple.tokens).count))
    }

    @Test func `copies of a client share token and clock offset`() async throws {
        let apple = Apple(ahead: 600)
        let client = try apple.client()
        _ = try await client.counting(as: .hint).apps(bundleID: "x")
        _ = try await client.counting(as: .operator).apps(bundleID: "x")
        #expect(apple.tokens.count == 3)
        #expect(Set(apple.tokens).count == 2)
        #expect(client.clockOffset != nil)
    }

    @Test func `the clock offset is forgotten after a day`() async throws {
        let script = Script(.json(#"{"data":[]}"#, [("Date", "Fri, 20 Nov 2026 10:18:55 GMT")]))
        let client = try script.client()
        #expect(client.clockOffset == nil)
        _ = try await client.apps(bundleID: "x")
        #expect(client.clockOffset != nil)
        script.now += 86_000
        #expect(client.clockOffset != nil)
        script.now += 401
        #expect(client.clockOffset == nil)
    }

    @Test(arguments: [[("Date", "yesterday")], [], [("Date", "Fri, 20 Nov 2026 10:18:55 GMT"), ("Age", "30")]])
    func `a missing, malformed or cached Date header is ignored`(_ headers: [(String, String)]) async throws {
        let script = Script(.json(#"{"data":[]}"#, headers))
        let client = try script.client()
        _ = try await client.apps(bundleID: "x")
        #expect(client.clockOffset == nil)
    }

    @Test(
        arguments: zip(
            [
                "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 20 Nov 2026 10:18:55 GMT", "Fri, 20 Nov 2026 10:18:55 UTC", "",
                "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Fri, 31 Feb 2026 10:18:55 GMT",
                "Fri, 20 Nov 2026 10:18:55 +0100", "Fri, 20 Foo 2026 10:18:55 GMT", "2026-11-20T10:18:55Z",
            ], [784_111_777, 1_795_169_935, 1_795_169_935, nil, nil, nil, nil, nil, nil, nil] as [Double?]))
    func `HTTP dates are parsed`(_ text: String, _ seconds: Double?) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }
}
