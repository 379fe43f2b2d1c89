import AirworthyPolicy
import AirworthySupport
import Foundation

/// What lets a request in for a while: a JSON Web Token signed with ES256.
struct Token: Hashable, Sendable {
    /// For the request's head and for nothing else.
    let secret: String
    private let issuedAt: Int
    private let expiresAt: Int

    /// Apple refuses more than 1,200 seconds between `iat` and `exp`; the seconds below that are for nobody's rounding.
    static let life = 1_180
    /// A token from the future is refused, and clocks differ a little.
    static let backdating = 60
    /// How long before its end a token is replaced: longer than a request takes.
    static let reserve = 90

    /// Makes a token.
    /// - Parameters:
    ///   - key: Who asks.
    ///   - now: Apple's clock, as well as it is known.
    /// - Throws: ``AppStoreConnectError`` if the key cannot sign or the clock shows no time.
    init(_ key: APIKey, at now: Date) throws(AppStoreConnectError) {
        // Whole seconds: a fraction is refused in places.
        let seconds = now.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 1e12 else { throw AppStoreConnectError(.credentials, detail: "the clock shows no time") }
        issuedAt = Int(seconds) - Self.backdating
        expiresAt = issuedAt + Self.life
        let header: JSONValue = ["alg": "ES256", "kid": .string(key.keyID), "typ": "JWT"]
        let subject: (String, JSONValue) = key.issuerID.map { ("iss", .string($0)) } ?? ("sub", "user")
        let claims = JSONObject([
            .init(key: subject.0, value: subject.1), .init(key: "iat", value: .number(JSONNumber(issuedAt))),
            .init(key: "exp", value: .number(JSONNumber(expiresAt))), .init(key: "aud", value: "appstoreconnect-v1"),
        ])
        let signed = Base64.encodeURL(header.jsonBytes()) + "." + Base64.encodeURL(JSONValue.object(claims).jsonBytes())
        do {
            secret = signed + "." + Base64.encodeURL(try key.signature(of: Array(signed.utf8)))
        } catch {
            throw AppStoreConnectError(.credentials, detail: "\(key) cannot sign")
        }
    }

    /// Whether it can still be sent at this moment of Apple's clock.
    func isGood(at now: Date) -> Bool {
        let seconds = now.timeIntervalSince1970
        return seconds >= Double(issuedAt) && seconds < Double(expiresAt - Self.reserve)
    }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "<token>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
