import Crypto
import Foundation

@testable import AppStoreConnect

extension APIKey {
    static let privateKey = P256.Signing.PrivateKey()
    static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

    static func sample(issuerID: String? = issuer) throws -> APIKey {
        try APIKey(pem: privateKey.pemRepresentation, keyID: "2X9R4HXF34", issuerID: issuerID)
    }
}

/// The parts of a token, read without the code under test.
struct TokenParts {
    let header: [String: Any]
    let claims: [String: Any]
    /// The claims as text, to distinguish `1.0` from `1`.
    let claimText: String
    let isSigned: Bool

    init?(_ token: String, by key: P256.Signing.PublicKey = APIKey.privateKey.publicKey) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.data(parts[0]), let claims = Self.data(parts[1]),
            let signature = Self.data(parts[2]), signature.count == 64,
            let raw = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            let headerObject = try? JSONSerialization.jsonObject(with: header) as? [String: Any],
            let claimObject = try? JSONSerialization.jsonObject(with: claims) as? [String: Any]
        else { return nil }
        self.header = headerObject
        self.claims = claimObject
        claimText = String(decoding: claims, as: UTF8.self)
        isSigned = key.isValidSignature(raw, for: Data("\(parts[0]).\(parts[1])".utf8))
    }

    var issuedAt: Int { claims["iat"] as? Int ?? 0 }
    var expiresAt: Int { claims["exp"] as? Int ?? 0 }

    private static func data(_ text: String) -> Data? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
    }
}
