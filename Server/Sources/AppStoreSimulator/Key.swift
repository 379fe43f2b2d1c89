import Crypto
import Foundation

extension AppStoreSimulator {
    /// An API key as App Store Connect hands it out.
    public struct Key: Sendable {
        /// E.g. `2X9R4HXF34`.
        public let id: String
        /// The issuer of a team's key; `nil` for the key of one user.
        public let issuerID: String?
        /// What `AuthKey_….p8` contains; `nil` where only the public key is known.
        public let privateKeyPEM: String?
        let publicKey: P256.Signing.PublicKey

        /// Makes a key pair.
        /// - Parameters:
        ///   - id: The key's id; made up by default.
        ///   - issuerID: The team's id; made up by default.
        ///   - isIndividual: Whether it is the key of one user, which has no issuer.
        public init(id: String? = nil, issuerID: String? = nil, isIndividual: Bool = false) {
            let key = P256.Signing.PrivateKey()
            self.id = id ?? Self.madeUpID()
            self.issuerID = isIndividual ? nil : issuerID ?? UUID().uuidString.lowercased()
            privateKeyPEM = key.pemRepresentation + "\n"
            publicKey = key.publicKey
        }

        /// Takes a key that there is.
        /// - Parameters:
        ///   - pem: A private key as `.p8`, or a public key; either as PEM.
        ///   - id: The key's id; made up by default.
        ///   - issuerID: The team's id; made up by default.
        ///   - isIndividual: Whether it is the key of one user, which has no issuer.
        /// - Throws: ``ControlError`` where it is neither.
        public init(
            pem: String, id: String? = nil, issuerID: String? = nil, isIndividual: Bool = false
        ) throws(ControlError) {
            if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
                privateKeyPEM = pem
                publicKey = key.publicKey
            } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
                privateKeyPEM = nil
                publicKey = key
            } else {
                throw ControlError(
                    "is no P-256 key as PEM; it begins with `-----BEGIN PRIVATE KEY-----` or `-----BEGIN PUBLIC KEY-----`"
                )
            }
            self.id = id ?? Self.madeUpID()
            self.issuerID = isIndividual ? nil : issuerID ?? UUID().uuidString.lowercased()
        }

        private static func madeUpID() -> String {
            let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
            return String((0..<10).map { _ in letters.randomElement() ?? "A" })
        }
    }

    /// What was asked of the simulator and cannot be: a scenario that is none, or a change of what is not there.
    public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was wrong, where, and what to do.
        public let description: String

        var isUnknownAction = false

        init(_ description: String) { self.description = description }
    }

    /// A request and its answer.
    public struct Exchange: Sendable {
        /// E.g. `GET`.
        public let method: String
        /// The path and the query, as they were sent.
        public let target: String
        /// The request's header fields; `Authorization` only says which scheme and how long.
        public let requestFields: [(name: String, value: String)]
        /// The request's body.
        public let requestBody: [UInt8]
        /// The answer's status; 0 where there was none, because a fault said so.
        public let status: Int
        /// The answer's header fields.
        public let fields: [(name: String, value: String)]
        /// The answer's body.
        public let body: [UInt8]
        /// What a fault did to it, if one did.
        public let fault: String?
        /// The id of the key, where the token was accepted.
        public let keyID: String?
    }
}
