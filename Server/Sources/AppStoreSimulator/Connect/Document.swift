/// Writes resources as JSON:API does.
struct Document {
    let world: World
    let query: ReadQuery
    /// `http://` and the host.
    let base: String
    /// How many of a relationship are told where nobody says.
    private static let relationLimit = 10

    private struct Included {
        var seen: Set<Ref> = []
        var resources: [Resource] = []
    }

    /// A page of resources.
    /// - Parameters:
    ///   - resources: Those on it.
    ///   - links: `links` of the document.
    ///   - meta: `meta` of the document.
    /// - Returns: The document.
    func many(_ resources: [Resource], links: JSON, meta: JSON) -> JSON {
        var included = Included()
        let data = resources.map { json($0, isPrimary: true, &included) }
        var document: JSONObject = ["data": .array(data)]
        add(included, to: &document)
        document["links"] = links
        document["meta"] = meta
        return .object(document)
    }

    /// One resource.
    /// - Parameters:
    ///   - resource: It.
    ///   - link: Where it was read.
    /// - Returns: The document.
    func one(_ resource: Resource, link: String) -> JSON {
        var included = Included()
        var document: JSONObject = ["data": json(resource, isPrimary: true, &included)]
        add(included, to: &document)
        document["links"] = ["self": .string(link)]
        return .object(document)
    }

    private func add(_ included: Included, to document: inout JSONObject) {
        guard !query.includes.isEmpty else { return }
        var ignored = Included()
        document["included"] = .array(included.resources.map { json($0, isPrimary: false, &ignored) })
    }

    private func json(_ resource: Resource, isPrimary: Bool, _ included: inout Included) -> JSON {
        let (kind, id) = (resource.ref.kind, resource.ref.id)
        let place = "\(base)/v1/\(kind.rawValue)/\(id)"
        let fields = query.fields[kind.rawValue]
        var attributes: JSONObject = [:]
        for name in kind.shape.attributes where fields?.contains(name) ?? true {
            attributes[name] = resource.attributes[name] ?? .null
        }
        var relationships: JSONObject = [:]
        for relation in kind.shape.relations where fields?.contains(relation.name) ?? true {
            var value: JSONObject = [:]
            if relation.hasLinks {
                value["links"] = [
                    "self": .string("\(place)/relationships/\(relation.name)"),
                    "related": .string("\(place)/\(relation.name)"),
                ]
            }
            // Only what was asked for comes with data.
            if isPrimary, query.includes.contains(relation.name) {
                let targets = resource.relations[relation.name] ?? []
                let limit = query.relationLimits[relation.name] ?? Self.relationLimit
                let told = relation.isMany ? Array(targets.prefix(limit)) : Array(targets.prefix(1))
                if relation.isMany {
                    value["meta"] = ["paging": ["total": .integer(targets.count), "limit": .integer(limit)]]
                    value["data"] = .array(told.map(\.json))
                } else if let target = told.first {
                    value["data"] = target.json
                }
                for target in told where included.seen.insert(target).inserted {
                    if let resource = world.resource(target) { included.resources.append(resource) }
                }
            }
            if !value.members.isEmpty { relationships[relation.name] = .object(value) }
        }
        var object: JSONObject = ["type": .string(kind.rawValue), "id": .string(id)]
        if !attributes.members.isEmpty { object["attributes"] = .object(attributes) }
        if !relationships.members.isEmpty { object["relationships"] = .object(relationships) }
        object["links"] = ["self": .string(place)]
        return .object(object)
    }
}
