import Foundation
import OutgoingHTTP
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct RetryTests {
    @Test(
        arguments: zip(
            [0.0, 0.5, 1.0], [[0.0, 0, 0], [0.5, 1, 2], [1.0, 2, 4]]))
    func `waits between retries double and are random`(_ random: Double, _ expected: [Double]) async throws {
        let script = Script(.json("", status: 502))
        script.random = random
        let client = try script.client()
        await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(script.slept == expected)
    }

    @Test func `a retry that succeeds returns the response`() async throws {
        let script = Script(.failure(.timedOut), .json("", status: 500), .refusal(429, "RATE_LIMIT_EXCEEDED"), .apps)
        let client = try script.client()
        #expect(try await client.apps(bundleID: "com.example.hashtags").map(\.id) == ["12"])
        #expect(script.requests.count == 4)
    }

    @Test(
        arguments: zip(
            ["7", "0", "30", "Fri, 20 Nov 2026 21:29:05 GMT", "soon", "-3", "99999999999999999999"],
            [[7.0], [0.5], [30], [10], [0.5], [0.5], []]))
    func `a Retry-After of up to thirty seconds is waited for`(_ field: String, _ expected: [Double]) async throws {
        // The local clock is wrong: the time is measured from the response's own date.
        let headers = [("Retry-After", field), ("Date", "Fri, 20 Nov 2026 21:28:55 GMT")]
        let script = Script(.refusal(429, "RATE_LIMIT_EXCEEDED", headers), .apps)
        let client = try script.client()
        _ = try? await client.apps(bundleID: "x")
        #expect(script.slept == expected)
    }

    @Test func `a longer Retry-After ends the retries`() async throws {
        let script = Script(.refusal(429, "RATE_LIMIT_EXCEEDED", [("Retry-After", "31")]))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(error?.retryAfter == .seconds(31))
        #expect(script.requests.count == 1)
    }

    @Test func `a used-up hour ends the retries`() async throws {
        let limit = ("X-Rate-Limit", "user-hour-lim:3600;user-hour-rem:0;")
        let script = Script(.refusal(429, "RATE_LIMIT_EXCEEDED", [limit]))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(error?.kind == .rateLimited)
        #expect(error?.retryAfter == .seconds(60))
        #expect(script.requests.count == 1)
    }

    @Test(arguments: [Script.Answer.failure(.timedOut), .json("", status: 502), .refusal(429, "RATE_LIMIT_EXCEEDED")])
    func `requests that change something are not retried`(_ answer: Script.Answer) async throws {
        let script = Script(answer)
        let client = try script.client()
        await #expect(throws: AppStoreConnectError.self) { try await client.pingWebhook(id: "w") }
        await #expect(throws: AppStoreConnectError.self) {
            try await client.updateWebhook(id: "w", name: "n", url: "https://x", secret: "s")
        }
        await #expect(throws: AppStoreConnectError.self) {
            try await client.createWebhook(app: "1", name: "n", url: "https://x", secret: "s")
        }
        #expect(script.requests.map(\.method) == ["POST", "PATCH", "POST"])
        #expect(script.slept.isEmpty)
    }

    @Test func `a rejected token is replaced once, even for a POST`() async throws {
        let script = Script(.refusal(401, "NOT_AUTHORIZED"), .json(#"{"data":{"type":"webhookPings","id":"p"}}"#))
        let client = try script.client()
        try await client.pingWebhook(id: "w")
        #expect(script.requests.count == 2)
        #expect(Set(script.tokens).count == 2)
        #expect(script.slept.isEmpty)
    }

    @Test func `a rejected token does not use up the other attempts`() async throws {
        let script = Script(
            .json("", status: 500), .refusal(401, "NOT_AUTHORIZED"), .json("", status: 500), .json("", status: 500),
            .apps)
        let client = try script.client()
        #expect(try await client.apps(bundleID: "com.example.hashtags").count == 1)
        #expect(script.requests.count == 5)
    }

    @Test func `cancelling the task ends the wait for a retry`() async throws {
        let script = Script(.json("", status: 500))
        let client = try script.client()
        let task = Task { () -> AppStoreConnectError.Kind? in
            withUnsafeCurrentTask { $0?.cancel() }
            do {
                _ = try await client.apps(bundleID: "x")
                return nil
            } catch {
                return (error as? AppStoreConnectError)?.kind
            }
        }
        #expect(await task.value == .cancelled)
        #expect(script.requests.count == 1)
    }

    @Test func `every attempt counts, and nothing is sent without budget`() async throws {
        let script = Script(.json("", status: 500, [("X-Rate-Limit", "user-hour-lim:8;user-hour-rem:5;")]))
        let budget = CallBudget { script.now }
        let client = try script.client(budget: budget)
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        // The budget is half of eight calls, and one of them is reserved for hints: the fourth attempt is not made.
        #expect(error?.kind == .budgetSpent)
        #expect(script.requests.count == 3)
        #expect(budget.used == 3)
        await #expect(throws: AppStoreConnectError.self) { try await client.counting(as: .hint).apps(bundleID: "x") }
        #expect(script.requests.count == 4)
    }
}
