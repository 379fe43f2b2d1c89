import Foundation

extension AppStoreConnectClient {
    /// Reads one document.
    func document(_ path: String, _ query: Query = Query()) async throws(AppStoreConnectError) -> Document {
        try Document(try await send("GET", base.text + path + query.text).body)
    }

    /// Reads a collection to its end, or until it was enough.
    ///
    /// - Parameters:
    ///   - path: E.g. `/v1/builds`.
    ///   - query: Without `limit`, which is the most there may be.
    ///   - read: Makes a member of a resource and the document it came in.
    ///   - isEnough: Asked after each page with its members. Then the listing counts as complete.
    /// - Returns: Every member once, though Apple may list one twice when another is added meanwhile. Not complete if
    ///   there are more pages than anybody needs.
    /// - Throws: ``AppStoreConnectError``; of kind `malformed` if the next page is on another host or was read already.
    func listing<Item: Sendable>(
        _ path: String, _ query: Query, _ read: (Resource, Document) -> Item,
        until isEnough: ([Item]) -> Bool = { _ in false }
    ) async throws(AppStoreConnectError) -> Listing<Item> {
        var url = base.text + path + query.with("limit", "\(Query.mostListed)").text
        var listing = Listing<Item>([], isComplete: false)
        var seen: Set<Resource.Identifier> = []
        var visited: Set<String> = [url]
        for page in 0..<Self.mostPages {
            let answer = try await send("GET", url)
            let document = try Document(answer.body)
            if page == 0 { listing.date = answer.date }
            let items = document.resources.map { read($0, document) }
            for (resource, item) in zip(document.resources, items) where seen.insert(resource.identifier).inserted {
                listing.items.append(item)
            }
            guard let next = document.next, !isEnough(items) else {
                listing.isComplete = true
                break
            }
            guard let address = base.follow(next) else {
                throw AppStoreConnectError(.malformed, detail: "the next page is not on the same host; it is not read")
            }
            guard visited.insert(address).inserted else {
                throw AppStoreConnectError(.malformed, detail: "the next page is one that was read already")
            }
            url = address
        }
        return listing
    }
}
