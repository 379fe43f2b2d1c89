import AirworthyPolicy
import Testing

@Suite struct SHA256Tests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `published test vectors have their digest`(_ message: String, _ digest: String) {
        #expect(hex(SHA256.hash(message.utf8)) == digest)
    }

    @Test func `a million times the letter a has its published digest`() {
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(hex(SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000))) == digest)
    }

    @Test(arguments: 0...130)
    func `messages of every length around the block size have their digest`(_ length: Int) {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
        #expect(hex(SHA256.hash(message)) == digestsByLength[length])
    }

    @Test func `a message hashed in pieces has the same digest, and hashing can continue after finalize`() {
        let message = (0..<200).map { UInt8($0) }
        for cut in 0...message.count {
            var hash = SHA256()
            hash.update(message[..<cut])
            #expect(hash.finalize() == SHA256.hash(message[..<cut]))
            hash.update(message[cut...])
            #expect(hash.finalize() == SHA256.hash(message))
        }
    }
}
