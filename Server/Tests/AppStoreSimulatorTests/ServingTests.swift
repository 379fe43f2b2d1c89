import Foundation
import Synchronization
import Testing

@testable import AppStoreSimulator

@Suite(.timeLimit(.minutes(5))) struct ServingTests {
    @Test func `several simulators run side by side, and none responds after it has stopped`() async throws {
        let url = try await AppStoreSimulator().withClient { one async throws in
            try await AppStoreSimulator().withClient { other async throws in
                #expect(one.url != other.url)
                #expect(try await one.get("/v1/apps").status == 200)
                let foreign = try TestClient.token(for: one.key, at: Date())
                #expect(try await other.send("GET", "/v1/apps", token: foreign).status == 401)
            }
            return one.url
        }
        let gone = TestClient(url: url, key: .init())
        await #expect(throws: (any Error).self) {
            try await gone.send("GET", "/lookup?id=1", seconds: 1)
        }
    }

    @Test func `the error of a used port names it, also for a caller that waits for the URL`() async throws {
        try await AppStoreSimulator().serving { url async throws in
            let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
            let second = AppStoreSimulator(port: port)
            let error = await #expect(throws: AppStoreSimulator.ControlError.self) { try await second.run() }
            #expect(error?.description.contains("port \(port) of 127.0.0.1 is in use") == true)
            await #expect(throws: AppStoreSimulator.ControlError.self) { try await second.url() }
        }
    }

    @Test func `a caller that waits for the server's URL can be cancelled`() async throws {
        let simulator = AppStoreSimulator()
        let task = Task { try await simulator.url() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `requests are counted and observed without their tokens`() async throws {
        let seen = Mutex<[AppStoreSimulator.Exchange]>([])
        let simulator = AppStoreSimulator(observe: { exchange in seen.withLock { $0.append(exchange) } })
        try await simulator.withClient { client async throws in
            simulator.add(.init(.serverError, requests: 1))
            _ = try await client.get("/v1/apps")
            _ = try await client.get("/v1/builds?limit=1")
            _ = try await client.get("/lookup?id=1")
            #expect(simulator.requestCount() == 3 && simulator.requestCount("/v1/") == 2)
        }
        let exchanges = seen.withLock { $0 }
        #expect(exchanges.map(\.status) == [500, 200, 200] && exchanges.map(\.fault) == ["serverError", nil, nil])
        #expect(exchanges.map(\.keyID) == [nil, simulator.key.id, nil])
        #expect(exchanges[1].target == "/v1/builds?limit=1" && exchanges[1].method == "GET")
        let authorization = exchanges[1].requestFields.first { $0.name.lowercased() == "authorization" }?.value
        #expect(authorization?.hasPrefix("Bearer (") == true && authorization?.contains(".") == false)
    }

    @Test func `200 concurrent requests all succeed`() async throws {
        try await AppStoreSimulator().withClient { client async throws in
            let token = try client.token()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 {
                    group.addTask { try await client.send("GET", "/v1/apps", token: token, seconds: 50).status }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [200])
        }
    }
}
