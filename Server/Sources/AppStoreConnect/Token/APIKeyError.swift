/// Why a text is no key of App Store Connect.
package enum APIKeyError: Error, Hashable, Sendable, CaseIterable {
    /// Nothing like `-----BEGIN PRIVATE KEY-----`.
    case noPEM
    /// The public half of a key.
    case publicKey
    /// A key, but not an unencrypted private one on the curve P-256.
    case otherKey
    /// The key id is none.
    case badKeyID
    /// The issuer id is none.
    case badIssuerID
}

extension APIKeyError: CustomStringConvertible {
    /// What is wrong and what to do.
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
