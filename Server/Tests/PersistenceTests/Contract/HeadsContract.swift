import ControlPlane
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct HeadsContract {
    @Test(arguments: Backend.available)
    func `a new app has a head before the first revision`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            #expect(try await store.read { try $0.head("hashtags") } == Head(app: "hashtags"))
            #expect(try await store.read { try $0.head("birthdays") } == nil)
        }
    }

    @Test(arguments: Backend.available)
    func `a head reads back unchanged, up to the highest integer`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let full = Head(
                app: "hashtags", revision: .max, policyVersion: .max, nextRevision: .max, needsReissue: true,
                catalogDigest: "digest", catalogPublishedAt: .sample)
            #expect(try await store.write { try $0.advanceHead(from: 0, to: full) })
            #expect(try await store.read { try $0.head("hashtags") } == full)
            let bare = Head(app: "hashtags", revision: 1, nextRevision: 2)
            #expect(try await store.write { try $0.advanceHead(from: .max, to: bare) })
            #expect(try await store.read { try $0.heads() } == [bare])
        }
    }

    @Test(arguments: Backend.available)
    func `a head moves only from the revision that is in force`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 5)
            for stale in [0, 4, 6] {
                #expect(
                    try await store.write { try $0.advanceHead(from: stale, to: Head(app: "hashtags", revision: 7)) }
                        == false)
            }
            #expect(
                try await store.write { try $0.advanceHead(from: 5, to: Head(app: "birthdays", revision: 7)) } == false)
            #expect(try await store.read { try $0.head("hashtags")?.revision } == 5)
        }
    }

    @Test(arguments: Backend.available)
    func `of concurrent publishes on one revision, also on two nodes, one succeeds`(_ backend: Backend) async throws {
        try await backend.withTwoStores { first, second in
            try await first.insert()
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 1...20 {
                    let store = number.isMultiple(of: 2) ? first : second
                    group.addTask {
                        try await store.write { transaction in
                            let head = Head(app: "hashtags", revision: 1, policyVersion: number, nextRevision: 2)
                            guard try transaction.advanceHead(from: 0, to: head) else { return false }
                            try transaction.insertPolicy(.sample(number))
                            try transaction.insertManifest(.sample(1))
                            return true
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(winners.count { $0 } == 1)
            let (head, policies) = try await second.read {
                (try $0.head("hashtags"), try $0.policies("hashtags", before: nil, limit: 30))
            }
            #expect(policies.map(\.version) == [head?.policyVersion])
        }
    }

    @Test(arguments: Backend.available)
    func `concurrent counting on two nodes loses no step`(_ backend: Backend) async throws {
        try await backend.withTwoStores { first, second in
            try await first.insert()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in [first, second] {
                    group.addTask {
                        for _ in 1...25 {
                            while true {
                                let done = try await store.write { transaction in
                                    let revision = try transaction.head("hashtags")?.revision ?? -1
                                    return try transaction.advanceHead(
                                        from: revision, to: Head(app: "hashtags", revision: revision + 1))
                                }
                                if done { break }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await first.read { try $0.head("hashtags")?.revision } == 50)
        }
    }
}
