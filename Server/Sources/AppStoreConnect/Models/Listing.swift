package import Foundation

/// The items of a collection, read from one or more pages.
package struct Listing<Item: Sendable>: Sendable {
    /// The items, each once, in Apple's order.
    package var items: [Item]
    /// Whether every page was read (as far back as was requested). Only then does a missing item mean anything.
    package var isComplete: Bool
    /// The time of Apple's clock when the first page was sent.
    package var date: Date?
    /// The ids of listed resources that could not be read. They are neither known nor missing.
    package var unreadable: Set<String> = []

    /// Creates a listing.
    package init(_ items: [Item], isComplete: Bool = true, date: Date? = nil) {
        self.items = items
        self.isComplete = isComplete
        self.date = date
    }
}
