/// The types of resources that there are some of.
enum Kind: String, CaseIterable, Sendable {
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

/// Which resource.
struct Ref: Hashable, Sendable {
    let kind: Kind
    let id: String

    init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// A resource identifier object.
    var json: JSON { ["type": .string(kind.rawValue), "id": .string(id)] }
}

/// A resource as it is now.
struct Resource: Sendable {
    let ref: Ref
    /// Those that have a value.
    var attributes: JSONObject
    /// Those that lead somewhere.
    var relations: [String: [Ref]] = [:]
}
