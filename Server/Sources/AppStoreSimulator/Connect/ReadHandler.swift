import Foundation

struct ReadHandler {
    let world: World
    let request: SimulatorRequest
    /// The number of resources on a page if the request gives no limit.
    let page: Int

    func response(to operation: ReadOperation, id: String) throws(ConnectError) -> SimulatorResponse {
        let query = try ReadQuery(request.query, for: operation)
        let refs: [ResourceRef]
        switch operation.source {
        case .all(let kind): refs = world.all(kind)
        case .one(let kind): refs = [ResourceRef(kind, id: id)]
        case .related(let parent, let relation), .linkage(let parent, let relation):
            guard let resource = world.resource(ResourceRef(parent, id: id)) else {
                throw .notFound(parent.rawValue, id: id)
            }
            refs = resource.relations[relation] ?? []
        }
        let target = request.base + request.path
        let document = ResourceDocument(world: world, query: query, base: request.base)
        guard operation.isMany else {
            guard let resource = refs.first.flatMap(world.resource) else {
                throw .notFound(operation.kind.rawValue, id: refs.first?.id ?? id)
            }
            return .json(document.one(resource, link: link(to: target, query: request.query)))
        }
        var resources = refs.compactMap(world.resource).filter { matches($0, query: query) }
        sort(&resources, by: query.sorts)

        let limit = query.limit ?? page
        let shown = Array(resources.dropFirst(query.cursor).prefix(limit))
        var links: JSONObject = ["self": .string(link(to: target, query: request.query))]
        var paging: JSONObject = ["total": .integer(resources.count), "limit": .integer(limit)]
        let next = query.cursor + limit
        if next < resources.count {
            let rest = request.query.removing(["cursor", "limit"]).adding("cursor", value: Cursor.text(next))
                .adding("limit", value: String(limit))
            links["next"] = .string(link(to: target, query: rest))
            paging["nextCursor"] = .string(Cursor.text(next))
        }
        let meta: JSON = ["paging": .object(paging)]
        if operation.isLinkage {
            return .json(["data": .array(shown.map(\.ref.json)), "links": .object(links), "meta": meta])
        }
        return .json(document.many(shown, links: .object(links), meta: meta))
    }

    private func link(to target: String, query: URLQuery) -> String {
        query.items.isEmpty ? target : "\(target)?\(query.text)"
    }

    private func matches(_ resource: Resource, query: ReadQuery) -> Bool {
        query.filters.allSatisfy { filter in
            switch filter.name {
            case "createdDateGreaterThanOrEqualTo", "createdDateLessThan":
                let bounds = filter.values.compactMap(ScenarioTime.date)
                guard let bound = bounds.first, let date = date("createdDate", of: resource) else { return false }
                return filter.name == "createdDateLessThan" ? date < bound : date >= bound
            default: return !Set(values(of: resource, at: filter.name)).isDisjoint(with: filter.values)
            }
        }
            && query.exists.allSatisfy { exists in
                values(of: resource, at: exists.name).isEmpty != exists.value
            }
    }

    private func date(_ name: String, of resource: Resource) -> Date? {
        resource.attributes[name]?.string.flatMap(ScenarioTime.date)
    }

    /// Returns the values to compare: an attribute, the ids of a relationship, or an attribute of its targets.
    private func values(of resource: Resource, at path: String) -> [String] {
        if path == "id" { return [resource.ref.id] }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let targets = resource.relations[parts[0]] else {
            return resource.attributes[path]?.filterText.map { [$0] } ?? []
        }
        guard parts.count > 1 else { return targets.map(\.id) }
        return targets.compactMap(world.resource).flatMap { values(of: $0, at: parts[1]) }
    }

    private func sort(_ resources: inout [Resource], by keys: [(name: String, isDescending: Bool)]) {
        guard !keys.isEmpty else { return }
        let keyed = resources.map { resource in (resource, keys.map { sortKey(of: resource, by: $0.name) }) }
        resources = keyed.sorted { one, other in
            for (index, key) in keys.enumerated() where one.1[index] != other.1[index] {
                return (one.1[index] < other.1[index]) != key.isDescending
            }
            return one.0.ref.id < other.0.ref.id
        }.map(\.0)
    }

    /// Returns a sort key. Versions are compared as texts, because the documentation promises nothing better.
    private func sortKey(of resource: Resource, by name: String) -> String {
        switch name {
        case "uploadedDate", "createdDate": date(name, of: resource).map(DateForm.millionths.text) ?? ""
        case "preReleaseVersion":
            resource.relations[name]?.first.flatMap(world.resource)?.attributes["version"]?.string ?? ""
        default: resource.attributes[name]?.filterText ?? ""
        }
    }
}
