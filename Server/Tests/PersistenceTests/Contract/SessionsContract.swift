import ControlPlane
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionsContract {
    @Test(arguments: Backend.available)
    func `a token is found by its id`(_ backend: Backend) async throws {
        try await backend.withTwoStores { store, other in
            let tokens: [TokenRecord] = [.sample("a", apps: ["hashtags"]), .sample("b")]
            for token in tokens { try await store.write { try $0.insertToken(token) } }
            for token in tokens { #expect(try await other.read { try $0.token(token.id) } == token) }
            #expect(try await other.read { try $0.token("c") } == nil)
            #expect(try await store.write { try $0.revokeToken("a", at: .after(5)) })
            #expect(try await other.read { try $0.token("a")?.revokedAt } == .after(5))
        }
    }

    @Test(arguments: Backend.available)
    func `a session is read as it was stored, until it is deleted`(_ backend: Backend) async throws {
        try await backend.withTwoStores { store, other in
            try await store.write { try $0.insertToken(.sample("a")) }
            let sessions: [SessionRecord] = [.sample("1", token: "a"), .sample("2", token: "a")]
            for session in sessions { try await store.write { try $0.insertSession(session) } }
            for session in sessions { #expect(try await other.read { try $0.session(session.digest) } == session) }
            await #expect(throws: StoreError.self) { try await store.write { try $0.insertSession(sessions[0]) } }
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.insertSession(.sample("3", token: "nobody")) }
            }
            for isThere in [true, false] { #expect(try await store.write { try $0.deleteSession("1") } == isThere) }
            #expect(try await other.read { try $0.session("1") } == nil)
            #expect(try await other.read { try $0.session("2") } == sessions[1])
        }
    }

    @Test(arguments: Backend.available)
    func `the newest sessions of a token are kept, and expired ones of all tokens are removed`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            for id in ["a", "b"] { try await store.write { try $0.insertToken(.sample(id)) } }
            for (digest, token, age) in [("1", "a", 30.0), ("2", "a", 10), ("3", "a", 20), ("4", "b", 40)] {
                try await store.write { try $0.insertSession(.sample(digest, token: token, age: age)) }
            }
            let date = Date.sample.addingTimeInterval(43_200)
            for (age, open) in [(43_200.0, ["2", "3", "1", "4"]), (15, ["2"]), (10, [])] {
                #expect(try await store.read { try $0.sessions(at: date - age) }.map(\.digest) == open)
            }
            func digests() async throws -> [String] {
                try await store.read { transaction in
                    try ["1", "2", "3", "4"].filter { try transaction.session($0) != nil }
                }
            }
            try await store.write { try $0.deleteSessions(ofToken: "a", exceptNewest: 2) }
            #expect(try await digests() == ["2", "3", "4"])
            let end = SessionRecord.sample("3", token: "a", age: 20).expiresAt
            try await store.write { try $0.deleteSessions(expiredBy: end) }
            #expect(try await digests() == ["2"])
            try await store.write { try $0.deleteSessions(ofToken: "a", exceptNewest: 0) }
            #expect(try await digests() == [])
        }
    }
}

extension SessionRecord {
    static func sample(_ digest: String, token: String, age: Double = 0) -> SessionRecord {
        let openedAt = Date.sample.addingTimeInterval(-age)
        return SessionRecord(
            digest: digest, tokenID: token, openedAt: openedAt, expiresAt: openedAt.addingTimeInterval(43_200))
    }
}
