import Foundation

/// Keeps policies that are being written.
///
/// Everybody with the right to publish an app may change all of its drafts. Each save names the number of the save that it
/// was made from, so nobody overwrites what somebody else saved meanwhile.
package struct DraftService: Sendable {
    /// The highest number of drafts of an app.
    package static let mostOfApp = 50
    /// The highest number of bytes of a text.
    package static let longestText = 512 * 1_024

    /// A new draft.
    package struct New: Sendable {
        /// The text; see ``DraftRecord/text``.
        let text: [UInt8]
        /// The version of the policy that it started from; 0 if none was in force.
        let base: Int
        /// The name; empty for the one draft of its author without a name.
        let name: String
        /// The note to publish it with.
        let note: String?

        package init(text: [UInt8], base: Int, name: String = "", note: String? = nil) {
            self.text = text
            self.base = base
            self.name = name
            self.note = note
        }
    }

    /// The changes of a save; `nil` keeps a property.
    package struct Changes: Sendable {
        let text: [UInt8]?
        /// The version of the policy that the text is based on now.
        let base: Int?
        let name: String?
        /// `.some(nil)` removes it.
        let note: String??

        package init(text: [UInt8]? = nil, base: Int? = nil, name: String? = nil, note: String?? = .none) {
            self.text = text
            self.base = base
            self.name = name
            self.note = note
        }
    }

    /// A draft beside the policy in force.
    package struct Standing: Sendable {
        /// The policy that the draft started from; `nil` if none was in force.
        package let base: PolicyRecord?
        /// The policy in force; `nil` if none is.
        package let current: PolicyRecord?
        /// The three texts; `nil` unless another policy was published since.
        package let comparison: DraftComparison?

        /// Whether another policy was published since, so that the draft cannot be published.
        package var isOutdated: Bool { comparison != nil }
    }

    let store: any Store
    let publishing: PublishingService
    let reserve: DiskReserve
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date

    // MARK: Reading

    /// Returns the drafts of an app, last saved first, without their texts.
    package func list(_ app: String) async throws -> [Draft] {
        try await store.read(of: app) { try $0.drafts(of: app) }
    }

    /// Returns the number of drafts of each app that has some, by slug.
    package func counts() async throws -> [String: Int] { try await store.read { try $0.draftCounts() } }

    package func draft(_ id: String, of app: String) async throws -> DraftRecord {
        try await store.read(of: app) { try $0.existingDraft(id, of: app) }
    }

    /// Returns the caller's draft of an app without a name; `nil` if there is none.
    package func own(of app: String, by principal: Principal) async throws -> DraftRecord? {
        try await store.read(of: app) { transaction in
            let draft = try transaction.drafts(of: app).first { $0.isNamed("", by: principal.tokenID) }
            return try draft.flatMap { try transaction.draft($0.id, of: app) }
        }
    }

    /// Compares a draft with the policy in force.
    package func comparison(of record: DraftRecord) async throws -> Standing {
        let (app, version) = (record.draft.app, record.draft.base)
        let (base, current) = try await store.read(of: app) {
            (version > 0 ? try $0.policy(app, version: version) : nil, try $0.policyInForce(app))
        }
        guard let current, current.version != version else {
            return Standing(base: base, current: current, comparison: nil)
        }
        let comparison = DraftComparison(base: base?.text ?? [], mine: record.text, theirs: current.text)
        return Standing(base: base, current: current, comparison: comparison)
    }

    // MARK: Changing

    package func create(_ new: New, of app: String, by principal: Principal) async throws -> Draft {
        try principal.require(.publish, for: app)
        try Self.check(text: new.text)
        try Self.check(name: new.name)
        try reserve.require(for: .changes)
        let now = now().storable
        let draft = Draft(
            app: app, id: TokenText.makeID(random: random), name: new.name, author: principal.name,
            authorTokenID: principal.tokenID, base: new.base, note: try InputText.note(new.note, named: "note"),
            createdAt: now, updatedAt: now)
        return try await store.write(confirming: Self.isStored) { transaction in
            try transaction.lock(app).app.requireServerSigned()
            let others = try transaction.drafts(of: app)
            try Self.check(draft, among: others)
            guard others.count < Self.mostOfApp else {
                throw ControlPlaneError(
                    .invalid,
                    detail:
                        "\"\(app)\" has \(Self.mostOfApp) drafts, which is the limit; publish or delete one of them first"
                )
            }
            try Self.check(base: draft.base, of: app, in: transaction)
            try transaction.insertDraft(DraftRecord(draft: draft, text: new.text))
            return draft
        }
    }

    /// Saves a draft. `edit` is the number of the save that the changes were made from. Returns the draft afterwards.
    /// - Throws: `preconditionFailed` if somebody else saved it meanwhile, `nameTaken` if the author has that name.
    package func save(
        _ id: String, of app: String, with changes: Changes, expecting edit: Int, by principal: Principal
    ) async throws -> Draft {
        try principal.require(.publish, for: app)
        try reserve.require(for: .changes)
        if let text = changes.text { try Self.check(text: text) }
        if let name = changes.name { try Self.check(name: name) }
        let note = try changes.note.map { note throws(ControlPlaneError) in try InputText.note(note, named: "note") }
        let now = now().storable
        return try await store.write(confirming: Self.isStored) { transaction in
            _ = try transaction.lock(app)
            var record = try transaction.existingDraft(id, of: app)
            try record.draft.requireEdit(edit)
            record.text = changes.text ?? record.text
            if let base = changes.base, base != record.draft.base {
                try Self.check(base: base, of: app, in: transaction)
                record.draft.base = base
            }
            if let name = changes.name, name != record.draft.name {
                record.draft.name = name
                try Self.check(record.draft, among: try transaction.drafts(of: app))
            }
            if let note { record.draft.note = note }
            record.draft.edit += 1
            record.draft.updatedAt = now
            guard try transaction.updateDraft(record, expecting: edit) else {
                throw ControlPlaneError.noDraft(id, of: app)
            }
            return record.draft
        }
    }

    /// Deletes a draft. `edit` is the number of its last save as the caller knows it; `nil` deletes it however it was
    /// changed.
    /// - Throws: `preconditionFailed` if somebody else saved it meanwhile.
    package func delete(
        _ id: String, of app: String, expecting edit: Int? = nil, by principal: Principal
    ) async throws {
        try principal.require(.publish, for: app)
        let now = now().storable
        try await store.write { transaction in
            _ = try transaction.lock(app)
            let draft = try transaction.existingDraft(id, of: app).draft
            if let edit { try draft.requireEdit(edit) }
            try transaction.deleteDraft(id, of: app)
            try transaction.insertAudit(
                AuditEntry(at: now, by: principal, action: "draft.deleted", app: app, detail: draft.auditText))
        }
    }

    /// Publishes a draft, then removes it. A draft that was saved meanwhile stays. `edit` is the number of its last
    /// save as the caller knows it; `nil` publishes it however it was changed. A note of `nil` takes that of the draft.
    /// `reason` is the reason for accepting errors; `nil` or blank refuses them.
    ///
    /// A retry after a lost response is harmless, as it is for
    /// ``PublishingService/publish(_:to:expecting:note:forced:within:by:)``.
    /// - Throws: ``ControlPlaneError`` `preconditionFailed` if somebody else saved it meanwhile, or if another policy
    ///   than the one it started from is in force; all errors of publishing; ``StoreError``. Nothing has changed then.
    package func publish(
        _ id: String, of app: String, expecting edit: Int?, note: String?, forced reason: String?,
        within limits: ImpactLimits = ImpactLimits(), by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let record = try await draft(id, of: app)
        let draft = record.draft
        if let edit { try draft.requireEdit(edit) }
        let base = draft.base > 0 ? try await store.read { try $0.policy(app, version: draft.base) } : nil
        let publication = try await publishing.publish(
            record.text, to: app, expecting: base.map { .matches([$0.entityTag]) } ?? .nothingPublished,
            note: note ?? draft.note, forced: reason, within: limits, by: principal)
        await remove(draft, publishedAs: publication.manifest.revision, by: principal)
        return publication
    }

    /// Removes a published draft. It is published by now, so nothing that fails here may be reported as a failure.
    private func remove(_ draft: Draft, publishedAs revision: Int, by principal: Principal) async {
        let now = now().storable
        try? await store.write { transaction in
            _ = try transaction.lock(draft.app)
            guard try transaction.draft(draft.id, of: draft.app)?.draft.edit == draft.edit else { return }
            try transaction.deleteDraft(draft.id, of: draft.app)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: principal, action: "draft.published", app: draft.app,
                    detail: "\(draft.auditText), as revision \(revision)"))
        }
    }

    // MARK: Checking

    private static func isStored(_ draft: Draft, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.lockApp(draft.app)
        return try transaction.draft(draft.id, of: draft.app)?.draft == draft
    }

    private static func check(text: [UInt8]) throws(ControlPlaneError) {
        guard text.count <= longestText else {
            throw ControlPlaneError(
                .tooLarge,
                detail:
                    "the draft has \(text.count) bytes, and \(longestText) is the limit; remove rules or shorten texts")
        }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw ControlPlaneError(.invalid, detail: "the draft is not UTF-8; save it as UTF-8", pointer: "/text")
        }
    }

    private static func check(name: String) throws(ControlPlaneError) {
        guard name.isEmpty || InputText.isName(name) else {
            throw ControlPlaneError(
                .invalid,
                detail:
                    "the name of a draft has to be at most \(InputText.longestName) printable characters without "
                    + "surrounding white space", pointer: "/name")
        }
    }

    private static func check(
        base: Int, of app: String, in transaction: any PolicyReads
    ) throws {
        guard base != 0 else { return }
        guard try transaction.policy(app, version: base) != nil else {
            throw ControlPlaneError(
                .invalid, detail: "\"\(app)\" has no policy \(base) that a draft could start from", pointer: "/base")
        }
    }

    /// Throws an error if the author has another draft of the same name.
    private static func check(_ draft: Draft, among others: [Draft]) throws(ControlPlaneError) {
        let other = others.first { $0.id != draft.id && $0.isNamed(draft.name, by: draft.authorTokenID) }
        guard let other else { return }
        throw ControlPlaneError(
            .nameTaken,
            detail:
                "\(draft.name.isEmpty ? "a draft without a name" : draft.title) by \(draft.author) exists already, with "
                + "the id \(other.id); change that one, or choose another name",
            pointer: "/name")
    }
}

extension Draft {
    fileprivate func isNamed(_ name: String, by author: String?) -> Bool {
        self.name == name && authorTokenID == author
    }

    /// Throws an error unless `edit` is the number of the last save.
    fileprivate func requireEdit(_ edit: Int) throws(ControlPlaneError) {
        guard edit == self.edit else {
            throw ControlPlaneError(
                .preconditionFailed,
                detail:
                    "\(title) was saved meanwhile: its last save is number \(self.edit), and this is based on \(edit); "
                    + "read it again and repeat the change")
        }
    }

    fileprivate var auditText: String { "\(title), id \(id), save \(edit)" }
}

extension DraftReads {
    fileprivate func existingDraft(_ id: String, of app: String) throws -> DraftRecord {
        guard let record = try draft(id, of: app) else { throw ControlPlaneError.noDraft(id, of: app) }
        return record
    }
}

extension ControlPlaneError {
    /// Creates the error for a draft that does not exist.
    fileprivate static func noDraft(_ id: String, of app: String) -> ControlPlaneError {
        ControlPlaneError(
            .notFound, detail: "\"\(app)\" has no draft with that id; it may have been published or deleted")
    }
}
