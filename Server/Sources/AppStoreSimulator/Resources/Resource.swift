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
