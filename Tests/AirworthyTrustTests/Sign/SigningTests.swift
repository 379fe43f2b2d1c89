import AirworthyAuthoring
import AirworthyPolicy
import Testing

@testable import AirworthyTrust

@Suite(needsCrypto) struct SigningTests {
    @Test func `several keys sign once each`() throws {
        let keys = [Fixture.root, Fixture.backup, Fixture.root]
        let signed = try SignedManifest(json: try Fixture.signed(by: keys))
        #expect(
            signed.envelope.signatures.map(\.keyID) == [Fixture.root.publicKey.id, Fixture.backup.publicKey.id])
        let verified = try Fixture.verify(signed.json).get()
        #expect(verified.signedBy.map(\.key) == [Fixture.root.publicKey, Fixture.backup.publicKey])
    }

    @Test func `signing with no key or nine keys fails`() throws {
        #expect(throws: SigningError.noKeys) { try Fixture.signed(by: []) }
        let nine = (1...9).map { Fixture.key($0) }
        #expect(throws: SigningError.tooManyKeys(9, limit: 8)) { try Fixture.signed(by: nine) }
    }

    @Test(arguments: [
        (#"{"schema":1,"schema":1}"#, "duplicate-key"), ("{", "malformed-manifest"),
        (#"{"schema":2,"policy":{}}"#, "schema-too-new"), (#"{"schema":1,"policy":{}}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":1}"#, "no-issued-at"),
        (#"{"schema":1,"policy":{},"revision":1,"issuedAt":"2026-11-20T09:00:00Z"}"#, "malformed-manifest"),
    ])
    func `content that every client rejects is not signed`(_ payload: String, _ code: String) throws {
        let error = #expect(throws: SigningError.self) {
            try SignedManifest.sign(payload: Array(payload.utf8), keys: [Fixture.root])
        }
        guard case .invalidContent(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == code)
    }

    @Test func `an envelope that is not a keyring cannot be sent along as one`() throws {
        let manifest = try SignedManifest(json: try Fixture.signed()).envelope
        #expect(throws: SigningError.self) { try Fixture.signed(keyring: manifest) }
    }

    @Test func `the size limit for signing is below the limit for reading`() throws {
        func size(_ count: Int) throws -> Int {
            try Fixture.signed { $0.policy = ["x": .string(String(repeating: "x", count: count))] }.count
        }
        #expect(try size(183_000) <= SignedManifest.maximumSignedSize)
        let error = #expect(throws: SigningError.self) { try size(185_000) }
        guard case .tooLarge(_, limit: 245_760)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a keyring that no client can read is not signed`() {
        #expect(throws: SigningError.self) { try Fixture.keyring(0, [Fixture.online]) }
        let many = (1...17).map { Fixture.key($0) }
        #expect(throws: SigningError.self) { try Fixture.keyring(1, many) }
    }

    @Test func `a keyring survives storing in a file`() throws {
        let keyring = Keyring(app: "tour", epoch: 3, issuedAt: Fixture.now, keys: [Fixture.online.publicKey])
        let envelope = try keyring.signed(by: [Fixture.root])
        let read = try Keyring.read(json: envelope.jsonValue.jsonBytes(pretty: true))
        #expect(read.keyring == keyring && read.envelope == envelope)
        #expect(try Keyring.verify(read.envelope, pins: Fixture.pins) == keyring)
    }
}

@Suite struct ManifestDraftTests {
    @Test func `a draft keeps the author's JSON and adds a header`() throws {
        let policy = try JSONReader.read(#"{"schema":1,"z":1.10,"a":{"unknown":[1e2]},"rules":[]}"#).jsonValue
        let draft = ManifestDraft(
            app: "tour", lineage: "tour-1", revision: 4, policyVersion: 2, issuedAt: Fixture.now, policy: policy,
            catalog: ["schema": 1, "releases": []])
        let expected = """
            {"schema":1,"app":"tour","audience":"production","lineage":"tour-1","revision":4,"policyVersion":2,\
            "issuedAt":"2026-11-20T12:00:00Z","refreshEvery":21600,"bucketing":"sha256-ppm-1",\
            "policy":{"schema":1,"z":1.10,"a":{"unknown":[1e2]},"rules":[]},"catalog":{"schema":1,"releases":[]}}
            """
        #expect(String(decoding: draft.payload, as: UTF8.self) == expected)
        let manifest = try ManifestReader.read(json: draft.payload)
        #expect(manifest.revision == 4 && manifest.policyVersion == 2 && manifest.expiresAt == nil)
    }
}
