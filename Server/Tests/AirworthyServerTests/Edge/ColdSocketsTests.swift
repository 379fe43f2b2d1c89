import Foundation
import Logging
import ReleaseCatalog
import ReleaseSources
import Testing

@testable import AirworthyServer

/// Many connections that request an app without release data.
@Suite(.timeLimit(.minutes(5))) struct ColdSocketsTests {
    @Test func `2,000 connections at once cause one query to Apple and get 503 without waiting for it`() async throws {
        let (server, apple) = (try await EdgeServer(), SlowApple())
        let poller = apple.poller(for: server.plane, now: { Date() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await poller.run() }
            // Also if something throws: the group waits for the poller, which cannot be cancelled while it waits for an answer.
            defer { apple.open() }
            let sync = CatalogSync(poller: poller, callsLastHour: { _ in 0 }, secrets: { _ in [] })
            try await server.run(level: .error, catalogSync: sync) { served in
                let answers = try await Wire.blocking {
                    let wires = try (0..<2_000).map { _ in try Wire(port: served.port) }
                    for wire in wires {
                        wire.send("GET /v1/apps/hashtags/testflight/latest/internal HTTP/1.1\r\nHost: a\r\n\r\n")
                    }
                    return try wires.map { try $0.answer() }
                }
                #expect(answers.count == 2_000)
                // The stand-in for Apple has not answered yet.
                #expect(answers.allSatisfy { $0.status == 503 && $0.problem == "catalog-not-learnt" })
                #expect(answers.allSatisfy { $0["retry-after"] == "5" })
                #expect(apple.calls <= 1)
                apple.open()
                #expect(await poller.sync("hashtags").outcomes[.connect] == .learnt)
                #expect(try await served.ask("GET", "/v1/apps/hashtags/testflight/latest/internal").status == 200)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(apple.calls <= 2)
    }
}
