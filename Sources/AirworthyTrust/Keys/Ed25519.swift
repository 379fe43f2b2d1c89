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

    static let keyLength = 32
    static let signatureLength = 64
}

/// The error of a build without CryptoKit and without the `SwiftCrypto` trait.
struct CryptoUnavailable: Error {}

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

    /// Returns `nil` if the seed is not 32 bytes long.
    static func publicKey(seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? {
        (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)).map { Array($0.publicKey.rawRepresentation) }
    }

    /// Returns `nil` if the seed is not 32 bytes long.
    static func signature(of message: [UInt8], seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? {
        (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed).signature(for: message)).map { Array($0) }
    }

    static func newSeed() throws(CryptoUnavailable) -> [UInt8] {
        Array(Curve25519.Signing.PrivateKey().rawRepresentation)
    }
}
#else
extension Ed25519 {
    static func isValid(
        _ signature: [UInt8], for message: [UInt8], key: [UInt8]
    ) throws(CryptoUnavailable) -> Bool { throw CryptoUnavailable() }

    static func publicKey(seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? { throw CryptoUnavailable() }

    static func signature(of message: [UInt8], seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? {
        throw CryptoUnavailable()
    }

    static func newSeed() throws(CryptoUnavailable) -> [UInt8] { throw CryptoUnavailable() }
}
#endif
