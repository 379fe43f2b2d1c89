import ControlPlane

/// Drafts of policies.
extension MemoryTransaction {
    func drafts(of app: String) throws -> [Draft] {
        (state.drafts[try Storable.text(app)] ?? [:]).values.map(\.draft)
            .sorted { ($1.updatedAt, $0.id) < ($0.updatedAt, $1.id) }
    }

    func draft(_ id: String, of app: String) throws -> DraftRecord? {
        state.drafts[try Storable.text(app)]?[try Storable.text(id)]
    }

    func draftCounts() -> [String: Int] { state.drafts.mapValues(\.count).filter { $0.value > 0 } }

    func insertDraft(_ record: DraftRecord) throws {
        let draft = record.draft
        try requireNew(try self.draft(draft.id, of: draft.app) == nil, of: draft.app)
        state.drafts[draft.app, default: [:]][draft.id] = try StoredForm.draft(record)
    }

    func updateDraft(_ record: DraftRecord, expecting edit: Int) throws -> Bool {
        let draft = record.draft
        guard try self.draft(draft.id, of: draft.app)?.draft.edit == edit else { return false }
        state.drafts[draft.app, default: [:]][draft.id] = try StoredForm.draft(record)
        return true
    }

    func deleteDraft(_ id: String, of app: String) throws {
        state.drafts[try Storable.text(app)]?[try Storable.text(id)] = nil
    }
}
