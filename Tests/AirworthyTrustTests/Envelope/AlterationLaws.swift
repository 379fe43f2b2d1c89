import AirworthyAuthoring
import AirworthyPolicy
import AirworthySupport
import Testing

@testable import AirworthyTrust

/// Laws that no altered envelope gives another verified payload.
@Suite(needsCrypto) struct AlterationLaws {
    static let chunks = 8

    /// About 6 KB, signed by one root: the only signature.
    static func envelope(keyring: Envelope? = nil, by keys: [PrivateKey] = [Fixture.root]) throws -> [UInt8] {
        let notes = (0..<50).map { "What is new in 1.\($0): faster, kinder, and one crash less. Žluťoučký kůň. ÿ>?" }
        return try Fixture.signed(by: keys, keyring: keyring) {
            $0.policy = ["schema": 1, "rules": [], "notes": .array(notes.map(JSONValue.string))]
        }
    }

    /// The range of a member's value in the text.
    static func range(of value: String, in bytes: [UInt8]) -> Range<Int> {
        let value = Array(value.utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: value) }!
        return start..<start + value.count
    }

    @Test(arguments: 0..<chunks)
    func `a changed bit of payload, type or signature is rejected`(_ chunk: Int) throws {
        let bytes = try Self.envelope()
        #expect((5_500...7_000).contains(bytes.count))
        let signed = try SignedManifest(json: bytes)
        let type = Self.range(of: SignedManifest.payloadType, in: bytes)
        let signature = Self.range(of: Base64.encode(signed.envelope.signatures[0].bytes), in: bytes)
        let payload = Self.range(of: Base64.encode(signed.envelope.payload), in: bytes)
        var generator = SeededGenerator(state: 0x5EED)
        for place in [Array(type), Array(signature), Array(payload)].joined() where place % Self.chunks == chunk {
            let one = Int.random(in: 0..<8, using: &generator)
            for bit in payload.contains(place) ? one..<one + 1 : 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(Fixture.verificationError(changed) != nil, "bit \(bit) of byte \(place)")
            }
        }
    }

    @Test(arguments: 0..<chunks)
    func `a changed bit anywhere never gives another verified payload`(_ chunk: Int) throws {
        let keyring = try Fixture.keyring(1, [Fixture.online])
        let bytes = try Self.envelope(keyring: keyring, by: [Fixture.online, Fixture.backup])
        let payload = try SignedManifest(json: bytes).envelope.payload
        let text = Self.range(of: Base64.encode(payload), in: bytes)
        var generator = SeededGenerator(state: 0xB17)
        // The law above has the payload's own bytes; here a sample of them is enough.
        for place in bytes.indices where place % Self.chunks == chunk && (!text.contains(place) || place % 101 == 0) {
            var changed = bytes
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            if case .success(let verified) = Fixture.verify(changed) {
                #expect(verified.payload == payload, "byte \(place)")
            }
        }
    }

    @Test func `an envelope cut off anywhere is rejected`() throws {
        let bytes = try Self.envelope()
        // The closing newline is the one byte that nobody needs.
        for length in 0..<bytes.count - 1 where length % 7 == 0 || length > bytes.count - 300 {
            #expect(Fixture.verificationError(Array(bytes[..<length])) != nil, "\(length) bytes")
        }
    }
}
