/// The items of a collection, read from one or more pages.
package struct Listing<Item: Sendable>: Sendable {
    /// The items, each once, in Apple's order.
    package var items: [Item]
    /// Whether every page was read (as far back as was requested). Only then does a missing item mean anything.
    package var isComplete: Bool
    /// The ids of listed resources that could not be read. They are neither known nor missing.
    package var unreadable: Set<String> = []
}
