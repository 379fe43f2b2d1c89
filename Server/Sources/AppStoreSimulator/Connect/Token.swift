import Crypto
import Foundation

/// Checks tokens as the documentation says.
enum Token {
    private static let longest = 1200.0
    /// How far a caller's clock may be ahead.
    private static let tolerance = 5.0

    /// - Parameters:
    ///   - call: The request; its `Authorization` counts.
    ///   - keys: The keys there are.
    ///   - now: The time.
    /// - Returns: The key, or `nil` where the token does not count.
    static func key(
        for call: Call, keys: [AppStoreSimulator.Key], at now: Date
    ) -> AppStoreSimulator.Key? {
        guard let field = call.field("authorization"), field.hasPrefix("Bearer ") else { return nil }
        let parts = field.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]),
            let signature = Base64URL.decoded(parts[2]), signature.count == 64,
            header["alg"]?.string == "ES256", header["typ"] == nil || header["typ"]?.string == "JWT",
            let key = keys.first(where: { $0.id == header["kid"]?.string }),
            let proof = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.publicKey.isValidSignature(proof, for: Array("\(parts[0]).\(parts[1])".utf8)),
            isInForce(claims, key: key, at: now.timeIntervalSince1970), covers(claims["scope"], call)
        else { return nil }
        return key
    }

    private static func json(_ part: String) -> JSON? {
        Base64URL.decoded(part).flatMap { try? JSONParser.parse($0) }.flatMap { $0.object == nil ? nil : $0 }
    }

    private static func isInForce(_ claims: JSON, key: AppStoreSimulator.Key, at now: Double) -> Bool {
        guard claims["aud"]?.string == "appstoreconnect-v1", let issued = claims["iat"]?.number,
            let expires = claims["exp"]?.number
        else { return false }
        if let issuer = key.issuerID {
            guard claims["iss"]?.string == issuer, claims["sub"] == nil else { return false }
        } else {
            guard claims["sub"]?.string == "user", claims["iss"] == nil else { return false }
        }
        return issued <= now + tolerance && now < expires && expires - issued <= longest && expires > issued
    }

    /// A token with scopes is for requests that one of them names.
    private static func covers(_ scope: JSON?, _ call: Call) -> Bool {
        guard let scope else { return true }
        let ignored: Set<String> = ["limit", "cursor", "sort"]
        let asked = Set(call.query.removing(ignored).items)
        return (scope.array ?? []).contains { entry in
            guard let parts = entry.string?.split(separator: " "), parts.count == 2, parts[0] == call.method else {
                return false
            }
            let target = parts[1].split(separator: "?", maxSplits: 1)
            let query = Query(target.count > 1 ? target[1] : "")
            return target.first.map(String.init) == call.path && Set(query.removing(ignored).items) == asked
        }
    }
}

/// The alphabet of tokens.
enum Base64URL {
    static func decoded(_ text: String) -> [UInt8]? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}
