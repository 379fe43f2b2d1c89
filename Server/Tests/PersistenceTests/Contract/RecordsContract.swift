import ControlPlane
import Foundation
import Testing

/// Catalogs, audit, tokens and settings.
@Suite(.timeLimit(.minutes(5))) struct RecordsContract {
    @Test(arguments: Backend.available)
    func `a catalog replaces the previous one`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.insert(.sample("birthdays"))
            #expect(try await store.read { try $0.catalog("hashtags") } == nil)
            try await store.write { transaction in
                try transaction.replaceCatalog(.sample(digest: "old"))
                try transaction.replaceCatalog(.sample(app: "birthdays", digest: "other"))
                try transaction.replaceCatalog(.sample(digest: "new", asOf: nil))
            }
            #expect(try await store.read { try $0.catalog("hashtags") } == .sample(digest: "new", asOf: nil))
            #expect(
                try await store.read { try $0.catalogMarks() } == [
                    CatalogMark(app: "birthdays", digest: "other", manifestDigest: "m-other", updatedAt: .sample),
                    CatalogMark(app: "hashtags", digest: "new", manifestDigest: "m-new", updatedAt: .sample),
                ])
        }
    }

    @Test(arguments: Backend.available)
    func `the audit is numbered in order and read newest first`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for (number, app) in zip(1..., ["hashtags", nil, "birthdays", "hashtags"]) {
                try await store.write { try $0.insertAudit(.sample("step.\(number)", app: app)) }
            }
            let all = try await store.read { try $0.audit(app: nil, before: nil, limit: 10) }
            #expect(all.map(\.action) == ["step.4", "step.3", "step.2", "step.1"])
            #expect(all.map(\.id) == all.map(\.id).sorted(by: >) && Set(all.map(\.id)).count == 4)
            #expect(all.allSatisfy { $0.at == .sample && $0.actor == "Ada" && $0.detail == "why" })
            #expect(all.map(\.app) == ["hashtags", "birthdays", nil, "hashtags"])
            #expect(all.map(\.revision) == [7, 7, nil, 7])
            let third = all[1].id
            #expect(try await store.read { try $0.audit(app: nil, before: third, limit: 1) } == [all[2]])
            #expect(try await store.read { try $0.audit(app: "hashtags", before: nil, limit: 10) } == [all[0], all[3]])
            #expect(try await store.read { try $0.audit(app: "hashtags", before: all[0].id, limit: 10) } == [all[3]])
            #expect(try await store.read { try $0.audit(app: "nobody", before: nil, limit: 10) } == [])
            #expect(try await store.read { try $0.audit(app: nil, before: nil, limit: -5) } == [])
        }
    }

    @Test(arguments: Backend.available)
    func `tokens are listed by date of creation, revoked ones too`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let records: [TokenRecord] = [
                .sample("c", createdAt: .after(2), apps: ["b", "a", "über"]), .sample("b", createdAt: .after(1)),
                .sample("a", createdAt: .after(2), apps: []),
                TokenRecord(
                    id: "z", digest: "z", kind: .admin, name: "", rights: .all, apps: nil, createdAt: .after(0),
                    createdBy: "airworthy"),
            ]
            try await store.write { transaction in for record in records { try transaction.insertToken(record) } }
            #expect(try await store.read { try $0.tokens() } == [records[3], records[1], records[2], records[0]])
            #expect(try await store.write { try $0.revokeToken("b", at: .after(60)) })
            #expect(try await store.write { try $0.revokeToken("b", at: .after(90)) } == false)
            #expect(try await store.write { try $0.revokeToken("nobody", at: .after(60)) } == false)
            try await store.write { try $0.noteTokenUses(["a": .after(70), "b": .after(80), "nobody": .after(90)]) }
            try await store.write { try $0.noteTokenUses(["a": .after(69), "b": .after(81)]) }
            let revoked = try await store.read { try $0.tokens() }
            #expect(
                try await store.read { try $0.token("a")?.lastUsedAt } == .after(70), "a later use is stored already")
            #expect(try await store.read { try $0.token("b")?.lastUsedAt } == .after(81))
            #expect(revoked.map(\.revokedAt) == [nil, .after(60), nil, nil])
        }
    }

    @Test(arguments: Backend.available)
    func `the creator of a token and its chain are kept, and those of a chain are counted`(_ backend: Backend)
        async throws
    {
        func token(_ id: String, with creator: String?, chain: String?, expiresAt: Date? = nil) -> TokenRecord {
            TokenRecord(
                id: id, digest: "digest-of-\(id)", kind: .admin, name: id, rights: .all, apps: nil, createdAt: .sample,
                createdBy: "Ada", createdWith: creator, chain: chain, expiresAt: expiresAt)
        }
        try await backend.withStore { store in
            let records = [
                token("a", with: nil, chain: nil), token("b", with: "a", chain: "b"), token("c", with: "b", chain: "b"),
                token("d", with: "c", chain: "b", expiresAt: .after(50)), token("e", with: "c", chain: "b"),
            ]
            try await store.write { transaction in for record in records { try transaction.insertToken(record) } }
            #expect(try await store.read { try $0.tokens() } == records)
            #expect(try await store.read { try $0.token("d") } == records[3] && records[0].chain == "a")
            _ = try await store.write { try $0.revokeToken("e", at: .after(60)) }
            func count(_ creator: String, chain: String, after seconds: Double) async throws -> Int {
                try await store.read {
                    try $0.tokenCount(createdWith: creator, orIn: chain, validAfter: .after(seconds))
                }
            }
            #expect(try await count("a", chain: "a", after: 0) == 1)
            for (seconds, expected) in [(0.0, 3), (49, 3), (50, 2), (59, 2), (60, 1)] {
                #expect(try await count("b", chain: "b", after: seconds) == expected, "after \(seconds)")
                #expect(try await count("c", chain: "b", after: seconds) == expected, "after \(seconds)")
            }
            #expect(try await count("nobody", chain: "nobody", after: 0) == 0)
        }
    }

    @Test(arguments: Backend.available)
    func `the bytes of an app are those of its policies and of the manifests that are kept`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            for app in ["hashtags", "birthdays"] { try await store.insert(.sample(app)) }
            func bytes(_ app: String = "hashtags") async throws -> Int {
                try await store.read { try $0.storedBytes(of: app) }
            }
            #expect(try await bytes() == 0)
            try await store.write { transaction in
                for version in 1...3 {
                    try transaction.insertPolicy(.sample(version, text: [UInt8](repeating: 32, count: 9_000 * version)))
                }
                for revision in 1...4 { try transaction.insertManifest(.sample(revision)) }
                try transaction.insertManifest(.sample(5, cause: .renewal, issuedAt: .after(-9)))
                try transaction.insertPolicy(.sample(1, app: "birthdays"))
            }
            #expect(try await bytes() == 54_015)
            #expect(try await bytes("birthdays") == 2)
            #expect(try await bytes("nobody") == 0)
            #expect(try await store.write { try $0.pruneManifests([.renewal], issuedBefore: .sample) } == 1)
            #expect(try await bytes() == 54_012)
            try await store.write { try $0.deleteApp("hashtags", at: .after(60)) }
            #expect(try await bytes() == 0)
        }
    }

    @Test(arguments: Backend.available)
    func `a token with a used id or digest is rejected`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.write { try $0.insertToken(.sample("a")) }
            let twin = TokenRecord(
                id: "b", digest: "digest-of-a", kind: .ci, name: "", rights: [], apps: nil, createdAt: .sample,
                createdBy: "")
            for record in [TokenRecord.sample("a"), twin] {
                await #expect(throws: StoreError.self) { try await store.write { try $0.insertToken(record) } }
            }
            #expect(try await store.read { try $0.tokens() } == [.sample("a")])
        }
    }

    @Test(arguments: Backend.available)
    func `of concurrent claims of a setting, also on two nodes, one succeeds`(_ backend: Backend) async throws {
        try await backend.withTwoStores { first, second in
            #expect(try await first.read { try $0.setting("first-token") } == nil)
            let winners = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 1...12 {
                    let store = number.isMultiple(of: 2) ? first : second
                    group.addTask {
                        try await store.write { try $0.claimSetting("first-token", value: "node \(number)") }
                            ? "node \(number)" : nil
                    }
                }
                return try await group.reduce(into: []) { list, winner in winner.map { list.append($0) } }
            }
            #expect(winners.count == 1)
            #expect(try await second.read { try $0.setting("first-token") } == winners.first)
            #expect(try await second.read { try $0.setting("other") } == nil)
        }
    }
}
