import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird

/// The admin routes that keep and publish policies that are being written.
struct DraftRoutes: Sendable {
    let drafts: DraftService
    let publishing: PublishingService
    let work: AdminWork

    @Sendable func list(_ request: Request, context: AdminContext) async throws -> Response {
        .json(["drafts": .array(try await drafts.list(context.slug).map { .object($0.members) })])
    }

    @Sendable func show(_ request: Request, context: AdminContext) async throws -> Response {
        let record = try await drafts.draft(try context.pathText("draft"), of: context.slug)
        guard !request.matchesEntityTag(record.draft.entityTag) else {
            return .empty(.notModified, headers: record.draft.fields)
        }
        let current = try await currentVersion(of: context.slug)
        var members = record.draft.members
        members["outdated"] = .bool(current != record.draft.base)
        members["text"] = .string(String(decoding: record.text, as: UTF8.self))
        return .json(.object(members), headers: record.draft.fields)
    }

    @Sendable func create(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try DraftQuery(request)
        return try await work.run(on: request, context: context) { text in
            let base = if let base = query.base { base } else { try await currentVersion(of: context.slug) }
            let draft = try await drafts.create(
                .init(text: text, base: base, name: query.name ?? "", note: query.note), of: context.slug,
                by: context.principal)
            return .json(.object(draft.members), status: .created, headers: draft.fields)
        }
    }

    @Sendable func save(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try DraftQuery(request)
        let id = try context.pathText("draft")
        guard let edit = try await expectedEdit(in: request, of: id, app: context.slug) else {
            throw ControlPlaneError.noPrecondition("of the draft")
        }
        return try await work.run(on: request, context: context) { text in
            let draft = try await drafts.save(
                id, of: context.slug,
                with: .init(text: text, base: query.base, name: query.name, note: query.note.map(Optional.some)),
                expecting: edit, by: context.principal)
            return .json(.object(draft.members), headers: draft.fields)
        }
    }

    @Sendable func delete(_ request: Request, context: AdminContext) async throws -> Response {
        let id = try context.pathText("draft")
        let edit = try await expectedEdit(in: request, of: id, app: context.slug)
        try await drafts.delete(id, of: context.slug, expecting: edit, by: context.principal)
        return .empty(.noContent)
    }

    @Sendable func publish(_ request: Request, context: AdminContext) async throws -> Response {
        let id = try context.pathText("draft")
        let limits = try QueryParameters(request.uri.query, known: ImpactLimits.parameters).limits
        return try await work.run(for: context.caller) {
            let object = try await request.object(upTo: context.longestBody, known: ["note", "reason"])
            let note = try object.freeText("note", limit: InputText.longestNote)
            let reason = try object.freeText("reason", limit: InputText.longestNote)
            return (try await expectedEdit(in: request, of: id, app: context.slug), note, reason)
        } work: { edit, note, reason in
            try await drafts.publish(
                id, of: context.slug, expecting: edit, note: note, forced: reason, within: limits,
                by: context.principal
            ).response
        }
    }

    /// Returns the number of the save that a request expects to be the last one; `nil` without `If-Match`.
    private func expectedEdit(in request: Request, of id: String, app: String) async throws -> Int? {
        let precondition = try await request.precondition { try await drafts.draft(id, of: app).draft.entityTag }
        guard precondition != .unspecified else { return nil }
        let draft = try await drafts.draft(id, of: app).draft
        guard precondition.holds(for: draft.entityTag) else {
            throw ControlPlaneError(
                .preconditionFailed,
                detail: "the draft was saved meanwhile: its entity tag is \"\(draft.entityTag)\"; read it again")
        }
        return draft.edit
    }

    /// Returns the version of the policy in force; 0 without one.
    private func currentVersion(of app: String) async throws -> Int {
        do {
            return try await publishing.currentPolicy(of: app).version
        } catch let error as ControlPlaneError where error.kind == .nothingPublished {
            return 0
        }
    }
}

/// The properties of a draft in a query, beside the text in the body.
private struct DraftQuery {
    let name: String?
    let note: String?
    let base: Int?

    init(_ request: Request) throws(HTTPProblem) {
        let query = try QueryParameters(request.uri.query, known: ["name", "note", "base"])
        (name, note, base) = (query["name"], query["note"], try query.wholeNumber("base", in: 0...Int.max))
    }
}

extension Draft {
    fileprivate var members: JSONObject {
        [
            "id": .string(id), "name": .string(name), "author": .string(author), "token": .of(authorTokenID),
            "base": .of(base), "note": .of(note), "edit": .of(edit), "createdAt": .of(createdAt),
            "updatedAt": .of(updatedAt),
        ]
    }

    fileprivate var fields: HTTPFields { [.eTag: "\"\(entityTag)\""] }
}
