import Testing

@testable import AirworthyAuthoring
@testable import AirworthyTrust

@Suite(needsCrypto) struct Ed25519Tests {
    /// RFC 8032, 7.1: tests 1 to 3.
    static let vectors: [(seed: String, key: String, message: String, signature: String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f"
                + "0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2ea"
                + "eb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e"
                + "9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test(arguments: vectors.indices) func `Ed25519 matches the test vectors of RFC 8032`(_ index: Int) throws {
        let vector = Self.vectors[index]
        let key = try PrivateKey(seed: bytes(vector.seed))
        #expect(key.publicKey.rawValue == bytes(vector.key))
        let message = bytes(vector.message)
        #expect(try Ed25519.isValid(bytes(vector.signature), for: message, key: key.publicKey.rawValue))
        let own = try key.sign(message)
        #if !canImport(CryptoKit)  // CryptoKit mixes randomness in, which RFC 8032 does not.
        #expect(own == bytes(vector.signature))
        #endif
        #expect(try Ed25519.isValid(own, for: message, key: key.publicKey.rawValue))
        #expect(try !Ed25519.isValid(own, for: message + [0], key: key.publicKey.rawValue))
    }

    @Test func `a signature of another length is invalid`() throws {
        let key = Fixture.root
        let signature = try key.sign([1])
        for bytes in [[], Array(signature.dropLast()), signature + [0]] {
            #expect(try !Ed25519.isValid(bytes, for: [1], key: key.publicKey.rawValue))
        }
    }

    @Test func `generated keys differ`() throws {
        #expect(try PrivateKey.generate().publicKey != PrivateKey.generate().publicKey)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits: [Int] = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { index -> UInt8 in
            UInt8(digits[index] * 16 + digits[index + 1])
        }
    }
}

@Suite struct NoCryptoTests {
    @Test(.disabled(if: Ed25519.isAvailable, "this build has Ed25519"))
    func `a build without Ed25519 rejects with its own error`() throws {
        #expect(throws: KeyError.cryptoUnavailable) { try PrivateKey(seed: Array(repeating: 1, count: 32)) }
        #expect(throws: KeyError.cryptoUnavailable) { try PrivateKey.generate() }
        let key = try #require(PublicKey(rawValue: Array(repeating: 1, count: 32)))
        let envelope = Envelope(
            payloadType: SignedManifest.payloadType, payload: [],
            signatures: [Envelope.Signature(keyID: nil, bytes: Array(repeating: 0, count: 64))])
        let bytes = SignedManifest(envelope: envelope, keyring: nil).json
        let result = SignedManifest.verify(bytes, pins: Pins(app: "tour", roots: [key]), now: Fixture.now)
        #expect(throws: VerificationError.cryptoUnavailable) { try result.get() }
    }
}
