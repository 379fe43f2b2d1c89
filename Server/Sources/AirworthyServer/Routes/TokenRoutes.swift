import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird

/// The admin routes that create, list and revoke tokens.
struct TokenRoutes: Sendable {
    let tokens: TokenService

    @Sendable func whoAmI(_ request: Request, context: AdminContext) async throws -> Response {
        let principal = context.principal
        let record = try await tokens.token(of: principal)
        return .json([
            "name": .string(principal.name), "kind": .of(principal.tokenKind?.rawValue),
            "rights": .of(principal.rights.names), "apps": principal.apps.map { .of($0.sorted()) } ?? .null,
            "expiresAt": .of(record?.expiresAt),
        ])
    }

    @Sendable func list(_ request: Request, context: AdminContext) async throws -> Response {
        let records = try await tokens.list(for: context.principal)
        return .json(["tokens": .array(records.map { .object($0.members) })])
    }

    @Sendable func create(_ request: Request, context: AdminContext) async throws -> Response {
        let draft = try TokenInput.draft(try await request.object(upTo: context.longestBody, known: TokenInput.members))
        let (record, text) = try await tokens.create(draft, by: context.principal)
        var members = record.members
        members["token"] = .string(text)
        return .json(.object(members), status: .created)
    }

    @Sendable func revoke(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["created"])
        try await tokens.revoke(
            context.parameters.get("id") ?? "", includingCreated: try query.flag("created"), by: context.principal)
        return .empty(.noContent)
    }
}

/// The body of a request that creates a token.
private enum TokenInput {
    static let members = ["kind", "name", "rights", "apps", "expiresAt"]

    /// Reads a new token.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func draft(_ object: InputObject) throws(HTTPProblem) -> TokenService.Draft {
        guard let kind = try object.choice("kind", of: TokenKind.self) else {
            throw object.problem(with: "kind", detail: "\"kind\" is missing; write \"adm\", \"ci\", \"srv\" or \"pub\"")
        }
        guard let name = try object.text("name") else {
            throw object.problem(with: "name", detail: "\"name\" is missing; histories show it")
        }
        let apps = try object.texts("apps").map { Set($0.map(\.text)) }
        return TokenService.Draft(
            kind: kind, name: name, rights: try rights(in: object), apps: apps, expiresAt: try expiry(in: object))
    }

    private static func rights(in object: InputObject) throws(HTTPProblem) -> Rights? {
        guard let texts = try object.texts("rights") else { return nil }
        var rights: Rights = []
        for (text, pointer) in texts {
            guard let right = Rights.names.first(where: { $0.name == text })?.right else {
                let names = Rights.names.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw .body(at: pointer, detail: "the right is unknown; expected one of: \(names)")
            }
            rights.formUnion(right)
        }
        return rights
    }

    private static func expiry(in object: InputObject) throws(HTTPProblem) -> Date? {
        guard let text = try object.text("expiresAt") else { return nil }
        guard let date = Timestamp.parse(text) else {
            throw object.problem(with: "expiresAt", detail: "write a date and time such as 2027-01-31T00:00:00Z")
        }
        return date
    }
}

extension TokenRecord {
    /// The JSON members of a token without its secret.
    fileprivate var members: JSONObject {
        [
            "id": .string(id), "kind": .string(kind.rawValue), "name": .string(name), "rights": .of(rights.names),
            "apps": apps.map { .of($0.sorted()) } ?? .null, "createdAt": .of(createdAt),
            "createdBy": .string(createdBy), "createdWith": .of(createdWith), "expiresAt": .of(expiresAt),
            "revokedAt": .of(revokedAt), "lastUsedAt": .of(lastUsedAt),
        ]
    }
}
