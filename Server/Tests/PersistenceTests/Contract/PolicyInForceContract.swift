import ControlPlane
import ControlPlaneTesting
import Foundation
import Persistence
import Synchronization
import Testing

/// Reading the policy in force, and the callers of revisions.
@Suite(.timeLimit(.minutes(5))) struct PolicyInForceContract {
    @Test(arguments: Backend.available)
    func `the policy in force is that of the head, unless the app was deleted`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 3)
            try await store.insert(.sample("birthdays"), revision: 1)
            try await store.insert(.sample("empty"))
            try await store.write { transaction in
                for version in 1...3 { try transaction.insertPolicy(.sample(version)) }
                try transaction.insertPolicy(.sample(1, app: "birthdays"))
                try transaction.deleteApp("birthdays", at: .sample)
            }
            #expect(try await store.read { try $0.policyInForce("hashtags") } == .sample(1))
            for app in ["birthdays", "empty", "nobody"] {
                #expect(try await store.read { try $0.policyInForce(app) } == nil, "\(app)")
            }
        }
    }

    @Test(arguments: Backend.available)
    func `the audit of a range of revisions has the entries of that app only`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.write { transaction in
                for (app, revision) in [("hashtags", 1), ("hashtags", 2), ("birthdays", 2), ("hashtags", 5)] {
                    try transaction.insertAudit(
                        AuditEntry(
                            at: .sample, actor: "Ada", tokenID: "\(revision)", action: "x", app: app, revision: revision
                        ))
                }
                try transaction.insertAudit(AuditEntry(at: .sample, actor: "Ada", action: "y", app: "hashtags"))
            }
            let entries = try await store.read { try $0.audit(app: "hashtags", revisions: 2...9) }
            #expect(entries.map(\.revision) == [5, 2] && entries.map(\.tokenID) == ["5", "2"])
            #expect(try await store.read { try $0.audit(app: "hashtags", revisions: 0...(.max)) }.count == 3)
        }
    }

    /// A driver that counts the statements of its reads.
    private struct CountingDriver: Driver {
        let engine: any Driver
        let queries = Counter()

        func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
            let queries = queries
            return try await engine.read { try body(Session(engine: $0, queries: queries)) }
        }

        func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
            try await engine.write(body)
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        func increment() { value.withLock { $0 += 1 } }
        var count: Int { value.withLock { $0 } }
    }

    private struct Session: SQLSession {
        let engine: any SQLSession
        let queries: Counter
        var dialect: Dialect { engine.dialect }

        func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
            queries.increment()
            return try engine.query(statement, values: values)
        }

        func execute(_ statement: String, values: [SQLValue]) throws -> Int {
            try engine.execute(statement, values: values)
        }
    }

    @Test func `reading the policy in force takes one statement`() async throws {
        try await Backend.sqlite.withTwoDrivers { driver, _ in
            let counting = CountingDriver(engine: driver)
            let store = SQLStore(counting)
            let plane = ControlPlane(store: store, signer: Signer(keys: [], keyring: nil), now: { .sample })
            try await store.insert(revision: 1)
            try await store.write { try $0.insertPolicy(.sample(1)) }
            let before = counting.queries.count
            #expect(try await plane.publishing.currentPolicy(of: "hashtags") == .sample(1))
            #expect(counting.queries.count == before + 1)
        }
    }
}
