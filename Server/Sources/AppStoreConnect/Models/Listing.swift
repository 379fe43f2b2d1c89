package import Foundation

/// What a collection holds.
package struct Listing<Item: Sendable>: Sendable {
    /// The members, each once, in Apple's order.
    package var items: [Item]
    /// Whether every page was read (of the time that was asked for). Only then can something be missing.
    package var isComplete: Bool
    /// Apple's clock when the first page was sent.
    package var date: Date?

    /// Makes a listing.
    package init(_ items: [Item], isComplete: Bool = true, date: Date? = nil) {
        self.items = items
        self.isComplete = isComplete
        self.date = date
    }

    /// The same with other members.
    func with<Other: Sendable>(_ items: [Other]) -> Listing<Other> {
        Listing<Other>(items, isComplete: isComplete, date: date)
    }
}

extension Listing: Equatable where Item: Equatable {}
