/// SHA-256 (FIPS 180-4), implemented here so that rollout buckets need no dependency.
///
/// For public data only: it does not run in constant time.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The first 16 words are the block being filled; the rest is room for the message schedule.
    private var words = [UInt32](repeating: 0, count: 64)
    private var byteCount: UInt64 = 0

    /// Creates an empty hash.
    package init() {}

    /// Returns the digest of a message.
    /// - Parameter bytes: The message.
    /// - Returns: The 32 bytes of the digest.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// Adds bytes to the message.
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: Fast where the bytes are in one piece. Other modules would call an iterator through its protocol.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let isAdded: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            for byte in buffer { append(byte) }
        }
        if isAdded == nil { for byte in bytes { append(byte) } }
    }

    /// Returns the digest of the message so far. Bytes can still be added afterwards.
    /// - Returns: The 32 bytes of the digest.
    package func finalize() -> [UInt8] {
        var padded = self
        let bitCount = byteCount &<< 3
        padded.append(0x80)
        while padded.byteCount % 64 != 56 { padded.append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bitCount &>> shift))
        }
        return padded.state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        let position = Int(byteCount % 64)
        // Four shifts remove the previous content of the word.
        words[position / 4] = words[position / 4] &<< 8 | UInt32(byte)
        byteCount &+= 1
        if position == 63 { compress() }
    }

    private mutating func compress() {
        for index in 16..<64 {
            let near = words[index - 2]
            let far = words[index - 15]
            let nearMix = rotate(near, by: 17) ^ rotate(near, by: 19) ^ near &>> 10
            let farMix = rotate(far, by: 7) ^ rotate(far, by: 18) ^ far &>> 3
            words[index] = nearMix &+ words[index - 7] &+ farMix &+ words[index - 16]
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let eMix = rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25)
            let first = h &+ eMix &+ (e & f ^ ~e & g) &+ Self.constants[index] &+ words[index]
            let aMix = rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)
            let second = aMix &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 - count)
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
