import ControlPlane
import Hummingbird
import Synchronization
import Testing

@testable import AirworthyServer

/// The limit of long admin requests on a real socket. Other work holds its turns, so nothing depends on speed.
@Suite(.timeLimit(.minutes(5))) struct AdminWorkSocketTests {
    private static let preflight = "/v1/admin/apps/hashtags/preflight"
    private static let other = AdminWork.Caller(chain: "other", connection: nil)

    /// Runs `body` while other work holds both turns.
    private static func holdingTurns<R: Sendable>(
        _ work: AdminWork, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        let gate = Gate()
        let holders = (0..<2).map { _ in
            Task {
                try await work.run(for: other) {
                    await gate.wait()
                }
            }
        }
        await until { work.running == 2 }
        let result = await Result.catching(body)
        // Either of them may be the first to wait at the gate.
        for _ in holders { gate.open() }
        for holder in holders { _ = await holder.result }
        return try result.get()
    }

    private static func request(_ path: String, token: String, body: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `beyond the limit checks get 503, and everything else still answers`() async throws {
        let edge = try await EdgeServer()
        let work = AdminWork(limits: .init(places: 2)) { pause in
            if pause > .seconds(1) { try await sleepForever() }
        }
        _ = try await edge.plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        let draft = try await edge.plane.drafts.create(
            .init(text: [], base: 1, name: "", note: nil), of: "hashtags", by: .server
        ).id
        try await edge.run(adminWork: work) { server in
            try await Self.holdingTurns(work) {
                let token = ["Authorization: Bearer \(edge.admin)", "If-Match: *"]
                for row in RouteTable.rows where row.work == .long && row.part == .admin {
                    let (method, body) = (row.method.rawValue, row.method == .get ? nil : EdgeServer.policy)
                    let path = row.path.replacing("{app}", with: "hashtags").replacing("{draft}", with: draft)
                    let answer = try await server.ask(
                        method, path + "?version=1.0&from=1", fields: token, body: body)
                    #expect(answer.status == 503 && answer.problem == "overloaded", "\(path)")
                    #expect(answer["retry-after"] == "1" && answer["cache-control"] == "no-store", "\(path)")
                }
                for path in [
                    "/health/ready", "/v1/apps/hashtags/manifest", "/v1/apps/hashtags/decision?version=1.0",
                    "/v1/admin/apps", "/v1/admin/apps/hashtags/policy", "/v1/admin/apps/hashtags/history",
                    "/v1/admin/tokens", "/v1/admin/audit",
                ] { #expect(try await server.ask("GET", path, fields: token).status == 200, "\(path)") }
            }
            let body = EdgeServer.policy
            let answer = try await server.ask(
                "POST", Self.preflight, fields: ["Authorization: Bearer \(edge.admin)"], body: body)
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [true, false])
    func `a caller that leaves while it waits gives up its place`(_ closesOnlySending: Bool) async throws {
        let edge = try await EdgeServer()
        let work = AdminWork(sleep: sleepForever)
        try await edge.run(adminWork: work) { server in
            try await Self.holdingTurns(work) {
                let text = Self.request(Self.preflight, token: edge.admin, body: EdgeServer.policy)
                let wire = try await Wire.blocking { try Wire(port: server.port) }
                wire.send(text)
                await until { work.waiting == 1 }
                if closesOnlySending { wire.finish() } else { wire.shut() }
                await until { work.places == 2 }
                #expect(work.waiting == 0)
            }
        }
    }

    @Test func `a check is cancelled when its caller leaves, and the connection of others stays open`() async throws {
        let edge = try await EdgeServer()
        let work = AdminWork(sleep: sleepForever)
        let ends = Mutex(0)
        try await edge.run(
            adminWork: work,
            extending: { router in
                router.get("/hold") { request, context in
                    try await work.run(for: .init(chain: "a", connection: context.channel)) {
                        defer { ends.withLock { $0 += 1 } }
                        try await sleepForever()
                    }
                    return ""
                }
            }
        ) { server in
            let (leaving, staying) = try await Wire.blocking {
                (try Wire(port: server.port), try Wire(port: server.port))
            }
            for wire in [leaving, staying] { wire.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n") }
            await until { work.running == 2 }
            leaving.shut()
            await until { work.running == 1 }
            #expect(ends.withLock { $0 } == 1)
            // The next request on a kept connection is watched as well.
            let kept = try await Wire.blocking {
                let wire = try Wire(port: server.port)
                for _ in 0..<2 {
                    wire.send(Self.request(Self.preflight, token: edge.admin, body: EdgeServer.policy))
                    #expect(try wire.answer().status == 200)
                }
                wire.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire
            }
            await until { work.running == 2 }
            kept.shut()
            await until { work.running == 1 }
            staying.shut()
            await until { work.places == 0 }
            #expect(ends.withLock { $0 } == 3)
        }
    }

    @Test func `a stopping server cancels the checks that run and wait`() async throws {
        let edge = try await EdgeServer()
        let work = AdminWork(limits: .init(running: 1), sleep: sleepForever)
        try await edge.run(
            adminWork: work,
            extending: { router in
                router.get("/hold") { request, context in
                    try await work.run(for: .init(chain: "a", connection: context.channel)) {
                        try await sleepForever()
                    }
                    return ""
                }
            }
        ) { server in
            let wires = try await Wire.blocking { (try Wire(port: server.port), try Wire(port: server.port)) }
            wires.0.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
            await until { work.running == 1 }
            wires.1.send(Self.request(Self.preflight, token: edge.admin, body: EdgeServer.policy))
            await until { work.waiting == 1 }
            await server.stop()
            await until { work.places == 0 }
            let answers = try await Wire.blocking { [try wires.0.answer(), try wires.1.answer()] }
            #expect(answers.map(\.problem) == ["not-ready", "not-ready"])
        }
    }
}

extension Result where Failure == any Error {
    /// The result of an asynchronous function.
    fileprivate static func catching(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
