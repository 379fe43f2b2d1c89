import Crypto
import Foundation

/// A key of App Store Connect. Whatever is printed of it, the secret part is not in it.
package struct APIKey: Sendable {
    /// E.g. `2X9R4HXF34`.
    package let keyID: String
    /// The team's issuer id; `nil` for the key of one person.
    package let issuerID: String?
    private let key: P256.Signing.PrivateKey

    /// Reads the text of an `AuthKey_….p8`.
    /// - Parameters:
    ///   - pem: The text.
    ///   - keyID: The id that App Store Connect shows beside the key.
    ///   - issuerID: The issuer id at the top of that page; `nil` for an individual key.
    /// - Throws: ``APIKeyError`` for what is no such key, or no id.
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
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "key \(keyID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}
