import ControlPlane
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransactionsContract {
    @Test(arguments: Backend.available)
    func `a database server tells its time, and a file has none`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let clock = try await store.read { try $0.databaseClock() }
            guard backend == .postgres else {
                #expect(clock == nil)
                return
            }
            #expect(abs(try #require(clock).now.timeIntervalSinceNow) < 60)
            #expect(clock?.isElsewhere == false, "it runs on this machine")
        }
    }

    @Test(arguments: Backend.available)
    func `an error of a body undoes its changes and is rethrown unchanged`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 1)
            await #expect(throws: Undone()) {
                try await store.write { transaction in
                    _ = try transaction.insertApp(.sample("birthdays"))
                    #expect(try transaction.advanceHead(from: 1, to: Head(app: "hashtags", revision: 2)))
                    try transaction.insertPolicy(.sample())
                    try transaction.insertManifest(.sample())
                    try transaction.replaceCatalog(.sample())
                    try transaction.insertAudit(.sample("done"))
                    try transaction.insertToken(.sample("a"))
                    #expect(try transaction.claimSetting("key", value: "value"))
                    #expect(try transaction.head("hashtags")?.revision == 2)
                    throw Undone()
                }
            }
            try await store.read { transaction throws in
                #expect(try transaction.apps() == [.sample()])
                #expect(try transaction.head("hashtags")?.revision == 1)
                #expect(try transaction.policy("hashtags", version: 1) == nil)
                #expect(try transaction.manifest("hashtags", revision: 1) == nil)
                #expect(try transaction.catalog("hashtags") == nil)
                #expect(try transaction.audit(app: nil, before: nil, limit: 1) == [])
                #expect(try transaction.tokens() == [])
                #expect(try transaction.setting("key") == nil)
            }
            await #expect(throws: Undone()) { try await store.read { _ in throw Undone() } }
        }
    }

    @Test(arguments: Backend.available)
    func `a node reads the commits of another node`(_ backend: Backend) async throws {
        try await backend.withTwoStores { first, second in
            #expect(try await second.read { try $0.apps() } == [])
            try await first.insert(revision: 3)
            #expect(try await second.read { try $0.head("hashtags")?.revision } == 3)
        }
    }

    @Test(arguments: Backend.available)
    func `a text with U+0000 is rejected in every property`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let token = TokenRecord(
                id: "a", digest: "d", kind: .ci, name: "a\0", rights: [], apps: nil, createdAt: .sample, createdBy: "")
            let attempts: [@Sendable (any WriteTransaction) throws -> Void] = [
                { _ = try $0.insertApp(.sample("a\0b")) }, { try $0.insertAudit(.sample("a\0b")) },
                { try $0.insertAudit(.sample("a", app: "\0")) }, { _ = try $0.claimSetting("k\0", value: "v") },
                { _ = try $0.claimSetting("k", value: "v\0") }, { try $0.insertToken(token) },
                { _ = try $0.app("a\0") },
                { _ = try $0.setting("\0") }, { try $0.insertPolicy(.sample(app: "hashtags\0")) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: ControlPlaneError.self) { try await store.write(attempt) }
                #expect(error?.kind == .invalid)
                #expect(error?.detail.contains("U+0000") == true)
            }
            #expect(try await store.read { try $0.apps().count } == 1)
            #expect(try await store.read { try $0.setting("k") } == nil)
        }
    }

    @Test(arguments: Backend.available)
    func `dates keep milliseconds, and undefined ones are rejected`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let times: [(Double, Double)] = [
                (1_763_632_800.123_4, 1_763_632_800.123), (1_763_632_800.999_6, 1_763_632_801), (0, 0),
                (-0.001, -0.001), (253_402_300_799.999, 253_402_300_799.999), (-62_135_596_800, -62_135_596_800),
            ]
            for (number, (time, kept)) in times.enumerated() {
                let entry = AuditEntry(at: Date(timeIntervalSince1970: time), actor: "", action: "\(number)")
                try await store.write { try $0.insertAudit(entry) }
                let back = try await store.read { try $0.audit(app: nil, before: nil, limit: 1).first }
                #expect(back?.at == Date(timeIntervalSince1970: kept))
            }
            for time in [Double.infinity, -.infinity, .nan, 1e300] {
                let entry = AuditEntry(at: Date(timeIntervalSince1970: time), actor: "", action: "")
                let error = await #expect(throws: ControlPlaneError.self) {
                    try await store.write { try $0.insertAudit(entry) }
                }
                #expect(error?.kind == .invalid)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `a cancelled task changes nothing and throws`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.write { _ = try $0.insertApp(.sample()) }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let apps = try await store.read { try $0.apps() }
            #expect(apps == [])
        }
    }

    @Test(arguments: Backend.engines)
    func `a census whose reader is cancelled in the middle of it is given up`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let reader = Reader()
            reader.task.withLock { task in
                task = Task {
                    try await store.read { transaction in
                        reader.task.withLock { $0?.cancel() }
                        return try transaction.adoption("hashtags", since: UTCDay(.sample))
                    }
                }
            }
            let task = try #require(reader.task.withLock { $0 })
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await store.read { try $0.adoption("hashtags", since: UTCDay(.sample)) } == [])
        }
    }
}

/// The task that reads a census, for the body that cancels it.
private final class Reader: Sendable {
    let task = Mutex<Task<[AdoptionRow], any Error>?>(nil)
}
