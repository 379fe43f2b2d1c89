enum ResourceType: String, CaseIterable, Sendable {
    case apps
    case builds
    case preReleaseVersions
    case buildBetaDetails
    case betaGroups
    case betaBuildLocalizations
    case betaAppReviewSubmissions
    case buildUploads
    case appStoreVersions
    case appStoreVersionLocalizations
    case appStoreVersionPhasedReleases
    case webhooks
    case webhookDeliveries
    case webhookEvents
}

struct ResourceRef: Hashable, Sendable {
    let kind: ResourceType
    let id: String

    init(_ kind: ResourceType, id: String) {
        self.kind = kind
        self.id = id
    }

    var json: JSON { ["type": .string(kind.rawValue), "id": .string(id)] }
}

struct Resource: Sendable {
    let ref: ResourceRef
    /// The attributes that have a value.
    var attributes: JSONObject
    /// The relationships that have targets.
    var relations: [String: [ResourceRef]] = [:]
}

extension Resource {
    /// Creates a resource from the ids of each relationship's targets, whose type the schema says.
    init(_ kind: ResourceType, id: String, attributes: JSONObject, relations ids: [String: [String]] = [:]) {
        self.init(ref: ResourceRef(kind, id: id), attributes: attributes)
        for relation in kind.schema.relations {
            guard let targets = ids[relation.name], let type = ResourceType(rawValue: relation.type) else { continue }
            relations[relation.name] = targets.map { ResourceRef(type, id: $0) }
        }
    }
}
