import Foundation

/// Answers reads.
struct Reader {
    let world: World
    let call: Call
    /// Resources on a page where nobody says how many.
    let page: Int

    /// - Parameters:
    ///   - operation: What the path stands for.
    ///   - id: The id in the path.
    /// - Returns: The answer.
    /// - Throws: `ConnectError`.
    func reply(_ operation: ReadOperation, id: String) throws(ConnectError) -> Reply {
        let query = try ReadQuery(call.query, for: operation)
        var refs: [Ref]
        switch operation.source {
        case .all(let kind): refs = world.all(kind)
        case .one(let kind): refs = [Ref(kind, id)]
        case .related(let parent, let relation), .linkage(let parent, let relation):
            guard let resource = world.resource(Ref(parent, id)) else { throw .notFound(parent.rawValue, id) }
            refs = resource.relations[relation] ?? []
        }
        let target = call.base + call.path
        let document = Document(world: world, query: query, base: call.base)
        guard operation.isMany else {
            guard let resource = refs.first.flatMap(world.resource) else {
                throw .notFound(operation.kind.rawValue, refs.first?.id ?? id)
            }
            return .json(200, document.one(resource, link: link(target, call.query)))
        }
        var resources = refs.compactMap(world.resource).filter { matches($0, query) }
        sort(&resources, by: query.sorts)

        let limit = query.limit ?? page
        let shown = Array(resources.dropFirst(query.cursor).prefix(limit))
        var links: JSONObject = ["self": .string(link(target, call.query))]
        var paging: JSONObject = ["total": .integer(resources.count), "limit": .integer(limit)]
        let next = query.cursor + limit
        if next < resources.count {
            let rest = call.query.removing(["cursor", "limit"]).adding("cursor", Cursor.text(next))
                .adding("limit", String(limit))
            links["next"] = .string(link(target, rest))
            paging["nextCursor"] = .string(Cursor.text(next))
        }
        let meta: JSON = ["paging": .object(paging)]
        if operation.isLinkage {
            return .json(
                200, ["data": .array(shown.map(\.ref.json)), "links": .object(links), "meta": meta])
        }
        return .json(200, document.many(shown, links: .object(links), meta: meta))
    }

    private func link(_ target: String, _ query: Query) -> String {
        query.items.isEmpty ? target : "\(target)?\(query.text)"
    }

    private func matches(_ resource: Resource, _ query: ReadQuery) -> Bool {
        query.filters.allSatisfy { filter in
            switch filter.name {
            case "createdDateGreaterThanOrEqualTo", "createdDateLessThan":
                let bounds = filter.values.compactMap(ScenarioTime.date)
                guard let bound = bounds.first, let date = date(resource, "createdDate") else { return false }
                return filter.name == "createdDateLessThan" ? date < bound : date >= bound
            default: return !Set(values(of: resource, filter.name)).isDisjoint(with: filter.values)
            }
        }
            && query.exists.allSatisfy { exists in
                values(of: resource, exists.name).isEmpty != exists.value
            }
    }

    private func date(_ resource: Resource, _ name: String) -> Date? {
        resource.attributes[name]?.string.flatMap(ScenarioTime.date)
    }

    /// What a filter compares: an attribute, the ids of a relationship, or an attribute of what it leads to.
    private func values(of resource: Resource, _ path: String) -> [String] {
        if path == "id" { return [resource.ref.id] }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let targets = resource.relations[parts[0]] else {
            return resource.attributes[path]?.filterText.map { [$0] } ?? []
        }
        guard parts.count > 1 else { return targets.map(\.id) }
        return targets.compactMap(world.resource).flatMap { values(of: $0, parts[1]) }
    }

    private func sort(_ resources: inout [Resource], by keys: [(name: String, isDescending: Bool)]) {
        guard !keys.isEmpty else { return }
        let keyed = resources.map { resource in (resource, keys.map { value(of: resource, $0.name) }) }
        resources = keyed.sorted { one, other in
            for (index, key) in keys.enumerated() where one.1[index] != other.1[index] {
                return (one.1[index] < other.1[index]) != key.isDescending
            }
            return one.0.ref.id < other.0.ref.id
        }.map(\.0)
    }

    /// What is sorted by. Versions are compared as texts: the documentation promises nothing better.
    private func value(of resource: Resource, _ name: String) -> String {
        switch name {
        case "uploadedDate", "createdDate": date(resource, name).map(DateForm.millionths.text) ?? ""
        case "preReleaseVersion":
            resource.relations[name]?.first.flatMap(world.resource)?.attributes["version"]?.string ?? ""
        default: resource.attributes[name]?.filterText ?? ""
        }
    }
}
