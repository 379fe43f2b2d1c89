/// Every path with its methods: tells a wrong method (405) from an unknown path (404).
package struct RouteTable: Sendable {
    /// A path and what it takes.
    package struct Entry: Hashable, Sendable {
        /// The path with names in braces, e.g. `/v1/apps/{app}/manifest`.
        package let template: String
        /// The methods as `Allow` lists them, e.g. `GET, HEAD`.
        package let allow: String
    }

    private let entries: [(segments: [String?], entry: Entry)]

    /// - Parameter routes: The routes of a router. Where GET is answered, HEAD is too.
    package init(_ routes: [(path: String, method: String)]) {
        let methods = Dictionary(grouping: routes, by: \.path).mapValues { Set($0.map(\.method)) }
        entries = methods.sorted { $0.key < $1.key }.map { path, methods in
            let all = methods.contains("GET") ? methods.union(["HEAD"]) : methods
            let entry = Entry(template: path, allow: all.sorted().joined(separator: ", "))
            return (Self.segments(path).map { $0.hasPrefix("{") ? nil : String($0) }, entry)
        }
    }

    /// The path that `path` is an instance of, the one with more fixed parts first.
    package func match(_ path: String) -> Entry? {
        let parts = Self.segments(path)
        let matches = entries.filter { candidate in
            candidate.segments.count == parts.count
                && zip(candidate.segments, parts).allSatisfy { $0 == nil || $0 == String($1) }
        }
        return matches.max { fixed($0.segments) < fixed($1.segments) }?.entry
    }

    private func fixed(_ segments: [String?]) -> Int { segments.count { $0 != nil } }

    private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}
