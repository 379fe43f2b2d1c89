import Crypto
import Foundation
import Testing

@testable import AppStoreSimulator

@Suite struct TokenTests {
    private static let now = Date(timeIntervalSince1970: 1_900_000_000)
    private static let key = AppStoreSimulator.ConnectKey(
        id: "2X9R4HXF34", issuerID: "57246542-96fe-1a63-e053-0824d011072a")
    private static let user = AppStoreSimulator.ConnectKey(id: "USERUSER12", isIndividual: true)

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var claims: JSONObject = [:]
        var header: JSONObject = [:]
        var key = TokenTests.key
        let counts: Bool
        var testDescription: String { name }
    }

    private static let second = Int(now.timeIntervalSince1970)

    static let cases: [Case] = [
        Case(name: "as documented", counts: true),
        Case(name: "of a user", key: user, counts: true),
        Case(name: "issued a minute ago", claims: ["iat": .integer(second - 60)], counts: true),
        Case(name: "issued in the next seconds", claims: ["iat": .integer(second + 4)], counts: true),
        Case(name: "twenty minutes long", claims: ["exp": .integer(second + 1200)], counts: true),
        Case(name: "without a type", header: ["typ": .null], counts: true),
        Case(name: "with a scope that matches", claims: ["scope": ["GET /v1/builds?filter[app]=1"]], counts: true),
        Case(name: "with a scope for something else", claims: ["scope": ["GET /v1/apps"]], counts: false),
        Case(name: "with no scope", claims: ["scope": []], counts: false),
        Case(name: "too long", claims: ["iat": .integer(second - 60), "exp": .integer(second + 1141)], counts: false),
        Case(name: "of the future", claims: ["iat": .integer(second + 60)], counts: false),
        Case(name: "expired", claims: ["iat": .integer(second - 9), "exp": .integer(second)], counts: false),
        Case(name: "without an audience", claims: ["aud": .null], counts: false),
        Case(name: "for another audience", claims: ["aud": "appstoreconnect-v2"], counts: false),
        Case(name: "of another issuer", claims: ["iss": "00000000-0000-0000-0000-000000000000"], counts: false),
        Case(name: "of a user and a team", claims: ["sub": "user"], counts: false),
        Case(name: "of a user with an issuer", claims: ["iss": "x"], key: user, counts: false),
        Case(name: "without a user", claims: ["sub": .null], key: user, counts: false),
        Case(name: "with another algorithm", header: ["alg": "HS256"], counts: false),
        Case(name: "without an algorithm", header: ["alg": "none"], counts: false),
        Case(name: "of another key", header: ["kid": "ABCDEFGHIJ"], counts: false),
        Case(name: "without a key id", header: ["kid": .null], counts: false),
        Case(name: "with dates that are texts", claims: ["exp": "never"], counts: false),
    ]

    private func accepted(_ authorization: String?) -> String? {
        let request = SimulatorRequest(
            method: "GET", path: "/v1/builds", query: URLQuery("filter%5Bapp%5D=1&limit=5&sort=version"),
            fields: authorization.map { [("authorization", $0)] } ?? [], body: [], base: "")
        return TokenVerifier.key(for: request, keys: [Self.key, Self.user], at: Self.now)?.id
    }

    @Test(arguments: cases)
    func `a token is accepted only as documented`(_ test: Case) throws {
        let token = try TestClient.token(for: test.key, at: Self.now, test.claims, header: test.header)
        #expect(accepted("Bearer \(token)") == (test.counts ? test.key.id : nil))
    }

    @Test func `a malformed token and a foreign signature are rejected`() throws {
        let token = try TestClient.token(for: Self.key, at: Self.now)
        #expect(accepted("Bearer \(token)") != nil)
        for text in [
            nil, "", "Bearer", "Bearer ", "Bearer a.b.c", token, "bearer \(token)", "Bearer \(token)=",
            "Bearer \(token.dropLast(4))", "Bearer \(token).x", "Basic \(token)",
        ] {
            #expect(accepted(text) == nil, "\(text ?? "none")")
        }
        let stranger = try TestClient.token(for: Self.key, at: Self.now, signedBy: P256.Signing.PrivateKey())
        #expect(accepted("Bearer \(stranger)") == nil)
        let parts = token.split(separator: ".")
        let privateKey = try P256.Signing.PrivateKey(pemRepresentation: Self.key.privateKeyPEM ?? "")
        let signature = try privateKey.signature(for: Array("\(parts[0]).\(parts[1])".utf8)).derRepresentation
        let der = signature.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        #expect(accepted("Bearer \(parts[0]).\(parts[1]).\(der)") == nil, "a signature in DER")
    }

    @Test func `a key can be created from a private or public P-256 key only`() throws {
        let pair = P256.Signing.PrivateKey()
        let known = try AppStoreSimulator.ConnectKey(pem: pair.publicKey.pemRepresentation, id: "K")
        #expect(known.privateKeyPEM == nil && known.id == "K" && known.issuerID?.count == 36)
        #expect(try AppStoreSimulator.ConnectKey(pem: pair.pemRepresentation, isIndividual: true).issuerID == nil)
        #expect(AppStoreSimulator.ConnectKey().id.count == 10)
        #expect(throws: AppStoreSimulator.ControlError.self) { try AppStoreSimulator.ConnectKey(pem: "nonsense") }
        let other = P384.Signing.PrivateKey().pemRepresentation
        #expect(throws: AppStoreSimulator.ControlError.self) { try AppStoreSimulator.ConnectKey(pem: other) }
    }
}
