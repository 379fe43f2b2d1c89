/// Writes resources as JSON:API documents.
struct ResourceDocument {
    let world: World
    let query: ReadQuery
    /// `http://` and the host.
    let base: String
    /// The number of a relationship's targets if the request gives no limit.
    private static let relationLimit = 10

    private struct Included {
        var seen: Set<ResourceRef> = []
        var resources: [Resource] = []
    }

    func many(_ resources: [Resource], links: JSON, meta: JSON) -> JSON {
        var included = Included()
        let data = resources.map { json($0, isPrimary: true, included: &included) }
        var document: JSONObject = ["data": .array(data)]
        add(included, to: &document)
        document["links"] = links
        document["meta"] = meta
        return .object(document)
    }

    /// Returns a document with one resource. The link is that of the document.
    func one(_ resource: Resource, link: String) -> JSON {
        var included = Included()
        var document: JSONObject = ["data": json(resource, isPrimary: true, included: &included)]
        add(included, to: &document)
        document["links"] = ["self": .string(link)]
        return .object(document)
    }

    private func add(_ included: Included, to document: inout JSONObject) {
        guard !query.includes.isEmpty else { return }
        var ignored = Included()
        document["included"] = .array(included.resources.map { json($0, isPrimary: false, included: &ignored) })
    }

    private func json(_ resource: Resource, isPrimary: Bool, included: inout Included) -> JSON {
        let (kind, id) = (resource.ref.kind, resource.ref.id)
        let link = "\(base)/v1/\(kind.rawValue)/\(id)"
        let fields = query.fields[kind.rawValue]
        var attributes: JSONObject = [:]
        for name in kind.schema.attributes where fields?.contains(name) ?? true {
            attributes[name] = resource.attributes[name] ?? .null
        }
        var relationships: JSONObject = [:]
        for relation in kind.schema.relations where fields?.contains(relation.name) ?? true {
            var value: JSONObject = [:]
            if relation.hasLinks {
                value["links"] = [
                    "self": .string("\(link)/relationships/\(relation.name)"),
                    "related": .string("\(link)/\(relation.name)"),
                ]
            }
            // A relationship has data only if the request includes it.
            if isPrimary, query.includes.contains(relation.name) {
                value.merge(data(of: relation, in: resource, included: &included)) { _, new in new }
            }
            if !value.isEmpty { relationships[relation.name] = .object(value) }
        }
        var object: JSONObject = ["type": .string(kind.rawValue), "id": .string(id)]
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        if !relationships.isEmpty { object["relationships"] = .object(relationships) }
        object["links"] = ["self": .string(link)]
        return .object(object)
    }

    /// Returns `data` and `meta` of a relationship, and adds its targets to the included resources.
    private func data(
        of relation: ResourceSchema.Relation, in resource: Resource, included: inout Included
    ) -> JSONObject {
        let targets = resource.relations[relation.name] ?? []
        let limit = query.relationLimits[relation.name] ?? Self.relationLimit
        let shown = targets.prefix(relation.isMany ? limit : 1)
        for target in shown where included.seen.insert(target).inserted {
            if let resource = world.resource(target) { included.resources.append(resource) }
        }
        guard relation.isMany else { return shown.first.map { ["data": $0.json] } ?? [:] }
        return [
            "meta": ["paging": ["total": .integer(targets.count), "limit": .integer(limit)]],
            "data": .array(shown.map(\.json)),
        ]
    }
}
