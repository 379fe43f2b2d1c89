import Crypto
import Foundation

extension AppStoreSimulator {
    /// An API key of App Store Connect.
    public struct ConnectKey: Sendable {
        /// The key's id, such as `2X9R4HXF34`.
        public let id: String
        /// The issuer of a team's key; `nil` for the key of one user.
        public let issuerID: String?
        /// The contents of `AuthKey_….p8`; `nil` if only the public key is known.
        public let privateKeyPEM: String?
        let publicKey: P256.Signing.PublicKey

        /// Creates a key pair.
        /// - Parameters:
        ///   - id: The key's id; random by default.
        ///   - issuerID: The team's id; random by default.
        ///   - isIndividual: Whether it is the key of one user, which has no issuer.
        public init(id: String? = nil, issuerID: String? = nil, isIndividual: Bool = false) {
            let key = P256.Signing.PrivateKey()
            self.id = id ?? Self.randomID()
            self.issuerID = isIndividual ? nil : issuerID ?? UUID().uuidString.lowercased()
            privateKeyPEM = key.pemRepresentation + "\n"
            publicKey = key.publicKey
        }

        /// Reads an existing key.
        /// - Parameters:
        ///   - pem: A private key as in a `.p8` file, or a public key; either as PEM.
        ///   - id: The key's id; random by default.
        ///   - issuerID: The team's id; random by default.
        ///   - isIndividual: Whether it is the key of one user, which has no issuer.
        /// - Throws: ``ControlError`` if the text is neither.
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
                    """
                    is not a P-256 key as PEM; the file has to begin with `-----BEGIN PRIVATE KEY-----` or \
                    `-----BEGIN PUBLIC KEY-----`
                    """)
            }
            self.id = id ?? Self.randomID()
            self.issuerID = isIndividual ? nil : issuerID ?? UUID().uuidString.lowercased()
        }

        private static func randomID() -> String {
            let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
            return String((0..<10).map { _ in letters.randomElement() ?? "A" })
        }
    }
}
