package import AirworthyPolicy
package import ControlPlane
package import Foundation

/// What an admin sends about a token.
package enum TokenInput {
    /// Reads a new token.
    /// - Throws: ``Problem`` 400 with a pointer.
    package static func draft(_ object: InputObject) throws(Problem) -> TokenService.Draft {
        guard let kind = try object.choice("kind", TokenKind.self) else {
            throw .body(object.place("kind"), "\"kind\" is missing: \"adm\", \"ci\", \"srv\" or \"pub\"")
        }
        guard let name = try object.words("name", limit: 100) else {
            throw .body(object.place("name"), "\"name\" is missing: histories show it")
        }
        let apps = try object.texts("apps").map { Set($0.map(\.text)) }
        return TokenService.Draft(
            kind: kind, name: name, rights: try rights(object), apps: apps, expiresAt: try expiry(object))
    }

    /// The members of a new token.
    package static let members = ["kind", "name", "rights", "apps", "expiresAt"]

    private static func rights(_ object: InputObject) throws(Problem) -> Rights? {
        guard let texts = try object.texts("rights") else { return nil }
        var rights: Rights = []
        for (text, pointer) in texts {
            guard let right = Rights.names.first(where: { $0.name == text })?.right else {
                let names = Rights.names.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw .body(pointer, "this is no right; there are \(names)")
            }
            rights.formUnion(right)
        }
        return rights
    }

    private static func expiry(_ object: InputObject) throws(Problem) -> Date? {
        guard let text = try object.text("expiresAt") else { return nil }
        guard let date = Timestamp.parse(text) else {
            throw .body(object.place("expiresAt"), "write a moment such as 2027-01-31T00:00:00Z")
        }
        return date
    }
}

extension TokenRecord {
    /// The token in JSON.
    /// - Parameter text: The token itself, in the one answer that shows it.
    /// - Returns: An object.
    package func jsonValue(text: String? = nil) -> JSONValue {
        var object: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue), "name": .string(name), "rights": .of(rights.names),
            "apps": apps.map { .of($0.sorted()) } ?? .null, "createdAt": .of(createdAt),
            "createdBy": .string(createdBy), "expiresAt": .of(expiresAt), "revokedAt": .of(revokedAt),
        ]
        object["token"] = text.map(JSONValue.string)
        return .object(object)
    }
}

extension Principal {
    /// What a token may do, in JSON.
    /// - Parameter expiresAt: When it ends.
    /// - Returns: An object.
    package func jsonValue(expiresAt: Date?) -> JSONValue {
        [
            "name": .string(name), "kind": .string(kind.rawValue), "rights": .of(rights.names),
            "apps": apps.map { .of($0.sorted()) } ?? .null, "expiresAt": .of(expiresAt),
        ]
    }
}
