/// All paths with their methods. Distinguishes a wrong method (405) from an unknown path (404).
struct RouteTable: Sendable {
    /// A path and its methods.
    struct Entry: Hashable, Sendable {
        /// The path with names in braces, e.g. `/v1/apps/{app}/manifest`.
        let template: String
        /// The methods as listed in `Allow`, e.g. `GET, HEAD`.
        let allowedMethods: String
    }

    /// A segment is `nil` for a name in braces, which matches any text.
    private let entries: [(segments: [String?], entry: Entry)]

    /// Creates a table.
    /// - Parameter routes: The routes of a router. A path with GET also has HEAD.
    init(_ routes: [(path: String, method: String)]) {
        let methods = Dictionary(grouping: routes, by: \.path).mapValues { Set($0.map(\.method)) }
        entries = methods.sorted { $0.key < $1.key }.map { path, methods in
            let all = methods.contains("GET") ? methods.union(["HEAD"]) : methods
            let entry = Entry(template: path, allowedMethods: all.sorted().joined(separator: ", "))
            return (Self.segments(of: path).map { $0.hasPrefix("{") ? nil : String($0) }, entry)
        }
    }

    /// Returns the entry that a request path matches; of several, the one with the most literal segments.
    func match(_ path: String) -> Entry? {
        let parts = Self.segments(of: path)
        let matches = entries.filter { candidate in
            candidate.segments.count == parts.count
                && zip(candidate.segments, parts).allSatisfy { $0 == nil || $0 == String($1) }
        }
        return matches.max { Self.literalCount($0.segments) < Self.literalCount($1.segments) }?.entry
    }

    private static func literalCount(_ segments: [String?]) -> Int { segments.count { $0 != nil } }

    private static func segments(of path: String) -> [Substring] { path.split(separator: "/") }
}
