import AirworthyPolicy
import Testing

@testable import AirworthyTrust

@Suite struct EnvelopeTests {
    @Test func `the pre-authentication encoding matches the DSSE specification`() {
        let envelope = Envelope(payloadType: "http://example.com/HelloWorld", payload: Array("hello world".utf8))
        let expected = "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
        #expect(String(decoding: envelope.preAuthenticationEncoding, as: UTF8.self) == expected)
    }

    @Test func `the pre-authentication encoding matches the conformance file`() throws {
        let cases = try #require(Conformance.read("envelopes.json")["preAuthenticationEncoding"]?.arrayValue)
        #expect(cases.count >= 4)
        for item in cases {
            let payload = try #require(item["payload"]?.stringValue)
            let envelope = Envelope(
                payloadType: try #require(item["payloadType"]?.stringValue), payload: Array(payload.utf8))
            let encoding = String(decoding: envelope.preAuthenticationEncoding, as: UTF8.self)
            #expect(encoding == item["encoding"]?.stringValue)
        }
    }

    @Test func `an envelope is written as standard base64 in a fixed order`() throws {
        let signature = Envelope.Signature(keyID: "k", bytes: [0xFF])
        let envelope = Envelope(
            payloadType: SignedManifest.payloadType, payload: [0xFB, 0xFF], signatures: [signature])
        let keyring = Envelope(payloadType: Keyring.payloadType, payload: [], signatures: [signature])
        let json = SignedManifest(envelope: envelope, keyring: keyring).json
        let expected = """
            {"payload":"+/8=","payloadType":"application/vnd.airworthy.manifest+json",\
            "signatures":[{"keyid":"k","sig":"/w=="}],\
            "keyring":{"payload":"","payloadType":"application/vnd.airworthy.keyring+json",\
            "signatures":[{"keyid":"k","sig":"/w=="}]}}

            """
        #expect(String(decoding: json, as: UTF8.self) == expected)
        #expect(try SignedManifest(json: json) == SignedManifest(envelope: envelope, keyring: keyring))
    }

    @Test(arguments: ["", "[]", "{", "null", #"{"payload":""}"#, #"{"payloadType":1}"#])
    func `text that is not an envelope is rejected`(_ text: String) {
        let error = #expect(throws: VerificationError.self) { try SignedManifest(json: text.utf8) }
        #expect(error?.code == "malformed-envelope")
    }

    @Test func `an envelope above the size limit is rejected without reading it`() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: SignedManifest.maximumSize + 1)
        #expect(throws: VerificationError.tooLarge(262_145, limit: 262_144)) { try SignedManifest(json: bytes) }
        let error = #expect(throws: VerificationError.self) { try SignedManifest(json: bytes.dropLast()) }
        #expect(error?.code == "malformed-envelope")
    }
}
