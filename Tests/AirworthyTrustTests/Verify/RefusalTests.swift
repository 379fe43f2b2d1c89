import AirworthyPolicy
import Testing

@testable import AirworthyTrust

/// Each refusal with its facts; the conformance file has many more envelopes.
@Suite(needsCrypto) struct RefusalTests {
    private let root = Fixture.root.publicKey.id
    private let stranger = Fixture.stranger.publicKey.id

    @Test func `an unknown key names itself`() throws {
        #expect(Fixture.refusal(try Fixture.signed(by: [Fixture.stranger])) == .unknownKey(keyIDs: [stranger]))
    }

    @Test func `a changed payload is a bad signature`() throws {
        var signed = try SignedManifest(json: try Fixture.signed())
        signed.envelope.payload += [UInt8(ascii: " ")]
        #expect(Fixture.refusal(signed.json) == .badSignature(keyIDs: [root]))
    }

    @Test func `a bad signature beside a good one takes nothing away`() throws {
        var signed = try SignedManifest(json: try Fixture.signed(by: [Fixture.backup]))
        signed.envelope.signatures.insert(Envelope.Signature(keyID: root, bytes: [1]), at: 0)
        let verified = try Fixture.verify(signed.json).get()
        #expect(verified.signedBy == [PinnedKey(Fixture.backup.publicKey, role: .root)])
    }

    @Test func `a wrong key id cannot make a stranger trusted`() throws {
        var signed = try SignedManifest(json: try Fixture.signed(by: [Fixture.stranger]))
        for id in [root, "", nil] {
            signed.envelope.signatures[0].keyID = id
            #expect(Fixture.refusal(signed.json)?.code == "bad-signature")
        }
    }

    @Test func `another type is refused before its signature counts`() throws {
        let payload = Fixture.draft().payload
        let envelope = try Envelope.sign(payload, as: Keyring.payloadType, with: [Fixture.root])
        let expected = VerificationError.wrongPayloadType(
            expected: SignedManifest.payloadType, got: Keyring.payloadType)
        #expect(Fixture.refusal(SignedManifest(envelope: envelope).json) == expected)
    }

    @Test func `too many signatures are counted`() throws {
        var signed = try SignedManifest(json: try Fixture.signed())
        signed.envelope.signatures = Array(repeating: signed.envelope.signatures[0], count: 9)
        #expect(Fixture.refusal(signed.json) == .tooManySignatures(9, limit: 8))
    }

