import Crypto
import Foundation

/// Checks tokens as App Store Connect documents.
enum TokenVerifier {
    /// The longest lifetime of a token in seconds.
    private static let maximumLifetime = 1200.0
    /// The seconds that a caller's clock may be ahead.
    private static let tolerance = 5.0

    /// Returns the key that signed the token in a request's `Authorization` field; `nil` if the token is not valid.
    static func key(
        for request: SimulatorRequest, keys: [AppStoreSimulator.ConnectKey], at now: Date
    ) -> AppStoreSimulator.ConnectKey? {
        guard let field = request.field("authorization"), field.hasPrefix("Bearer ") else { return nil }
        let parts = field.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]),
            let signature = Base64URL.decoded(parts[2]), signature.count == 64,
            header["alg"]?.string == "ES256", header["typ"] == nil || header["typ"]?.string == "JWT",
            let key = keys.first(where: { $0.id == header["kid"]?.string }),
            let proof = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.publicKey.isValidSignature(proof, for: Array("\(parts[0]).\(parts[1])".utf8)),
            isValid(claims, key: key, at: now.timeIntervalSince1970), covers(claims["scope"], request: request)
        else { return nil }
        return key
    }

    private static func json(_ part: String) -> JSON? {
        Base64URL.decoded(part).flatMap { try? JSON(bytes: $0) }.flatMap { $0.object == nil ? nil : $0 }
    }

    private static func isValid(_ claims: JSON, key: AppStoreSimulator.ConnectKey, at now: Double) -> Bool {
        guard claims["aud"]?.string == "appstoreconnect-v1", let issued = claims["iat"]?.number,
            let expires = claims["exp"]?.number
        else { return false }
        if let issuer = key.issuerID {
            guard claims["iss"]?.string == issuer, claims["sub"] == nil else { return false }
        } else {
            guard claims["sub"]?.string == "user", claims["iss"] == nil else { return false }
        }
        return issued <= now + tolerance && now < expires && expires - issued <= maximumLifetime && expires > issued
    }

    /// Whether the request matches one of the token's scopes. A token without scopes covers every request.
    private static func covers(_ scope: JSON?, request: SimulatorRequest) -> Bool {
        guard let scope else { return true }
        let ignored: Set<String> = ["limit", "cursor", "sort"]
        let parameters = Set(request.query.removing(ignored).items)
        return (scope.array ?? []).contains { entry in
            guard let parts = entry.string?.split(separator: " "), parts.count == 2, parts[0] == request.method else {
                return false
            }
            let target = parts[1].split(separator: "?", maxSplits: 1)
            let query = URLQuery(target.count > 1 ? target[1] : "")
            return target.first.map(String.init) == request.path && Set(query.removing(ignored).items) == parameters
        }
    }
}

/// The base64url encoding of tokens, without padding.
private enum Base64URL {
    static func decoded(_ text: String) -> [UInt8]? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}
