import ControlPlane
import Foundation
import ReleaseCatalog
import Testing

/// The numbers of changes, by which a node finds that it has nothing to read.
@Suite(.timeLimit(.minutes(5))) struct ChangesContract {
    /// A write, and the numbers that it raises.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let raised: StoredChanges
        let write: @Sendable (any WriteTransaction) throws -> Void
    }

    static let cases: [Case] = [
        Case(testDescription: "an app", raised: StoredChanges(apps: 1)) { _ = try $0.insertApp(.sample("birthdays")) },
        Case(testDescription: "a taken name", raised: StoredChanges()) { _ = try $0.insertApp(.sample()) },
        Case(testDescription: "a property", raised: StoredChanges(apps: 1)) { transaction in
            var app = App.sample()
            app.defaultLanguage = "en"
            try transaction.updateApp(app, replacing: .sample())
        },
        Case(testDescription: "a due reissue", raised: StoredChanges(apps: 1)) { try $0.requestReissue("hashtags") },
        Case(testDescription: "a head", raised: StoredChanges(apps: 1)) {
            _ = try $0.advanceHead(from: 5, to: Head(app: "hashtags", revision: 6, nextRevision: 7))
        },
        Case(testDescription: "a lost race", raised: StoredChanges()) {
            _ = try $0.advanceHead(from: 4, to: Head(app: "hashtags", revision: 6, nextRevision: 7))
        },
        Case(testDescription: "a deletion", raised: StoredChanges(apps: 1)) {
            try $0.deleteApp("hashtags", at: .sample)
        },
        Case(testDescription: "a lock", raised: StoredChanges()) { try $0.lockApp("hashtags") },
        Case(testDescription: "a catalog", raised: StoredChanges(catalogs: 1)) { try $0.replaceCatalog(.sample()) },
        Case(testDescription: "a source", raised: StoredChanges(catalogs: 1)) { try $0.replaceSource(.sample()) },
        Case(testDescription: "an audit entry", raised: StoredChanges()) { try $0.insertAudit(.sample("x")) },
        Case(testDescription: "a token", raised: StoredChanges(tokens: 1)) { try $0.insertToken(.sample("b")) },
        Case(testDescription: "a revocation", raised: StoredChanges(tokens: 1)) {
            _ = try $0.revokeToken("a", at: .sample)
        },
        Case(testDescription: "a token that is unknown", raised: StoredChanges()) {
            _ = try $0.revokeToken("z", at: .sample)
        },
    ]

    @Test(arguments: Backend.available, cases)
    func `a write raises the numbers of what it changes, and no others`(_ backend: Backend, _ example: Case)
        async throws
    {
        try await backend.withTwoStores { store, other in
            try await store.insert(revision: 5)
            try await store.write { try $0.insertToken(.sample("a")) }
            let before = try await other.read { try $0.changes() }
            try await store.write(example.write)
            let after = try await other.read { try $0.changes() }
            #expect(after.apps - before.apps == example.raised.apps)
            #expect(after.catalogs - before.catalogs == example.raised.catalogs)
            #expect(after.tokens - before.tokens == example.raised.tokens)
            // Each of these changes concerns one app at most.
            let apps = try await other.read { try $0.changedApps(since: before.listed) }
            let listed = example.raised.apps + example.raised.catalogs
            #expect(after.listed - before.listed == listed && apps.count == listed)
        }
    }

    @Test(arguments: Backend.available)
    func `the apps that changed since a number are listed, each once and deleted ones too`(_ backend: Backend)
        async throws
    {
        try await backend.withTwoStores { store, other in
            for slug in ["a", "b", "c", "d"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            let first = try await other.read { try $0.changes().listed }
            try await store.write { try $0.requestReissue("c") }
            try await other.write { try $0.replaceCatalog(.sample(app: "a")) }
            try await store.write { try $0.deleteApp("b", at: .sample) }
            let second = try await other.read { try $0.changes().listed }
            try await other.write { try $0.requestReissue("c") }
            #expect(try await store.read { try $0.changedApps(since: first) } == ["a", "b", "c"])
            #expect(try await store.read { try $0.changedApps(since: second) } == ["c"])
            #expect(try await store.read { try $0.changedApps(since: try $0.changes().listed) } == [])
        }
    }

    @Test(arguments: Backend.available)
    func `the states of keys are kept in order until they are replaced`(_ backend: Backend) async throws {
        try await backend.withTwoStores { store, other in
            let conditions: [KeyState.Condition] = [
                .working, .unproven, .failed(since: .sample), .agreementsMissing(since: .after(1)),
            ]
            let keys = conditions.enumerated().map { number, condition in
                AppleKeyRecord(
                    state: KeyState(keyID: "K\(9 - number)", condition: condition, allowedPerHour: 3000),
                    callsLastHour: number)
            }
            #expect(try await other.read { try $0.appleKeys() } == [])
            try await store.write { try $0.replaceAppleKeys(keys) }
            #expect(try await other.read { try $0.appleKeys() } == keys)
            try await other.write { try $0.replaceAppleKeys([keys[2]]) }
            #expect(try await store.read { try $0.appleKeys() } == [keys[2]])
        }
    }

    @Test(arguments: Backend.available)
    func `a transaction that fails raises no number`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let before = try await store.read { try $0.changes() }
            await #expect(throws: Undone.self) {
                try await store.write { transaction in
                    try transaction.insertToken(.sample("a"))
                    throw Undone()
                }
            }
            #expect(try await store.read { try $0.changes() } == before)
        }
    }

    @Test(arguments: Backend.available)
    func `concurrent writes of different apps and tokens all count`(_ backend: Backend) async throws {
        try await backend.withTwoStores { first, second in
            try await first.insert()
            let before = try await first.read { try $0.changes() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let store = number.isMultiple(of: 2) ? first : second
                    group.addTask {
                        try await store.write { transaction in
                            _ = try transaction.insertApp(.sample("app-\(number)"))
                            try transaction.insertToken(.sample("token-\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let after = try await second.read { try $0.changes() }
            #expect(after.apps == before.apps + 20 && after.tokens == before.tokens + 20)
        }
    }
}
