#if canImport(CryptoKit)
import CryptoKit
#elseif SwiftCrypto && canImport(Crypto)
import Crypto
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Ed25519 from CryptoKit, from swift-crypto with the `SwiftCrypto` trait, or unavailable.
public enum Ed25519 {
    #if canImport(CryptoKit) || (SwiftCrypto && canImport(Crypto))
    /// Whether this build can sign and verify. Platforms without CryptoKit need the `SwiftCrypto` trait.
    public static let isAvailable = true
    #else
    /// Whether this build can sign and verify. Platforms without CryptoKit need the `SwiftCrypto` trait.
    public static let isAvailable = false
    #endif

    package static let keyLength = 32
    static let signatureLength = 64
}

/// The error of a build without CryptoKit and without the `SwiftCrypto` trait.
package struct CryptoUnavailable: Error {
    package init() {}
}

#if canImport(CryptoKit) || (SwiftCrypto && canImport(Crypto))
extension Ed25519 {
    static func isValid(
        _ signature: [UInt8], for message: [UInt8], key: [UInt8]
    ) throws(CryptoUnavailable) -> Bool {
        guard signature.count == signatureLength,
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
#else
extension Ed25519 {
    static func isValid(
        _ signature: [UInt8], for message: [UInt8], key: [UInt8]
    ) throws(CryptoUnavailable) -> Bool { throw CryptoUnavailable() }
}
#endif
