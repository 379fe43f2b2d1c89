import AirworthyPolicy
import AirworthySupport
import Foundation

/// A JSON Web Token, signed with ES256, that App Store Connect accepts for a while.
struct ConnectToken: Hashable, Sendable {
    /// The signed text. It goes into the header `Authorization` and nowhere else.
    let secret: String
    private let issuedAt: Int
    private let expiresAt: Int

    /// The seconds between `iat` and `exp`. Apple rejects more than 1,200; the rest is a margin for rounding.
    static let life = 1_180
    /// The seconds by which `iat` lies in the past. Apple rejects a token from the future, and clocks differ a little.
    static let backdating = 60
    /// The seconds before its end at which a token is replaced: longer than a request takes.
    static let reserve = 90

    /// Creates a token that a key signs at the time of Apple's clock, as well as it is known.
    init(_ key: APIKey, at now: Date) throws(AppStoreConnectError) {
        // Whole seconds: Apple does not accept a fraction everywhere.
        let seconds = now.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 1e12 else {
            throw AppStoreConnectError(.credentials, detail: "the local clock shows no valid time")
        }
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

    /// Whether the token can still be sent at this time of Apple's clock.
    func isGood(at now: Date) -> Bool {
        let seconds = now.timeIntervalSince1970
        return seconds >= Double(issuedAt) && seconds < Double(expiresAt - Self.reserve)
    }
}

extension ConnectToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "<token>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
