import Crypto
import Foundation
import ServerSupport

/// An App Store Connect API key. Its secret part is never printed.
package struct APIKey: Sendable {
    /// The id of the key, e.g. `2X9R4HXF34`.
    package let keyID: String
    /// The team's issuer id; `nil` for an individual key.
    package let issuerID: String?
    private let key: P256.Signing.PrivateKey

    /// Reads the text of an `AuthKey_….p8`. App Store Connect shows the key's id beside the key, and the issuer's id at
    /// the top of that page; it is `nil` for an individual key.
    package init(pem: String, keyID: String, issuerID: String?) throws(APIKeyError) {
        guard Self.isID(keyID) else { throw .badKeyID }
        guard issuerID.map(Self.isID) ?? true else { throw .badIssuerID }
        guard pem.contains("-----BEGIN ") else { throw .noPEM }
        guard !pem.contains("-----BEGIN PUBLIC KEY") else { throw .publicKey }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { throw .otherKey }
        self.keyID = keyID
        self.issuerID = issuerID
        self.key = key
    }

    /// The signature of RFC 7518: r and s, 32 bytes each.
    func signature(of bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).rawRepresentation) }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "key \(keyID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}

/// The reason why a text is not an App Store Connect API key.
package enum APIKeyError: Error, Hashable, Sendable, CaseIterable {
    /// The text has no `-----BEGIN PRIVATE KEY-----`.
    case noPEM
    /// The text is a public key.
    case publicKey
    /// The text is a key, but not an unencrypted private one on the curve P-256.
    case otherKey
    /// The key id is malformed.
    case badKeyID
    /// The issuer id is malformed.
    case badIssuerID
}

extension APIKeyError: CustomStringConvertible {
    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .noPEM: "holds no key; give the AuthKey_….p8 that App Store Connect lets you download once"
        case .publicKey: "holds a public key; requests are signed with the private one, AuthKey_….p8"
        case .otherKey: "holds another kind of key; App Store Connect's are unencrypted private keys on P-256"
        case .badKeyID: "the key id is letters and digits such as 2X9R4HXF34; App Store Connect shows it beside the key"
        case .badIssuerID: "the issuer id is a UUID; App Store Connect shows it above the team's keys"
        }
    }
}
