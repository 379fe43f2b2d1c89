import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import Testing

/// The reports of sources about the releases of an app.
@Suite(.timeLimit(.minutes(5))) struct SourcesContract {
    @Test(arguments: Backend.available)
    func `a report replaces the previous one of its source only`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let japan = CatalogSource.lookup(try #require(Storefront("JP")))
            try await store.insert()
            try await store.insert(.sample("birthdays"))
            #expect(try await store.read { try $0.sources("hashtags") } == [])
            try await store.write { transaction in
                for source in [CatalogSource.operator, .manual, japan, .connect] {
                    try transaction.replaceSource(.sample(source))
                }
                try transaction.replaceSource(.sample(app: "birthdays"))
                try transaction.replaceSource(.sample(japan, body: "[0, 255]", checkedAt: .after(90)))
            }
            #expect(
                try await store.read { try $0.sources("hashtags") } == [
                    .sample(.connect), .sample(japan, body: "[0, 255]", checkedAt: .after(90)), .sample(.manual),
                    .sample(.operator),
                ])
            #expect(
                try await store.read { try $0.sourceMarks() } == [
                    SourceMark(
                        app: "birthdays", content: .init(count: 1, size: 2, changedAt: .sample), checkedAt: .after(60)),
                    SourceMark(
                        app: "hashtags", content: .init(count: 4, size: 14, changedAt: .sample), checkedAt: .after(90)),
                ])
            #expect(
                try await store.read { try $0.sourceAges(of: ["birthdays", "hashtags", "nobody"]) } == [
                    "birthdays": [.connect: .after(60)],
                    "hashtags": [
                        .connect: .after(60), japan: .after(90), .manual: .after(60), .operator: .after(60),
                    ],
                ])
            #expect(try await store.read { try $0.sourceAges(of: []) } == [:])
            try await store.write { transaction in
                try transaction.deleteSource(japan, of: "hashtags")
                try transaction.deleteSource(japan, of: "hashtags")
                try transaction.deleteSource(.connect, of: "nobody")
            }
            #expect(
                try await store.read { try $0.sources("hashtags").map(\.source) } == [.connect, .manual, .operator])
            #expect(try await store.read { try $0.sources("birthdays") } == [.sample(app: "birthdays")])
        }
    }

    @Test(arguments: Backend.available)
    func `touching a source updates only its age`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.write { transaction in
                try transaction.replaceSource(.sample())
                try transaction.touchSource(.connect, of: "hashtags", checkedAt: .after(600.25))
                // A source without a report has no age.
                try transaction.touchSource(.manual, of: "hashtags", checkedAt: .after(600))
                try transaction.touchSource(.connect, of: "nobody", checkedAt: .after(600))
            }
            #expect(try await store.read { try $0.sources("hashtags") } == [.sample(checkedAt: .after(600.25))])
            #expect(try await store.read { try $0.sourceMarks().map(\.app) } == ["hashtags"])
        }
    }

    @Test(arguments: Backend.available)
    func `a report about an unknown app is rejected`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.replaceSource(.sample(app: "nobody")) }
            }
            let marks = try await store.read { try $0.sourceMarks() }
            #expect(marks == [])
        }
    }
}
