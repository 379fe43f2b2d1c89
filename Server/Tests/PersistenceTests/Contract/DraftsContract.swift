import ControlPlane
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct DraftsContract {
    private static func record(_ id: String, app: String = "hashtags", age: Double = 0) -> DraftRecord {
        DraftRecord(
            draft: Draft(
                app: app, id: id, name: "night “gate”", author: "Ada", authorTokenID: id == "a" ? nil : "token",
                base: 3,
                note: id == "a" ? nil : "why", edit: 1, createdAt: Date.sample.addingTimeInterval(-99),
                updatedAt: Date.sample.addingTimeInterval(-age)), text: Array("{ ヘッダー \(id)".utf8) + [10])
    }

    @Test(arguments: Backend.available)
    func `drafts are read as they were stored, last saved first, and go with their app`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoStores { store, other in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            let records = [Self.record("a", age: 20), Self.record("b", age: 10), Self.record("a", app: "birthdays")]
            for record in records { try await store.write { try $0.insertDraft(record) } }
            await #expect(throws: StoreError.self) { try await store.write { try $0.insertDraft(records[0]) } }
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.insertDraft(Self.record("a", app: "nothing")) }
            }
            #expect(try await other.read { try $0.drafts(of: "hashtags") } == [records[1].draft, records[0].draft])
            #expect(try await other.read { try $0.draft("a", of: "hashtags") } == records[0])
            #expect(try await other.read { try $0.draft("c", of: "hashtags") } == nil)
            #expect(try await other.read { try $0.draftCounts() } == ["hashtags": 2, "birthdays": 1])

            try await store.write { try $0.deleteApp("hashtags", at: .sample) }
            #expect(try await other.read { try $0.drafts(of: "hashtags") } == [])
            for _ in 0..<2 { try await store.write { try $0.deleteDraft("a", of: "birthdays") } }
            #expect(try await other.read { try $0.draftCounts() } == [:])
        }
    }

    @Test(arguments: Backend.available)
    func `a save replaces a draft only on top of the save that it names`(_ backend: Backend) async throws {
        try await backend.withTwoStores { store, other in
            _ = try await store.write { try $0.insertApp(.sample()) }
            var record = Self.record("b", age: 10)
            try await store.write { [record] in try $0.insertDraft(record) }
            record.draft.edit = 2
            record.draft.base = 4
            record.draft.name = ""
            record.draft.note = nil
            record.draft.updatedAt = .sample
            record.text = []
            let new = record
            #expect(try await store.write { try $0.updateDraft(new, expecting: 9) } == false)
            #expect(try await store.write { try $0.updateDraft(new, expecting: 1) })
            #expect(try await other.read { try $0.draft("b", of: "hashtags") } == new)
            #expect(try await store.write { try $0.updateDraft(new, expecting: 1) } == false)
            #expect(try await store.write { try $0.updateDraft(Self.record("c"), expecting: 1) } == false)
        }
    }
}
