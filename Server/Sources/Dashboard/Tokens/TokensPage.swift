import AirworthySupport
import ControlPlane
import Foundation
import ServerSupport

extension Dashboard {
    var tokensRoutes: [PageRoute] {
        [
            .page("/tokens", right: .tokens, hasAdminRoute: true) { request in
                try await tokens(request, form: TokenForm.Entry(), revocation: nil)
            },
            .action("/tokens", right: .tokens) { request in try await createToken(request) },
            .action("/tokens/{id}/revoke", right: .tokens) { request in
                try await revokeToken(request)
            },
            .action("/tokens/sessions/{id}/end", right: .tokens) { request in
                try await plane.sessions.end(request.parameters["id"] ?? "", by: request.principal)
                return .see("\(Place.tokens.path(of: nil))?done=session-ended#sessions")
            },
        ]
    }

    private func createToken(_ request: PageRequest) async throws -> PageAnswer {
        var entry = TokenForm.Entry(request.form)
        guard let draft = entry.draft(at: now()) else { return try await tokens(request, form: entry, revocation: nil) }
        do {
            let (record, text) = try await plane.tokens.create(draft, by: request.principal)
            let row = TokenRow(record, isOwn: false, created: 0, revocation: nil, now: now())
            let model = NewTokenModel(token: row, text: text)
            return try page(model, template: "token", title: "New token", at: .tokens, for: request)
        } catch let error as ControlPlaneError where [.invalid, .forbidden, .tooManyTokens].contains(error.kind) {
            entry.problem = Words.sentence(error.detail)
            return try await tokens(request, form: entry, revocation: nil)
        }
    }

    private func revokeToken(_ request: PageRequest) async throws -> PageAnswer {
        let id = request.parameters["id"] ?? ""
        let records = try await plane.tokens.list(for: request.principal)
        guard let record = records.first(where: { $0.id == id }) else {
            throw ControlPlaneError.noToken
        }
        let name = record.name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard request.form["confirm"] == name else {
            let revocation = TokenRow.Revocation(
                id: id, problem: "Type the name of the token to confirm. Nothing was revoked.")
            return try await tokens(request, form: TokenForm.Entry(), revocation: revocation)
        }
        try await plane.tokens.revoke(
            id, includingCreated: request.form["created"] != nil, by: request.principal)
        return .see("\(Place.tokens.path(of: nil))?done=token-revoked")
    }

    private func tokens(
        _ request: PageRequest, form: TokenForm.Entry, revocation: TokenRow.Revocation?
    ) async throws -> PageAnswer {
        let records = try await plane.tokens.list(for: request.principal)
        let sessions = try await plane.sessions.list(for: request.principal)
        let model = TokensModel(
            records, sessions: sessions, session: request.session, form: form, revocation: revocation, now: now())
        return try page(model, at: .tokens, for: request, status: form.problem == nil && revocation == nil ? 200 : 422)
    }
}

/// The content of the page of tokens.
struct TokensModel: Sendable {
    let active: [TokenRow]
    let ended: [TokenRow]
    /// How many tokens are not shown.
    let others: String?
    let sessions: [SessionRow]
    /// How many sessions are not shown.
    let otherSessions: String?
    /// How late the last use of a token on another server can be known.
    let lateness = TokenUses.interval.words
    let form: TokenForm

    private static let mostRows = 200

    init(
        _ records: [TokenRecord], sessions open: [OpenSession], session: Session, form entry: TokenForm.Entry,
        revocation: TokenRow.Revocation?, now: Date
    ) {
        let principal = session.principal
        let tree = TokenTree(records)
        func row(_ record: TokenRecord) -> TokenRow {
            TokenRow(
                record, isOwn: record.id == principal.tokenID,
                created: tree.descendants(of: record.id).count { $0.isValid(at: now) }, revocation: revocation,
                now: now)
        }
        let newest = records.sorted { $0.createdAt > $1.createdAt }
        let (valid, over) = (newest.filter { $0.isValid(at: now) }, newest.filter { !$0.isValid(at: now) })
        active = valid.prefix(Self.mostRows).map(row)
        ended = over.prefix(Self.mostRows).map(row)
        let hidden = records.count - active.count - ended.count
        others = hidden > 0 ? Figure.count(hidden, "older token") : nil
        sessions = open.prefix(Self.mostRows).map { SessionRow($0, isOwn: $0.id == session.id, now: now) }
        otherSessions = open.count > sessions.count ? Figure.count(open.count - sessions.count, "older session") : nil
        form = TokenForm(entry, for: principal)
    }
}

/// A token on the page of tokens.
struct TokenRow: Sendable {
    /// A revocation that was not confirmed.
    struct Revocation: Sendable {
        let id: String
        let problem: String
    }

    let id: String
    let name: String
    let kind: String
    let rights: String
    let apps: String
    let created: Moment
    let creator: String
    let used: Moment?
    let end: Moment?
    let revoked: Moment?
    /// The tokens in use that were created with it, such as `3 tokens`; `nil` if there are none.
    let others: String?
    /// Whether the session was opened with it.
    let isOwn: Bool
    let path: String
    let problem: String?

    init(_ record: TokenRecord, isOwn: Bool, created number: Int, revocation: Revocation?, now: Date) {
        id = record.id
        name = record.name
        kind = record.kind.words
        rights = record.rights.names.isEmpty ? "none" : record.rights.names.joined(separator: ", ")
        apps = record.apps.map { $0.sorted().joined(separator: ", ") } ?? "every app"
        created = Moment(record.createdAt, now: now)
        creator = record.createdBy
        used = record.lastUsedAt.map { Moment($0, now: now) }
        end = record.expiresAt.map { Moment($0, now: now) }
        revoked = record.revokedAt.map { Moment($0, now: now) }
        others = number > 0 ? Figure.count(number, "token") : nil
        self.isOwn = isOwn
        path = "\(Place.tokens.path(of: nil))/\(PercentEncoding.encode(record.id))/revoke"
        problem = revocation?.id == record.id ? revocation?.problem : nil
    }
}

extension TokenKind {
    var words: String {
        switch self {
        case .admin: "people and their tools (adm)"
        case .ci: "pipelines that publish (ci)"
        case .server: "other servers (srv)"
        case .device: "devices (pub)"
        }
    }
}

/// The page that shows the text of a new token, once.
struct NewTokenModel: Sendable {
    let token: TokenRow
    let text: String
}
