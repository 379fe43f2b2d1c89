public import Foundation

/// A stub of Apple's `Curve25519.Signing`, limited to the declarations in use. For type-checking only.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum Curve25519: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Curve25519 {
    public enum Signing: Sendable {
        public struct PublicKey: Sendable {
            public init<D>(rawRepresentation: D) throws where D: ContiguousBytes { fatalError("a stub") }

            public var rawRepresentation: Data { fatalError("a stub") }

            public func isValidSignature<S, D>(_ signature: S, for data: D) -> Bool
            where S: DataProtocol, D: DataProtocol { fatalError("a stub") }
        }

        public struct PrivateKey: Sendable {
            public init() {}
            public init<D>(rawRepresentation data: D) throws where D: ContiguousBytes { fatalError("a stub") }

            public var publicKey: Curve25519.Signing.PublicKey { fatalError("a stub") }
            public var rawRepresentation: Data { fatalError("a stub") }

            public func signature<D>(for data: D) throws -> Data where D: DataProtocol { fatalError("a stub") }
        }
    }
}
