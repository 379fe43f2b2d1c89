import Foundation

/// A queue of names by date, the earliest first, as a binary heap.
///
/// A name may be in the queue several times. The caller that removes it knows which date is valid.
struct DueQueue {
    struct Entry: Comparable {
        let date: Date
        let name: String

        static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.date, lhs.name) < (rhs.date, rhs.name) }
    }

    private var entries: [Entry] = []

    var first: Entry? { entries.first }

    mutating func insert(_ name: String, at date: Date) {
        entries.append(Entry(date: date, name: name))
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child] < entries[least] { least = child }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
