import Foundation
import Logging
import ReleaseCatalog
import Testing

@testable import AirworthyServer

/// Many callers on sockets of their own ask about an app of which nothing was learnt yet.
@Suite(.timeLimit(.minutes(1))) struct ColdSocketsTests {
    @Test func `two thousand at once cause one question to Apple, and none waits for it`() async throws {
        let (server, apple) = (try await EdgeServer(), SlowApple())
        let learner = apple.learner(for: server.plane, now: { Date() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await learner.run() }
            let side = AppleSide(learner, used: { _ in 0 }, secrets: [:])
            try await server.run(level: .error, apple: side) { served in
                let answers = try await Wire.blocking {
                    let wires = try (0..<2_000).map { _ in try Wire(port: served.port) }
                    for wire in wires {
                        wire.send("GET /v1/apps/hashtags/testflight/latest/internal HTTP/1.1\r\nHost: a\r\n\r\n")
                    }
                    return try wires.map { try $0.answer() }
                }
                #expect(answers.count == 2_000)
                // Apple has not answered anybody until here.
                #expect(answers.allSatisfy { $0.status == 503 && $0.problem == "catalog-not-learnt" })
                #expect(answers.allSatisfy { $0["retry-after"] == "5" })
                #expect(apple.calls <= 1)
                apple.open()
                #expect(await learner.sync("hashtags").outcomes[.connect] == .learnt)
                #expect(try await served.ask("GET", "/v1/apps/hashtags/testflight/latest/internal").status == 200)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(apple.calls <= 2)
    }
}
