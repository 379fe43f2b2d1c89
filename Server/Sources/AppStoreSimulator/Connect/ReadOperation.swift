/// A path that can be read, with its parameters.
struct ReadOperation: Sendable {
    enum Source: Sendable {
        case all(ResourceType)
        /// The resource with the id in the path.
        case one(ResourceType)
        /// The targets of a relationship of the resource with the id in the path.
        case related(ResourceType, relation: String)
        /// Only the identifiers of these targets.
        case linkage(ResourceType, relation: String)
    }

    /// The path. `{id}` stands for one segment.
    let path: String
    let source: Source
    let kind: ResourceType
    let isMany: Bool
    /// The names of filters, with the values they accept; `nil` for any value.
    let filters: [String: [String]?]
    let required: [String]
    let exists: [String]
    let sorts: [String]
    let hasIncludes: Bool
    /// Documented parameters that App Store Connect rejects all the same.
    let refused: [String]

    /// Creates the read of a path. The schema says where a relationship leads, and whether to many.
    init(
        _ path: String, filters: [String: [String]?] = [:], required: [String] = [], exists: [String] = [],
        sorts: String = "", includes: Bool = false, refused: [String] = []
    ) {
        let parts = path.split(separator: "/").map(String.init)
        guard let parent = ResourceType(rawValue: parts[1]) else { preconditionFailure("\(path) has no known type") }
        if parts.count > 3 {
            let relation = parent.schema.relations.first { $0.name == parts.last }
            guard let relation, let target = ResourceType(rawValue: relation.type) else {
                preconditionFailure("\(path) has no known relationship")
            }
            (kind, isMany) = (target, relation.isMany)
            source =
                parts[3] == "relationships"
                ? .linkage(parent, relation: relation.name) : .related(parent, relation: relation.name)
        } else {
            (kind, isMany) = (parent, parts.count == 2)
            source = isMany ? .all(parent) : .one(parent)
        }
        self.path = path
        self.filters = filters
        self.required = required
        self.exists = exists
        self.sorts = sorts.split(separator: " ").map(String.init)
        hasIncludes = includes || parts.count <= 3
        self.refused = refused
    }

    var isLinkage: Bool {
        if case .linkage = source { true } else { false }
    }

    var includableRelations: [ResourceSchema.Relation] {
        hasIncludes ? kind.schema.relations.filter(\.isIncludable) : []
    }
}

extension ReadOperation {
    /// All paths that can be read.
    static let all: [ReadOperation] = [
        ReadOperation(
            "/v1/apps",
            filters: [
                "name": nil, "bundleId": nil, "sku": nil, "appStoreVersions.appStoreState": Vocabulary.storeStates,
                "appStoreVersions.platform": Vocabulary.platforms,
                "appStoreVersions.appVersionState": Vocabulary.versionStates,
                "reviewSubmissions.state": [
                    "READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "UNRESOLVED_ISSUES", "CANCELING",
                    "COMPLETING", "COMPLETE",
                ], "reviewSubmissions.platform": Vocabulary.platforms, "appStoreVersions": nil, "id": nil,
            ], exists: ["gameCenterEnabledVersions"], sorts: "name bundleId sku"),
        ReadOperation("/v1/apps/{id}"),
        ReadOperation(
            "/v1/apps/{id}/appStoreVersions",
            filters: [
                "platform": Vocabulary.platforms, "versionString": nil, "appStoreState": Vocabulary.storeStates,
                "appVersionState": Vocabulary.versionStates, "id": nil,
            ], includes: true),
        ReadOperation("/v1/apps/{id}/builds"),
        ReadOperation("/v1/apps/{id}/preReleaseVersions"),
        ReadOperation("/v1/apps/{id}/betaGroups"),
        ReadOperation("/v1/apps/{id}/webhooks", includes: true),
        ReadOperation(
            "/v1/builds",
            filters: [
                "version": nil, "expired": nil, "processingState": Vocabulary.processing,
                "betaAppReviewSubmission.betaReviewState": Vocabulary.reviewStates, "usesNonExemptEncryption": nil,
                "preReleaseVersion.version": nil, "preReleaseVersion.platform": Vocabulary.platforms,
                "buildAudienceType": Vocabulary.audiences, "preReleaseVersion": nil, "app": nil, "betaGroups": nil,
                "appStoreVersion": nil, "id": nil,
            ], exists: ["usesNonExemptEncryption"], sorts: "version uploadedDate preReleaseVersion"),
        ReadOperation("/v1/builds/{id}"),
        ReadOperation("/v1/builds/{id}/app"),
        ReadOperation("/v1/builds/{id}/preReleaseVersion"),
        ReadOperation("/v1/builds/{id}/buildBetaDetail", includes: true),
        ReadOperation("/v1/builds/{id}/betaBuildLocalizations"),
        ReadOperation("/v1/builds/{id}/appStoreVersion", includes: true),
        ReadOperation("/v1/builds/{id}/betaAppReviewSubmission"),
        ReadOperation(
            "/v1/preReleaseVersions",
            filters: [
                "builds.buildAudienceType": Vocabulary.audiences, "builds.expired": nil,
                "builds.processingState": Vocabulary.processing, "builds.version": nil,
                "platform": Vocabulary.platforms, "version": nil, "app": nil, "builds": nil,
            ], sorts: "version"),
        ReadOperation("/v1/preReleaseVersions/{id}"),
        ReadOperation("/v1/preReleaseVersions/{id}/builds"),
        ReadOperation("/v1/buildBetaDetails", filters: ["build": nil, "id": nil]),
        ReadOperation("/v1/buildBetaDetails/{id}"),
        ReadOperation("/v1/buildBetaDetails/{id}/build", includes: true),
        ReadOperation(
            "/v1/betaGroups",
            filters: [
                "name": nil, "isInternalGroup": nil, "publicLinkEnabled": nil, "publicLinkLimitEnabled": nil,
                "publicLink": nil, "app": nil, "builds": nil, "id": nil,
            ], sorts: "name createdDate publicLinkEnabled publicLinkLimit"),
        ReadOperation("/v1/betaGroups/{id}"),
        ReadOperation("/v1/betaGroups/{id}/builds"),
        ReadOperation("/v1/betaGroups/{id}/relationships/builds"),
        ReadOperation("/v1/betaBuildLocalizations", filters: ["locale": nil, "build": nil]),
        ReadOperation("/v1/betaBuildLocalizations/{id}"),
        ReadOperation(
            "/v1/betaAppReviewSubmissions", filters: ["betaReviewState": Vocabulary.reviewStates, "build": nil],
            required: ["build"]),
        ReadOperation("/v1/betaAppReviewSubmissions/{id}"),
        ReadOperation("/v1/appStoreVersions/{id}"),
        ReadOperation("/v1/appStoreVersions/{id}/build"),
        ReadOperation(
            "/v1/appStoreVersions/{id}/appStoreVersionLocalizations", filters: ["locale": nil], includes: true),
        ReadOperation("/v1/appStoreVersions/{id}/appStoreVersionPhasedRelease"),
        ReadOperation("/v1/webhooks/{id}"),
        ReadOperation(
            "/v1/webhooks/{id}/deliveries",
            filters: ["createdDateGreaterThanOrEqualTo": nil, "createdDateLessThan": nil], includes: true,
            refused: ["filter[deliveryState]"]),
        ReadOperation("/v1/webhooks/{id}/relationships/deliveries"),
    ]
}
