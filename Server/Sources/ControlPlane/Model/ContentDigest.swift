import Crypto

/// SHA-256 as it is stored and served.
package enum ContentDigest {
    /// Returns the digest of bytes: 64 hexadecimal digits in lower case.
    package static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in SHA256.hash(data: bytes) {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the first 64 bits of the digest of bytes.
    package static func firstEightBytes(of bytes: [UInt8]) -> UInt64 {
        SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether two texts have the same bytes, compared in a time that depends only on their lengths.
    package static func isEqual(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