    @Test func `base64 is strict and the place is named`() throws {
        let text = String(decoding: try Fixture.signed(), as: UTF8.self)
        let changed = text.replacing(#""sig":""#, with: #""sig":" "#)
        #expect(Fixture.refusal(Array(changed.utf8)) == .malformedBase64(path: "signatures[0].sig"))
    }

    @Test func `a key that is there twice is named, in the envelope and in the payload`() throws {
        let text = String(decoding: try Fixture.signed(), as: UTF8.self)
        let twice = text.replacing(#"{"keyid""#, with: #"{"sig":"","keyid""#)
        #expect(Fixture.refusal(Array(twice.utf8)) == .duplicateKey(path: "signatures[0].sig"))
        let payload = #"{"schema":1,"app":"tour","policy":{"schema":1,"schema":1}}"#
        #expect(Fixture.refusal(try Fixture.unchecked(payload)) == .duplicateKey(path: "policy.schema"))
    }

    @Test func `another app, audience or lineage is refused`() throws {
        let app = try Fixture.signed { $0.app = "other" }
        #expect(Fixture.refusal(app) == .wrongApp(expected: "tour", got: "other"))
        let staging = try Fixture.signed { $0.audience = "staging" }
        #expect(Fixture.refusal(staging) == .wrongAudience(expected: "production", got: "staging"))
        let lineage = try Fixture.signed { $0.lineage = nil }
        #expect(Fixture.refusal(lineage) == .wrongLineage(expected: "tour-1", got: nil))
    }

    @Test func `a manifest without an audience is for production`() throws {
        let bytes = try Fixture.unchecked(
            #"{"schema":1,"app":"tour","lineage":"tour-1","revision":1,"issuedAt":"2026-11-20T09:00:00Z","policy":{}}"#)
        #expect(Fixture.refusal(bytes) == nil)
        var staging = Fixture.pins
        staging.audience = "staging"
        #expect(Fixture.refusal(bytes, pins: staging) == .wrongAudience(expected: "staging", got: "production"))
    }

    @Test func `a later schema is judged after the signature`() throws {
        let payload = #"{"schema":2,"everything":"else"}"#
        #expect(Fixture.refusal(try Fixture.unchecked(payload)) == .schemaTooNew(2, supported: 1))
        let forged = try Fixture.unchecked(payload, by: Fixture.stranger)
        #expect(Fixture.refusal(forged) == .unknownKey(keyIDs: [stranger]))
    }

    @Test(arguments: [
        ("[]", "malformed-manifest"), ("", "malformed-manifest"), (#"{"schema":1}"#, "malformed-manifest"),
        (#"{"schema":1,"policy":{}}"#, "no-revision"), (#"{"schema":1,"policy":{},"revision":1.5}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":-1}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":9223372036854775808}"#, "no-revision"),
        (#"{"schema":1,"policy":{},"revision":1,"issuedAt":"today"}"#, "no-issued-at"),
        (#"{"schema":1,"policy":{},"revision":1,"issuedAt":"2026-11-20T09:00:00Z"}"#, "wrong-app"),
    ])
    func `a signed payload that lacks something is refused`(_ payload: String, _ code: String) throws {
        #expect(Fixture.refusal(try Fixture.unchecked(payload))?.code == code)
    }

    @Test func `an older manifest is an alarm, a lagging cache is none`() throws {
        let state = try Fixture.state(after: try Fixture.signed())
        let old = Fixture.refusal(try Fixture.signed(revision: 6, issuedAt: "2026-11-19T09:00:00Z"), state: state)
        #expect(old == .revisionWentBack(stored: 7, got: 6) && old?.isAlarm == true)
        let stale = Fixture.refusal(try Fixture.signed(revision: 6, issuedAt: "2026-11-19T09:00:01Z"), state: state)
        #expect(stale == .staleCopy(stored: 7, got: 6) && stale?.isAlarm == false)
        let odd = Fixture.refusal(try Fixture.signed(revision: 6, issuedAt: "2026-11-20T09:00:01Z"), state: state)
        #expect(odd == .revisionWentBack(stored: 7, got: 6))
    }

    @Test func `one revision with other bytes is refused, with the same bytes it is not`() throws {
        let bytes = try Fixture.signed()
        let state = try Fixture.state(after: bytes)
        let other = try Fixture.signed(issuedAt: "2026-11-20T10:00:00Z")
        #expect(Fixture.refusal(other, state: state) == .sameRevisionOtherBytes(revision: 7))
        #expect(try Fixture.verify(bytes, state: state).get().newState == state)
    }

    @Test func `an expired manifest is accepted and says so`() throws {
        let bytes = try Fixture.signed { $0.expiresAt = Fixture.date("2026-11-20T11:00:00Z") }
        #expect(try Fixture.verify(bytes).get().isExpired)
        let future = try Fixture.signed(issuedAt: "2027-11-20T09:00:00Z") { $0.expiresAt = nil }
        #expect(try !Fixture.verify(future).get().isExpired, "a date of issue in the future is no reason for anything")
        let old = try Fixture.signed(issuedAt: "2026-10-06T11:59:59Z") { $0.expiresAt = nil }
        #expect(try Fixture.verify(old).get().isExpired, "45 days are over")
    }

    @Test func `the manifest is read from the bytes that were signed`() throws {
        let payload = Fixture.draft().payload
        let verified = try Fixture.verify(try Fixture.signed()).get()
        #expect(verified.payload == payload)
        #expect(try verified.manifest == ManifestReader.read(json: payload))
        #expect(verified.role == .root && verified.epoch == 0)
    }

    @Test func `a web page in place of a manifest is no alarm and says where it stops being one`() throws {
        let refusal = try #require(Fixture.refusal(Array("<html>".utf8)))
        #expect(!refusal.isAlarm)
        #expect(refusal.description.hasPrefix("This is no signed manifest (1:1: Expected "))
        #expect(refusal.description.hasSuffix("; check that the address serves what `airworthy sign` wrote."))
    }

    @Test func `hostile names do not fill a log`() throws {
        let name = String(repeating: "x\n", count: 10_000)
        for refusal in [
            VerificationError.unknownKey(keyIDs: Array(repeating: name, count: 8)),
            .wrongApp(expected: "tour", got: name),
            .wrongPayloadType(expected: "a", got: name), .duplicateKey(path: name),
        ] {
            #expect(refusal.description.utf8.count < 1_500)
            #expect(!refusal.description.contains("\n"))
        }
    }
}
