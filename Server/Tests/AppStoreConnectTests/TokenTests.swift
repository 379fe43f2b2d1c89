import Crypto
import Foundation
import OutgoingHTTP
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    @Test func `the token of a team key has issuer, key, audience and times, and is signed`() throws {
        let parts = try #require(TokenParts(ConnectToken(.sample(), at: .start).secret))
        #expect(parts.isSigned)
        #expect(parts.header as? [String: String] == ["alg": "ES256", "kid": "2X9R4HXF34", "typ": "JWT"])
        #expect(Set(parts.claims.keys) == ["iss", "iat", "exp", "aud"])
        #expect(parts.claims["iss"] as? String == APIKey.issuer)
        #expect(parts.claims["aud"] as? String == "appstoreconnect-v1")
    }

    @Test func `the token of an individual key has a subject instead of an issuer`() throws {
        let parts = try #require(TokenParts(ConnectToken(.sample(issuerID: nil), at: .start).secret))
        #expect(parts.isSigned)
        #expect(Set(parts.claims.keys) == ["sub", "iat", "exp", "aud"])
        #expect(parts.claims["sub"] as? String == "user")
    }

    @Test func `the times of a token are whole seconds, backdated, and at most twenty minutes apart`() throws {
        let parts = try #require(TokenParts(ConnectToken(.sample(), at: .start).secret))
        #expect(parts.claimText.contains(#""iat":1795210075,"exp":1795211255,"#))
        #expect(parts.expiresAt - parts.issuedAt <= 1_200)
        #expect(Double(parts.issuedAt) < Date.start.timeIntervalSince1970)
    }

    @Test func `the signature of a token does not fit another key`() throws {
        let token = try ConnectToken(.sample(), at: .start).secret
        #expect(TokenParts(token, by: P256.Signing.PrivateKey().publicKey)?.isSigned == false)
    }

    @Test func `neither key nor token is ever printed`() throws {
        let key = try APIKey.sample()
        let token = try ConnectToken(key, at: .start)
        let request = HTTPTransport.Request(
            method: "GET", url: "https://x/v1/apps", headers: [("Authorization", "Bearer \(token.secret)")])
        var dumped = ""
        dump(key, to: &dumped)
        dump(token, to: &dumped)
        dump(request, to: &dumped)
        let printed =
            "\(key) \(token) \(request) \(String(reflecting: key)) \(String(reflecting: token)) "
            + "\(String(reflecting: request)) \([request]) \(dumped)"
        #expect(!printed.contains(token.secret.prefix(20)))
        #expect(!printed.contains("PRIVATE"))
        #expect(!printed.contains("P256"))
        #expect(printed.contains("key 2X9R4HXF34"))
    }

    @Test func `a replaced key signs from the next request on, in every copy of the client`() async throws {
        let script = Script(.emptyList)
        let client = try script.client()
        _ = try await client.apps()
        let second = P256.Signing.PrivateKey()
        client.counting(as: .hint).replaceKey(
            by: try APIKey(pem: second.pemRepresentation, keyID: "2X9R4HXF34", issuerID: APIKey.issuer))
        _ = try await client.apps()
        #expect(TokenParts(script.tokens[0])?.isSigned == true)
        #expect(TokenParts(script.tokens[1], by: second.publicKey)?.isSigned == true)
    }

    struct BadKey: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pem: String
        let error: APIKeyError
    }

    /// The bytes before the 32 bytes of the key (RFC 8410).
    private static let ed25519Head: [UInt8] = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]
    private static let ed25519 =
        "-----BEGIN PRIVATE KEY-----\n"
        + (Data(ed25519Head) + Curve25519.Signing.PrivateKey().rawRepresentation).base64EncodedString()
        + "\n-----END PRIVATE KEY-----"

    private static let badKeys: [BadKey] = [
        BadKey(testDescription: "nothing", pem: "", error: .noPEM),
        BadKey(testDescription: "a key id", pem: "2X9R4HXF34", error: .noPEM),
        BadKey(
            testDescription: "a public key", pem: APIKey.privateKey.publicKey.pemRepresentation, error: .publicKey),
        BadKey(
            testDescription: "a broken key", pem: "-----BEGIN PRIVATE KEY-----\nMFk\n-----END PRIVATE KEY-----",
            error: .otherKey),
        BadKey(
            testDescription: "an encrypted key",
            pem: "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMFk\n-----END ENCRYPTED PRIVATE KEY-----", error: .otherKey),
        BadKey(testDescription: "P-384", pem: P384.Signing.PrivateKey().pemRepresentation, error: .otherKey),
        BadKey(
            testDescription: "Ed25519",
            pem: ed25519, error: .otherKey),
    ]

    @Test(arguments: badKeys)
    func `anything but an unencrypted P-256 private key is rejected`(_ example: BadKey) {
        #expect(throws: example.error) { try APIKey(pem: example.pem, keyID: "K", issuerID: nil) }
    }

    @Test(arguments: ["", "two words", "a/b", "é", "x\u{0}", String(repeating: "k", count: 65)])
    func `an id with anything but letters, digits and dashes is rejected`(_ id: String) throws {
        let pem = APIKey.privateKey.pemRepresentation
        #expect(throws: APIKeyError.badKeyID) { try APIKey(pem: pem, keyID: id, issuerID: nil) }
        #expect(throws: APIKeyError.badIssuerID) { try APIKey(pem: pem, keyID: "K", issuerID: id) }
    }

    @Test(arguments: APIKeyError.allCases)
    func `a key error names the remedy`(_ error: APIKeyError) { #expect("\(error)".count > 30) }
}
