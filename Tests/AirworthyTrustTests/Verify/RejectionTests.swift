import AirworthyPolicy
import Testing

@testable import AirworthyAuthoring
@testable import AirworthyTrust

/// Tests for each verification error with its values; the conformance file has many more envelopes.
@Suite(needsCrypto) struct RejectionTests {
    private let root = Fixture.root.publicKey.id
    private let stranger = Fixture.stranger.publicKey.id

    @Test func `an envelope by an unknown key is rejected with the key's id`() throws {
        #expect(
            Fixture.verificationError(try Fixture.signed(by: [Fixture.stranger])) == .unknownKey(keyIDs: [stranger]))
    }

    @Test func `a changed payload is rejected as a bad signature`() throws {
        var signed = try SignedManifest(json: try Fixture.signed())
        signed.envelope.payload += [UInt8(ascii: " ")]
        #expect(Fixture.verificationError(signed.json) == .badSignature(keyIDs: [root]))
    }

    @Test func `a bad signature beside a valid one is ignored`() throws {
        var signed = try SignedManifest(json: try Fixture.signed(by: [Fixture.backup]))
        signed.envelope.signatures.insert(Envelope.Signature(keyID: root, bytes: [1]), at: 0)
        let verified = try Fixture.verify(signed.json).get()
        #expect(verified.signedBy == [PinnedKey(Fixture.backup.publicKey, role: .root)])
    }

    @Test func `an unknown key with the id of a trusted key is rejected`() throws {
        var signed = try SignedManifest(json: try Fixture.signed(by: [Fixture.stranger]))
        for id in [root, "", nil] {
            signed.envelope.signatures[0].keyID = id
            #expect(Fixture.verificationError(signed.json)?.code == "bad-signature")
        }
    }

    @Test func `an envelope with another payload type is rejected before its signature is verified`() throws {
        let payload = Fixture.draft().payload
        let envelope = try Envelope.sign(payload, as: Keyring.payloadType, with: [Fixture.root])
        let expected = VerificationError.wrongPayloadType(
            expected: SignedManifest.payloadType, got: Keyring.payloadType)
        #expect(Fixture.verificationError(SignedManifest(envelope: envelope).json) == expected)
    }

    @Test func `an envelope with too many signatures is rejected with their number`() throws {
        var signed = try SignedManifest(json: try Fixture.signed())
        signed.envelope.signatures = Array(repeating: signed.envelope.signatures[0], count: 9)
        #expect(Fixture.verificationError(signed.json) == .tooManySignatures(9, limit: 8))
    }

    @Test func `invalid base64 is rejected with its path`() throws {
        let text = String(decoding: try Fixture.signed(), as: UTF8.self)
        let changed = text.replacing(#""sig":""#, with: #""sig":" "#)
        #expect(Fixture.verificationError(Array(changed.utf8)) == .malformedBase64(path: "signatures[0].sig"))
    }

    @Test func `a repeated key is rejected with its path, in the envelope and in the payload`() throws {
        let text = String(decoding: try Fixture.signed(), as: UTF8.self)
        let twice = text.replacing(#"{"keyid""#, with: #"{"sig":"","keyid""#)
        #expect(Fixture.verificationError(Array(twice.utf8)) == .duplicateKey(path: "signatures[0].sig"))
        let payload = #"{"schema":1,"app":"tour","policy":{"schema":1,"schema":1}}"#
        #expect(Fixture.verificationError(try Fixture.unchecked(payload)) == .duplicateKey(path: "policy.schema"))
    }

    @Test func `a manifest for another app, audience or lineage is rejected`() throws {
        let app = try Fixture.signed { $0.app = "other" }
        #expect(Fixture.verificationError(app) == .wrongApp(expected: "tour", got: "other"))
        let staging = try Fixture.signed { $0.audience = "staging" }
        #expect(Fixture.verificationError(staging) == .wrongAudience(expected: "production", got: "staging"))
        let lineage = try Fixture.signed { $0.lineage = nil }
        #expect(Fixture.verificationError(lineage) == .wrongLineage(expected: "tour-1", got: nil))
    }

    @Test func `a manifest without an audience is for production`() throws {
        let bytes = try Fixture.unchecked(
            #"{"schema":1,"app":"tour","lineage":"tour-1","revision":1,"issuedAt":"2026-11-20T09:00:00Z","policy":{}}"#)
        #expect(Fixture.verificationError(bytes) == nil)
        var staging = Fixture.pins
        staging.audience = "staging"
        #expect(
            Fixture.verificationError(bytes, pins: staging) == .wrongAudience(expected: "staging", got: "production"))
    }

    @Test func `a later schema is reported only after the signature is verified`() throws {
        let payload = #"{"schema":2,"everything":"else"}"#
        #expect(Fixture.verificationError(try Fixture.unchecked(payload)) == .schemaTooNew(2, supported: 1))
        let forged = try Fixture.unchecked(payload, by: Fixture.stranger)
        #expect(Fixture.verificationError(forged) == .unknownKey(keyIDs: [stranger]))
    }

    @Test(arguments: [
        ("[]", "malformed-manifest"), ("", "malformed-manifest"), (#"{"schema":1}"#, "malformed-manifest"),
        (#"{"schema":1,"policy":{}}"#, "no-revision"), (#"{"schema":1,"policy":{},"revision":1.5}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":-1}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":9223372036854775808}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":1,"issuedAt":"today"}"#, "no-issued-at"),
        (#"{"schema":1,"policy":{},"revision":1,"issuedAt":"2026-11-20T09:00:00Z"}"#, "wrong-app"),
    ])
    func `a signed payload with missing members is rejected`(_ payload: String, _ code: String) throws {
        #expect(Fixture.verificationError(try Fixture.unchecked(payload))?.code == code)
    }

    @Test func `an older manifest raises an alarm, a lagging cache does not`() throws {
        let state = try Fixture.state(after: try Fixture.signed())
        let old = Fixture.verificationError(
            try Fixture.signed(revision: 6, issuedAt: "2026-11-19T09:00:00Z"), state: state)
        #expect(old == .revisionWentBack(stored: 7, got: 6) && old?.isAlarm == true)
        let stale = Fixture.verificationError(
            try Fixture.signed(revision: 6, issuedAt: "2026-11-19T09:00:01Z"), state: state)
        #expect(stale == .staleCopy(stored: 7, got: 6) && stale?.isAlarm == false)
        let odd = Fixture.verificationError(
            try Fixture.signed(revision: 6, issuedAt: "2026-11-20T09:00:01Z"), state: state)
        #expect(odd == .revisionWentBack(stored: 7, got: 6))
    }

    @Test func `a known revision with other bytes is rejected, with the same bytes accepted`() throws {
        let bytes = try Fixture.signed()
        let state = try Fixture.state(after: bytes)
        let other = try Fixture.signed(issuedAt: "2026-11-20T10:00:00Z")
        #expect(Fixture.verificationError(other, state: state) == .sameRevisionOtherBytes(revision: 7))
        #expect(try Fixture.verify(bytes, state: state).get().newState == state)
    }

    @Test func `an expired manifest is accepted and marked as expired`() throws {
        let bytes = try Fixture.signed { $0.expiresAt = Fixture.date("2026-11-20T11:00:00Z") }
        #expect(try Fixture.verify(bytes).get().isExpired)
        let future = try Fixture.signed(issuedAt: "2027-11-20T09:00:00Z") { $0.expiresAt = nil }
        #expect(
            try !Fixture.verify(future).get().isExpired, "a date of issue in the future does not expire the manifest")
        let old = try Fixture.signed(issuedAt: "2026-10-06T11:59:59Z") { $0.expiresAt = nil }
        #expect(try Fixture.verify(old).get().isExpired, "45 days are over")
    }

    @Test func `the manifest is read from the signed bytes`() throws {
        let payload = Fixture.draft().payload
        let verified = try Fixture.verify(try Fixture.signed()).get()
        #expect(verified.payload == payload)
        #expect(try verified.manifest == ManifestReader.read(json: payload))
        #expect(verified.role == .root && verified.epoch == 0)
    }

    @Test func `a web page instead of a manifest raises no alarm and names the position`() throws {
        let error = try #require(Fixture.verificationError(Array("<html>".utf8)))
        #expect(!error.isAlarm)
        #expect(error.description.hasPrefix("This is not a signed manifest (1:1: Expected "))
        #expect(error.description.hasSuffix("; check that the address serves the output of `airworthy sign`."))
    }

    @Test func `error descriptions stay short with very long names`() throws {
        let name = String(repeating: "x\n", count: 10_000)
        for error in [
            VerificationError.unknownKey(keyIDs: Array(repeating: name, count: 8)),
            .wrongApp(expected: "tour", got: name),
            .wrongPayloadType(expected: "a", got: name), .duplicateKey(path: name),
        ] {
            #expect(error.description.utf8.count < 1_500)
            #expect(!error.description.contains("\n"))
        }
    }
}
