import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import Testing

/// What each source said about the releases of an app.
@Suite struct SourcesContract {
    @Test(arguments: Backend.available)
    func `a source takes the place of what it said before, and harms no other`(_ backend: Backend) async throws {
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
                    SourceMark(app: "birthdays", count: 1, checkedAt: .after(60), changedAt: .sample),
                    SourceMark(app: "hashtags", count: 4, checkedAt: .after(90), changedAt: .sample),
                ])
            try await store.write { transaction in
                try transaction.deleteSource("hashtags", japan)
                try transaction.deleteSource("hashtags", japan)
                try transaction.deleteSource("nobody", .connect)
            }
            #expect(
                try await store.read { try $0.sources("hashtags").map(\.source) } == [.connect, .manual, .operator])
            #expect(try await store.read { try $0.sources("birthdays") } == [.sample(app: "birthdays")])
        }
    }

    @Test(arguments: Backend.available)
    func `what was said again changes the age and nothing else`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.insert()
            try await store.write { transaction in
                try transaction.replaceSource(.sample())
                try transaction.touchSource("hashtags", .connect, checkedAt: .after(600.25))
                // Of what was never said there is no age.
                try transaction.touchSource("hashtags", .manual, checkedAt: .after(600))
                try transaction.touchSource("nobody", .connect, checkedAt: .after(600))
            }
            #expect(try await store.read { try $0.sources("hashtags") } == [.sample(checkedAt: .after(600.25))])
            #expect(try await store.read { try $0.sourceMarks().map(\.app) } == ["hashtags"])
        }
    }

    @Test(arguments: Backend.available)
    func `there are no sources of an app that is not there`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.replaceSource(.sample(app: "nobody")) }
            }
            let marks = try await store.read { try $0.sourceMarks() }
            #expect(marks == [])
        }
    }
}
