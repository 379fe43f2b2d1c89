/// Finds what a request path matches: tells a wrong method (405) from an unknown path (404), and finds the rows for ``Front``.
struct RouteMatcher: Sendable {
    struct Entry: Sendable {
        /// The path with names in braces, e.g. `/v1/apps/{app}/manifest`.
        let template: String
        fileprivate var routes: [(method: String, route: Route)] = []
        fileprivate var methods: Set<String> = []

        /// Returns the row of a method; `nil` without one, and for pages.
        func route(_ method: String) -> Route? { routes.first { $0.method == method }?.route }

        /// The methods as listed in `Allow`, e.g. `GET, HEAD`. A path with GET also has HEAD.
        var allowedMethods: String {
            (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
        }
    }

    /// A place in the tree of paths.
    private struct Node: Sendable {
        var literals: [(segment: [UInt8], node: Int)] = []
        /// The node behind a name in braces, which any segment matches.
        var named: Int?
        /// Whether the segment names the app.
        var isApp = false
        var entry: Int?
    }

    private var nodes = [Node()]
    private var entries: [Entry] = []

    init() {}

    /// Adds a path, with names in braces, with a method. The route is `nil` for a page.
    mutating func add(_ path: String, method: String, route: Route? = nil) {
        var node = 0
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) { node = child(of: node, for: segment) }
        let index = nodes[node].entry ?? entries.count
        if index == entries.count {
            entries.append(Entry(template: path))
            nodes[node].entry = index
        }
        entries[index].methods.insert(method)
        if let route { entries[index].routes.append((method, route)) }
    }

    private mutating func child(of node: Int, for segment: Substring.UTF8View) -> Int {
        let isNamed = segment.first == UInt8(ascii: "{")
        let known = isNamed ? nodes[node].named : nodes[node].literals.first { $0.segment.elementsEqual(segment) }?.node
        if let known { return known }
        nodes.append(Node(isApp: segment.elementsEqual("{app}".utf8)))
        if isNamed {
            nodes[node].named = nodes.count - 1
        } else {
            nodes[node].literals.append((Array(segment), nodes.count - 1))
        }
        return nodes.count - 1
    }

    /// Returns the entry that a path matches, and the segment that names the app; a literal goes before a name in braces.
    func match(_ path: Substring) -> (entry: Entry, app: Substring?)? {
        guard let (entry, app) = match(path.utf8[...], below: 0) else { return nil }
        return (entries[entry], app.map(Substring.init))
    }

    func match(_ path: String) -> Entry? { match(path[...])?.entry }

    private func match(_ path: Substring.UTF8View, below node: Int) -> (entry: Int, app: Substring.UTF8View?)? {
        let rest = path.drop { $0 == UInt8(ascii: "/") }
        if rest.isEmpty { return nodes[node].entry.map { ($0, nil) } }
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let (segment, later) = (rest[..<end], rest[end...])
        for index in nodes[node].literals.indices where nodes[node].literals[index].segment.elementsEqual(segment) {
            if let found = match(later, below: nodes[node].literals[index].node) { return found }
        }
        guard let named = nodes[node].named, let found = match(later, below: named) else { return nil }
        return nodes[named].isApp ? (found.entry, segment) : found
    }
}
