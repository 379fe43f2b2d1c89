import AirworthyTrust

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

#if canImport(CryptoKit) || (SwiftCrypto && canImport(Crypto))
extension Ed25519 {
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
    static func publicKey(seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? { throw CryptoUnavailable() }

    static func signature(of message: [UInt8], seed: [UInt8]) throws(CryptoUnavailable) -> [UInt8]? {
        throw CryptoUnavailable()
    }

    static func newSeed() throws(CryptoUnavailable) -> [UInt8] { throw CryptoUnavailable() }
}
#endif
