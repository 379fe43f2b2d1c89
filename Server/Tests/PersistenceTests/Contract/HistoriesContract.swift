import ControlPlane
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct HistoriesContract {
    @Test(arguments: Backend.available)
    func `a policy reads back unchanged, byte for byte`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let plain = PolicyRecord.sample(1, text: Array(0...255) + Array((0...255).reversed()))
            let full = PolicyRecord(
                app: "hashtags", text: [],
                summary: PolicySummary(
                    version: .max, digest: "d", base: 1, author: "Zoë 👩🏽‍🚀",
                    note: "ヘッダー\n\"quoted\" 'single' \\ $1 %s e\u{301} \u{1F}", rollbackOf: 1, forced: "because",
                    createdAt: .after(0.001)))
            try await store.write { transaction in
                try transaction.insertPolicy(plain)
                try transaction.insertPolicy(full)
            }
            #expect(try await store.read { try $0.policy("hashtags", version: 1) } == plain)
            let back = try #require(try await store.read { try $0.policy("hashtags", version: .max) })
            #expect(back == full)
            // Texts that compare equal may differ in their bytes.
            #expect(back.note.map { Array($0.utf8) } == full.note.map { Array($0.utf8) })
            #expect(try await store.read { try $0.policy("hashtags", version: 2) } == nil)
            #expect(try await store.read { try $0.policy("birthdays", version: 1) } == nil)
        }
    }

    @Test(arguments: Backend.available)
    func `a manifest reads back unchanged, also a megabyte`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let large = ManifestRecord(
                app: "hashtags", revision: .max, policyVersion: 0, digest: "d", payloadDigest: "p",
                bytes: (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }, size: 1 << 20,
                cause: .renewal, issuedAt: .sample, expiresAt: nil, author: "airworthy", note: "n")
            try await store.write { transaction in
                try transaction.insertManifest(large)
                for (number, cause) in zip(1..., ManifestRecord.Cause.allCases) {
                    try transaction.insertManifest(.sample(number, cause: cause))
                }
            }
            #expect(try await store.read { try $0.manifest("hashtags", revision: .max) } == large)
            for (number, cause) in zip(1..., ManifestRecord.Cause.allCases) {
                #expect(
                    try await store.read { try $0.manifest("hashtags", revision: number) }
                        == .sample(number, cause: cause))
            }
        }
    }

    @Test(arguments: Backend.available)
    func `histories come newest first in pages, manifests without bytes`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.insert(.sample("birthdays"))
            try await store.write { transaction in
                for number in [3, 1, 7, 5] {
                    try transaction.insertPolicy(.sample(number))
                    try transaction.insertManifest(.sample(number))
                }
                try transaction.insertPolicy(.sample(4, app: "birthdays"))
                try transaction.insertManifest(.sample(4, app: "birthdays"))
            }
            let pages: [(before: Int?, limit: Int, numbers: [Int])] = [
                (nil, 10, [7, 5, 3, 1]), (nil, 2, [7, 5]), (5, 2, [3, 1]), (4, 10, [3, 1]), (1, 10, []),
                (8, 1, [7]), (.max, 1, [7]), (.min, 5, []), (nil, 0, []), (nil, -1, []), (nil, .max, [7, 5, 3, 1]),
            ]
            for page in pages {
                let (policies, manifests) = try await store.read {
                    (
                        try $0.policies("hashtags", before: page.before, limit: page.limit),
                        try $0.manifests("hashtags", before: page.before, limit: page.limit)
                    )
                }
                #expect(policies == page.numbers.map { PolicyRecord.sample($0).summary }, "\(page)")
                #expect(manifests == page.numbers.map { .sample($0, bytes: nil) }, "\(page)")
            }
        }
    }

    @Test(arguments: Backend.available)
    func `a used number and an unknown app are rejected`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.write { transaction in
                try transaction.insertPolicy(.sample(1))
                try transaction.insertManifest(.sample(1))
            }
            let wrong: [@Sendable (any WriteTransaction) throws -> Void] = [
                { try $0.insertPolicy(.sample(1, text: [])) }, { try $0.insertManifest(.sample(1, bytes: [])) },
                { try $0.insertPolicy(.sample(1, app: "nobody")) },
                { try $0.insertManifest(.sample(1, app: "nobody")) },
                { try $0.replaceCatalog(.sample(app: "nobody")) },
            ]
            for attempt in wrong {
                let error = await #expect(throws: StoreError.self) {
                    try await store.write { transaction in
                        try transaction.insertAudit(.sample("attempt"))
                        try attempt(transaction)
                    }
                }
                guard case .unavailable = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            #expect(try await store.read { try $0.policy("hashtags", version: 1) } == .sample(1))
            #expect(try await store.read { try $0.manifest("hashtags", revision: 1) } == .sample(1))
            #expect(try await store.read { try $0.audit(app: nil, before: nil, limit: 9) } == [])
        }
    }

    @Test(arguments: Backend.available)
    func `pruning removes old bytes of the named causes, except those in force`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 4)
            try await store.insert(.sample("birthdays"), revision: 1)
            try await store.write { transaction in
                try transaction.insertManifest(.sample(1, cause: .publish, issuedAt: .after(0)))
                try transaction.insertManifest(.sample(2, cause: .catalog, issuedAt: .after(0)))
                try transaction.insertManifest(.sample(3, cause: .renewal, issuedAt: .after(99.999)))
                try transaction.insertManifest(.sample(4, cause: .renewal, issuedAt: .after(0)))
                try transaction.insertManifest(.sample(5, cause: .renewal, issuedAt: .after(100)))
                try transaction.insertManifest(.sample(1, app: "birthdays", cause: .catalog, issuedAt: .after(0)))
            }
            let stored: @Sendable (any ReadTransaction) throws -> [Int] = { transaction in
                try (1...5).filter { try transaction.manifest("hashtags", revision: $0)?.bytes != nil }
            }
            #expect(try await store.write { try $0.pruneManifests([], issuedBefore: .after(100)) } == 0)
            #expect(try await store.read(stored) == [1, 2, 3, 4, 5])
            #expect(try await store.write { try $0.pruneManifests([.renewal], issuedBefore: .after(100)) } == 1)
            #expect(try await store.read(stored) == [1, 2, 4, 5])
            let both: [ManifestRecord.Cause] = [.catalog, .renewal]
            #expect(try await store.write { try $0.pruneManifests(both, issuedBefore: .after(100)) } == 1)
            #expect(try await store.read(stored) == [1, 4, 5])
            #expect(try await store.write { try $0.pruneManifests(both, issuedBefore: .after(100)) } == 0)
            let pruned = try await store.read { try $0.manifest("hashtags", revision: 3) }
            #expect(pruned == .sample(3, cause: .renewal, issuedAt: .after(99.999), bytes: nil))
            #expect(try await store.read { try $0.manifest("birthdays", revision: 1)?.bytes } == [1, 2, 3])
        }
    }
}
