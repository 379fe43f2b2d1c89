/// SHA-256 (FIPS 180-4) of 1 KiB: the control by which every other figure is divided.
///
/// It makes figures of different machines and days comparable, so never optimise it.
struct Control {
    private let constants: [UInt32]
    private let initial: [UInt32]

    init() {
        let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
        constants = primes.map { Self.fraction(of: $0, root: 3) }
        initial = primes.prefix(8).map { Self.fraction(of: $0, root: 2) }
    }

    /// The digest of `message` in hexadecimal, to check the control.
    func hexDigest(_ message: [UInt8]) -> String {
        digest(message).map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    func digest(_ message: [UInt8]) -> [UInt32] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        padded += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }

        var state = initial
        var schedule = [UInt32](repeating: 0, count: 64)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for word in 0..<16 {
                let at = block + word * 4
                schedule[word] = padded[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
            for word in 16..<64 {
                let a = schedule[word - 15]
                let b = schedule[word - 2]
                let mixed = (turn(a, 7) ^ turn(a, 18) ^ a >> 3) &+ (turn(b, 17) ^ turn(b, 19) ^ b >> 10)
                schedule[word] = schedule[word - 16] &+ schedule[word - 7] &+ mixed
            }
            compress(schedule, into: &state)
        }
        return state
    }

    private func compress(_ schedule: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let first = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[round] &+ schedule[round]
            let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    /// The first 32 bits of the fraction of a prime's square or cube root: the largest `r` whose power is not more
    /// than the prime, in fixed point.
    private static func fraction(of prime: Int, root: Int) -> UInt32 {
        var low = 0.0
        var high = 18.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            let power = root == 2 ? middle * middle : middle * middle * middle
            if power <= Double(prime) { low = middle } else { high = middle }
        }
        return UInt32((low - low.rounded(.down)) * 4_294_967_296)
    }
}
