import Foundation

/// The SplitMix64 generator, which gives the same numbers for the same seed on every platform.
struct SeededGenerator: RandomNumberGenerator {
    /// The number of random cases per law: `AIRWORTHY_CASES`, otherwise 2,000.
    static let cases = environment("AIRWORTHY_CASES").map(Int.init(clamping:)) ?? 2_000
    /// The seed of the laws: `AIRWORTHY_SEED`, otherwise a fixed number. Add it to each failure's comment.
    static let seed = environment("AIRWORTHY_SEED") ?? 0x5EED

    private var state: UInt64

    init(seed: UInt64 = Self.seed) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns `true` in 1 of `count` cases on average.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// Returns a random element of `values`, which is not empty.
    mutating func pick<Values: Collection>(_ values: Values) -> Values.Element { values.randomElement(using: &self)! }

    private static func environment(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
