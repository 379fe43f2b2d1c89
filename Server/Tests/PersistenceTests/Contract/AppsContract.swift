import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct AppsContract {
    @Test(arguments: Backend.available)
    func `an app reads back unchanged`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let full = App.sample()
            let bare = App(
                slug: "a", bundleID: "b", pins: [], storefronts: [], appleKeyID: "2X9R4HXF34", createdAt: .sample)
            let added = try await store.write { ($0, [try $0.insertApp(full), try $0.insertApp(bare)]).1 }
            #expect(added == [true, true])
            #expect(try await store.read { try $0.app("hashtags") } == .live(full))
            #expect(try await store.read { try $0.app("a") } == .live(bare))
            #expect(try await store.read { try $0.app("b") } == nil)
        }
    }

    @Test(arguments: Backend.available)
    func `apps are listed in the byte order of their slugs`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for slug in ["b", "a-b", "ab", "a1", "a"] { try await store.insert(.sample(slug)) }
            #expect(try await store.read { try $0.apps().map(\.slug) } == ["a", "a-b", "a1", "ab", "b"])
            #expect(try await store.read { try $0.heads().map(\.app) } == ["a", "a-b", "a1", "ab", "b"])
        }
    }

    @Test(arguments: Backend.available)
    func `a used slug is rejected`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 4)
            let other = App(slug: "hashtags", bundleID: "other", pins: [], createdAt: .sample)
            #expect(try await store.write { try $0.insertApp(other) } == false)
            #expect(try await store.read { try $0.app("hashtags") } == .live(.sample()))
            #expect(try await store.read { try $0.head("hashtags")?.revision } == 4)
        }
    }

    @Test(arguments: Backend.available)
    func `an update keeps the immutable properties of an app`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            let change = App(
                slug: "hashtags", bundleID: "new", appleID: nil, platforms: [.macos], defaultLanguage: "de",
                pins: [.sample(9, .root)], signing: .ci, audience: "other", lineage: "other", internalBuilds: .none,
                testFlightNotes: .none, storefronts: ["JP", "DE"].compactMap { Storefront($0) },
                appleKeyID: "2X9R4HXF34", createdAt: .after(5))
            try await store.write { try $0.updateApp(change, replacing: .sample()) }
            let expected = App(
                slug: "hashtags", bundleID: "new", appleID: nil, platforms: [.macos], defaultLanguage: "de",
                pins: [.sample(9, .root)], signing: .server, audience: "beta", lineage: "line",
                internalBuilds: .none, testFlightNotes: .none, storefronts: ["JP", "DE"].compactMap { Storefront($0) },
                appleKeyID: "2X9R4HXF34", createdAt: .sample)
            #expect(try await store.read { try $0.app("hashtags") } == .live(expected))
        }
    }

    @Test(arguments: Backend.available)
    func `a deleted app keeps its slug, counter, revisions without bytes, and audit`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            for slug in ["hashtags", "birthdays"] {
                try await store.insert(.sample(slug), revision: 2)
                try await store.write { transaction in
                    try transaction.insertPolicy(.sample(app: slug))
                    try transaction.insertManifest(.sample(2, app: slug))
                    try transaction.replaceCatalog(.sample(app: slug))
                    try transaction.replaceSource(.sample(app: slug))
                    try transaction.insertAudit(.sample("app.created", app: slug))
                }
            }
            try await store.write { try $0.deleteApp("hashtags", at: .after(1)) }
            try await store.read { transaction throws in
                #expect(try transaction.app("hashtags") == .deleted)
                #expect(try transaction.deletedApps() == ["hashtags"])
                #expect(try transaction.apps().map(\.slug) == ["birthdays"])
                #expect(try transaction.heads().map(\.app) == ["birthdays"])
                #expect(try transaction.head("hashtags")?.revision == 2)
                #expect(try transaction.policies("hashtags", before: nil, limit: 9).isEmpty)
                #expect(try transaction.catalog("hashtags") == nil)
                #expect(try transaction.catalogMarks().map(\.app) == ["birthdays"])
                #expect(try transaction.sources("hashtags").isEmpty)
                #expect(try transaction.sourceMarks().map(\.app) == ["birthdays"])
                #expect(try transaction.manifest("hashtags", revision: 2) == .sample(2, bytes: nil))
                #expect(try transaction.audit(app: "hashtags", before: nil, limit: 9).count == 1)
                #expect(try transaction.policy("birthdays", version: 1) == .sample(app: "birthdays"))
                #expect(try transaction.manifest("birthdays", revision: 2)?.bytes == [1, 2, 3])
            }
        }
    }

    @Test(arguments: Backend.available)
    func `a deleted app never comes back`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 2)
            try await store.write { try $0.deleteApp("hashtags", at: .sample) }
            try await store.write { transaction in
                #expect(try transaction.insertApp(.sample()) == false)
                var change = App.sample()
                change.bundleID = "other"
                try transaction.updateApp(change, replacing: .sample())
                try transaction.deleteApp("hashtags", at: .after(9))
                #expect(try transaction.advanceHead(from: 2, to: Head(app: "hashtags", revision: 3)) == false)
            }
            #expect(try await store.read { try $0.app("hashtags") } == .deleted)
            #expect(try await store.read { try $0.head("hashtags")?.revision } == 2)
        }
    }

    @Test(arguments: Backend.available)
    func `an update leaves the properties alone that it does not change`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            var first = App.sample()
            first.appleKeyID = "2X9R4HXF34"
            let stored = first
            try await store.write { try $0.updateApp(stored, replacing: .sample()) }
            var second = App.sample()
            second.bundleID = "other"
            let change = second
            try await store.write { try $0.updateApp(change, replacing: .sample()) }
            let app = try await store.read { try $0.apps().first }
            #expect(app?.appleKeyID == "2X9R4HXF34" && app?.bundleID == "other")
        }
    }

    @Test(arguments: Backend.available)
    func `a lock of an app and a request for a reissue change nothing else`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert(revision: 3)
            try await store.write { transaction in
                try transaction.lockApp("hashtags")
                try transaction.lockApp("unknown")
                try transaction.lockToken("unknown")
            }
            var head = Head(app: "hashtags", revision: 3, policyVersion: 1, nextRevision: 4)
            #expect(try await store.read { try $0.head("hashtags") } == head)
            try await store.write { try $0.requestReissue("hashtags") }
            head.needsReissue = true
            #expect(try await store.read { try $0.head("hashtags") } == head)
        }
    }

    @Test(arguments: Backend.available)
    func `changing or deleting an unknown app does nothing`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.write { transaction in
                var change = App.sample()
                change.bundleID = "other"
                try transaction.updateApp(change, replacing: .sample())
                try transaction.deleteApp("hashtags", at: .sample)
            }
            #expect(try await store.read { try $0.app("hashtags") } == nil)
            #expect(try await store.read { try $0.deletedApps() } == [])
        }
    }

    @Test(arguments: Backend.available)
    func `a thousand apps are listed`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let slugs = (1...1_000).map { "app-\($0)" }
            try await store.write { transaction in
                for slug in slugs {
                    _ = try transaction.insertApp(.sample(slug))
                    try transaction.replaceCatalog(.sample(app: slug))
                }
            }
            let (apps, heads, marks) = try await store.read {
                (try $0.apps(), try $0.heads(), try $0.catalogMarks())
            }
            #expect(apps.map(\.slug) == slugs.sorted())
            #expect(heads == slugs.sorted().map { Head(app: $0) })
            #expect(marks.map(\.app) == slugs.sorted())
        }
    }
}
