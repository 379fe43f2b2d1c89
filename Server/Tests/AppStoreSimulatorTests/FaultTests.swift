import AsyncHTTPClient
import Foundation
import Testing

@testable import AppStoreSimulator

@Suite struct FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: AppStoreSimulator.Fault
        let status: Int
        let words: String
        var testDescription: String { "\(fault.kind.rawValue) \(fault.status ?? 0)" }
    }

    static let cases: [Case] = [
        Case(fault: .init(.unauthorized, requests: 1), status: 401, words: "NOT_AUTHORIZED"),
        Case(fault: .init(.revoked, requests: 1), status: 401, words: "NOT_AUTHORIZED"),
        Case(fault: .init(.revoked, requests: 1, status: 403), status: 403, words: "FORBIDDEN_ERROR"),
        Case(fault: .init(.agreements, requests: 1), status: 403, words: "REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED"),
        Case(fault: .init(.forbidden, requests: 1), status: 403, words: "FORBIDDEN_ERROR"),
        Case(fault: .init(.rateLimited, requests: 1), status: 429, words: "RATE_LIMIT_EXCEEDED"),
        Case(fault: .init(.serverError, requests: 1), status: 500, words: "UNEXPECTED_ERROR"),
        Case(fault: .init(.serverError, requests: 1, status: 503), status: 503, words: "UNEXPECTED_ERROR"),
        Case(fault: .init(.badGateway, requests: 1), status: 502, words: "<html>"),
        Case(fault: .init(.html, requests: 1), status: 200, words: "newNullResponse"),
        Case(fault: .init(.latency, requests: 1, seconds: 0.05), status: 200, words: "hashtags"),
    ]

    @Test(arguments: cases)
    func `a fault for one request affects the first request only`(_ test: Case) async throws {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            simulator.add(test.fault)
            let wrong = try await client.get("/v1/apps")
            #expect(wrong.status == test.status && wrong.text.contains(test.words), "\(wrong.text)")
            let right = try await client.get("/v1/apps")
            #expect(right.status == 200 && right.data.count == 2)
        }
    }

    // A waiting request must not delay the end; otherwise this test would never end.
    @Test(.timeLimit(.minutes(5)))
    func `the simulator stops although faults broke connections and withheld a response`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            simulator.add(.init(.reset, requests: 1))
            await #expect(throws: (any Error).self) { try await client.get("/v1/apps") }
            simulator.add(.init(.cutOff, requests: 1))
            await #expect(throws: (any Error).self) { try await client.get("/v1/apps") }
            simulator.add(.init(.timeout, requests: 1))
            let error = await #expect(throws: HTTPClientError.self) {
                try await client.send("GET", "/v1/apps", seconds: 1)
            }
            #expect(error == .deadlineExceeded)
            #expect(try await client.get("/v1/apps").status == 200)
        }
    }

    @Test func `faults can truncate JSON, empty a body, and point the next link to another host`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            simulator.add(.init(.truncated, requests: 1))
            let half = try await client.get("/v1/apps")
            #expect(half.status == 200 && half.text.hasPrefix("{") && half.json == nil)
            simulator.add(.init(.emptyForbidden, requests: 1, path: "/lookup"))
            #expect(try await client.get("/v1/apps").status == 200)
            let empty = try await client.get("/lookup?id=1")
            #expect(empty.status == 403 && empty.body.isEmpty)
            #expect(empty.header("Cache-Control").first?.contains("no-store") == true)
            simulator.add(.init(.foreignNext, requests: 1))
            let next = try await client.get("/v1/builds?limit=1").json?["links"]?["next"]?.string
            #expect(next?.contains("localhost.invalid") == true)
            simulator.add(.init(.rateLimited, requests: 1, seconds: 7))
            #expect(try await client.get("/v1/apps").header("Retry-After") == ["7"])
        }
    }

    @Test func `a fault affects its paths until it is cleared, and never the control routes`() async throws {
        let simulator = AppStoreSimulator(
            scenario: try .init(
                json: """
                    {"apps": [], "faults": [{"kind": "serverError", "path": "/v1/builds"}]}
                    """))
        try await simulator.withClient { client async throws in
            for _ in 0..<3 { #expect(try await client.get("/v1/builds").status == 500) }
            #expect(try await client.get("/v1/apps").status == 200)
            let body = #"{"kind": "badGateway"}"#
            #expect(try await client.send("POST", "/_simulator/faults", body: body).status == 200)
            #expect(try await client.get("/v1/apps").status == 502)
            #expect(try await client.get("/lookup?id=1").status == 502)
            let list = try await client.get("/_simulator/faults")
            #expect(list.json?["faults"]?.array?.count == 2)
            #expect(try await client.send("DELETE", "/_simulator/faults").status == 200)
            #expect(try await client.get("/v1/builds").status == 200)
            // A reset restores the faults of the scenario.
            simulator.reset()
            #expect(try await client.get("/v1/builds").status == 500)
            simulator.clearFaults()
            #expect(try await client.get("/v1/builds").status == 200)
        }
    }
}
