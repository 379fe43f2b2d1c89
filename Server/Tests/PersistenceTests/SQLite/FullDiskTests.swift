import ControlPlane
import Foundation
import Persistence
import Testing

@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct FullDiskTests {
    @Test func `a full disk loses nothing, allows reads, and recovers with new room`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase(SQLiteOptions(maximumPages: 72)) { database in
                let store = database.store
                try await store.insert()
                let written = try await store.publishUntilFull()
                #expect(written > 5)
                // Every committed revision is there, and no part of the failed one.
                try await store.expectRevisions(1...written)
                await #expect(throws: StoreError.full) { try await store.publish(written + 1) }
                try await store.expectRevisions(1...written)

                try database.driver.limit(pages: 136)
                try await store.publish(written + 1)
                let more = try await store.publishUntilFull()
                #expect(more > written + 1)
                try await store.expectRevisions(1...more)
            }
            // The limit is of the connection, so the next one starts without it.
            try await folder.withDatabase { try await $0.store.publishUntilFull(upTo: 100) }
        }
    }

    @Test func `a small write may still fit when a large one did not`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase(SQLiteOptions(maximumPages: 60)) { database in
                try await database.store.insert()
                let large = ManifestRecord.sample(9, bytes: [UInt8](repeating: 7, count: 1 << 20))
                await #expect(throws: StoreError.full) {
                    try await database.store.write { try $0.insertManifest(large) }
                }
                try await database.store.publish(1)
                try await database.store.expectRevisions(1...1)
            }
        }
    }
}

extension Store {
    /// Publishes a revision as services do: head, policy, manifest and audit in one transaction.
    func publish(_ revision: Int) async throws {
        try await write { transaction in
            let next = Head(app: "hashtags", revision: revision, policyVersion: revision, nextRevision: revision + 1)
            #expect(try transaction.advanceHead(from: revision - 1, to: next))
            try transaction.insertPolicy(.sample(revision))
            try transaction.insertManifest(.sample(revision, bytes: [UInt8](repeating: 7, count: 5_000)))
            try transaction.insertAudit(.sample("policy.published"))
        }
    }

    /// - Returns: The last committed revision.
    @discardableResult
    fileprivate func publishUntilFull(upTo last: Int = 1_000) async throws -> Int {
        var revision = try await read { try $0.head("hashtags")?.revision ?? 0 }
        while revision < last {
            do {
                try await publish(revision + 1)
                revision += 1
            } catch StoreError.full {
                return revision
            }
        }
        return revision
    }

    /// Expects exactly these complete revisions.
    func expectRevisions(_ revisions: ClosedRange<Int>) async throws {
        let (head, policies, manifests, audit) = try await read {
            (
                try $0.head("hashtags")?.revision, try $0.policies("hashtags", before: nil, limit: .max).map(\.version),
                try $0.manifests("hashtags", before: nil, limit: .max).map(\.revision),
                try $0.audit(app: "hashtags", before: nil, limit: .max).filter { $0.action == "policy.published" }.count
            )
        }
        #expect(head == revisions.upperBound)
        #expect(policies == revisions.reversed() && manifests == revisions.reversed())
        #expect(audit == revisions.count)
        for revision in revisions {
            #expect(try await read { try $0.manifest("hashtags", revision: revision)?.bytes?.count } == 5_000)
        }
    }
}
