import AirworthyPolicy

/// A set of small numbers in one bit each.
struct BitSet: Hashable {
    private var words: [UInt64]
    /// The number of numbers that may be in the set: from 0 to below it.
    private let capacity: Int

    /// Creates an empty set.
    init(capacity: Int) {
        self.capacity = capacity
        words = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    /// Creates the set of the numbers from 0 to below the capacity that satisfy the predicate.
    init(capacity: Int, where isMember: (Int) -> Bool) {
        self.init(capacity: capacity)
        for number in 0..<capacity where isMember(number) { insert(number) }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The members in ascending order.
    var members: [Int] {
        var members: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                members.append(64 * index + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return members
    }

    mutating func insert(_ number: Int) {
        words[number / 64] |= 1 << UInt64(number % 64)
    }

    func contains(_ number: Int) -> Bool { words[number / 64] & 1 << UInt64(number % 64) != 0 }

    mutating func formUnion(_ other: BitSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: BitSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    func intersects(_ other: BitSet) -> Bool {
        words.indices.contains { words[$0] & other.words[$0] != 0 }
    }

    /// The numbers that are not in the set.
    var complement: BitSet { BitSet(capacity: capacity) { !contains($0) } }
}
