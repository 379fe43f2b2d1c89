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

    let source: Source
    let kind: ResourceType
    let isMany: Bool
    /// The names of filters, with the values they accept; `nil` for any value.
    var filters: [String: [String]?] = [:]
    var required: [String] = []
    var exists: [String] = []
    var sorts: [String] = []
    var hasIncludes = false
    /// Documented parameters that App Store Connect rejects all the same.
    var refused: [String] = []

    var isLinkage: Bool {
        if case .linkage = source { true } else { false }
    }

    var includableRelations: [ResourceSchema.Relation] {
        hasIncludes ? kind.schema.relations.filter(\.isIncludable) : []
    }

    static func all(
        _ kind: ResourceType, filters: [String: [String]?], required: [String] = [], exists: [String] = [],
        sorts: String = ""
    ) -> ReadOperation {
        ReadOperation(
            source: .all(kind), kind: kind, isMany: true, filters: filters, required: required, exists: exists,
            sorts: sorts.split(separator: " ").map(String.init), hasIncludes: true)
    }

    static func one(_ kind: ResourceType) -> ReadOperation {
        ReadOperation(source: .one(kind), kind: kind, isMany: false, hasIncludes: true)
    }

    /// Creates the read of a relationship of the resource in the path, with one target or many. `refused` has
    /// documented parameters that App Store Connect rejects all the same.
    static func related(
        _ parent: ResourceType, relation: String, to kind: ResourceType, many: Bool, filters: [String: [String]?] = [:],
        includes: Bool = false, refused: [String] = []
    ) -> ReadOperation {
        ReadOperation(
            source: .related(parent, relation: relation), kind: kind, isMany: many, filters: filters,
            hasIncludes: includes, refused: refused)
    }

    static func linkage(_ parent: ResourceType, relation: String, to kind: ResourceType) -> ReadOperation {
        ReadOperation(source: .linkage(parent, relation: relation), kind: kind, isMany: true)
    }
}

extension ReadOperation {
    /// All paths that can be read. `{id}` stands for one segment.
    static let all: [String: ReadOperation] = [
        "/v1/apps": .all(
            .apps,
            filters: [
                "name": nil, "bundleId": nil, "sku": nil, "appStoreVersions.appStoreState": Vocabulary.storeStates,
                "appStoreVersions.platform": Vocabulary.platforms,
                "appStoreVersions.appVersionState": Vocabulary.versionStates,
                "reviewSubmissions.state": [
                    "READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "UNRESOLVED_ISSUES", "CANCELING",
                    "COMPLETING", "COMPLETE",
                ], "reviewSubmissions.platform": Vocabulary.platforms, "appStoreVersions": nil, "id": nil,
            ], exists: ["gameCenterEnabledVersions"], sorts: "name bundleId sku"),
        "/v1/apps/{id}": .one(.apps),
        "/v1/apps/{id}/appStoreVersions": .related(
            .apps, relation: "appStoreVersions", to: .appStoreVersions, many: true,
            filters: [
                "platform": Vocabulary.platforms, "versionString": nil, "appStoreState": Vocabulary.storeStates,
                "appVersionState": Vocabulary.versionStates, "id": nil,
            ], includes: true),
        "/v1/apps/{id}/builds": .related(.apps, relation: "builds", to: .builds, many: true),
        "/v1/apps/{id}/preReleaseVersions": .related(
            .apps, relation: "preReleaseVersions", to: .preReleaseVersions, many: true),
        "/v1/apps/{id}/betaGroups": .related(.apps, relation: "betaGroups", to: .betaGroups, many: true),
        "/v1/apps/{id}/webhooks": .related(.apps, relation: "webhooks", to: .webhooks, many: true, includes: true),
        "/v1/builds": .all(
            .builds,
            filters: [
                "version": nil, "expired": nil, "processingState": Vocabulary.processing,
                "betaAppReviewSubmission.betaReviewState": Vocabulary.reviewStates, "usesNonExemptEncryption": nil,
                "preReleaseVersion.version": nil, "preReleaseVersion.platform": Vocabulary.platforms,
                "buildAudienceType": Vocabulary.audiences, "preReleaseVersion": nil, "app": nil, "betaGroups": nil,
                "appStoreVersion": nil, "id": nil,
            ], exists: ["usesNonExemptEncryption"], sorts: "version uploadedDate preReleaseVersion"),
        "/v1/builds/{id}": .one(.builds),
        "/v1/builds/{id}/app": .related(.builds, relation: "app", to: .apps, many: false),
        "/v1/builds/{id}/preReleaseVersion": .related(
            .builds, relation: "preReleaseVersion", to: .preReleaseVersions, many: false),
        "/v1/builds/{id}/buildBetaDetail": .related(
            .builds, relation: "buildBetaDetail", to: .buildBetaDetails, many: false, includes: true),
        "/v1/builds/{id}/betaBuildLocalizations": .related(
            .builds, relation: "betaBuildLocalizations", to: .betaBuildLocalizations, many: true),
        "/v1/builds/{id}/appStoreVersion": .related(
            .builds, relation: "appStoreVersion", to: .appStoreVersions, many: false, includes: true),
        "/v1/builds/{id}/betaAppReviewSubmission": .related(
            .builds, relation: "betaAppReviewSubmission", to: .betaAppReviewSubmissions, many: false),
        "/v1/preReleaseVersions": .all(
            .preReleaseVersions,
            filters: [
                "builds.buildAudienceType": Vocabulary.audiences, "builds.expired": nil,
                "builds.processingState": Vocabulary.processing, "builds.version": nil,
                "platform": Vocabulary.platforms, "version": nil, "app": nil, "builds": nil,
            ], sorts: "version"),
        "/v1/preReleaseVersions/{id}": .one(.preReleaseVersions),
        "/v1/preReleaseVersions/{id}/builds": .related(
            .preReleaseVersions, relation: "builds", to: .builds, many: true),
        "/v1/buildBetaDetails": .all(.buildBetaDetails, filters: ["build": nil, "id": nil]),
        "/v1/buildBetaDetails/{id}": .one(.buildBetaDetails),
        "/v1/buildBetaDetails/{id}/build": .related(
            .buildBetaDetails, relation: "build", to: .builds, many: false, includes: true),
        "/v1/betaGroups": .all(
            .betaGroups,
            filters: [
                "name": nil, "isInternalGroup": nil, "publicLinkEnabled": nil, "publicLinkLimitEnabled": nil,
                "publicLink": nil, "app": nil, "builds": nil, "id": nil,
            ], sorts: "name createdDate publicLinkEnabled publicLinkLimit"),
        "/v1/betaGroups/{id}": .one(.betaGroups),
        "/v1/betaGroups/{id}/builds": .related(.betaGroups, relation: "builds", to: .builds, many: true),
        "/v1/betaGroups/{id}/relationships/builds": .linkage(.betaGroups, relation: "builds", to: .builds),
        "/v1/betaBuildLocalizations": .all(.betaBuildLocalizations, filters: ["locale": nil, "build": nil]),
        "/v1/betaBuildLocalizations/{id}": .one(.betaBuildLocalizations),
        "/v1/betaAppReviewSubmissions": .all(
            .betaAppReviewSubmissions, filters: ["betaReviewState": Vocabulary.reviewStates, "build": nil],
            required: ["build"]),
        "/v1/betaAppReviewSubmissions/{id}": .one(.betaAppReviewSubmissions),
        "/v1/appStoreVersions/{id}": .one(.appStoreVersions),
        "/v1/appStoreVersions/{id}/build": .related(.appStoreVersions, relation: "build", to: .builds, many: false),
        "/v1/appStoreVersions/{id}/appStoreVersionLocalizations": .related(
            .appStoreVersions, relation: "appStoreVersionLocalizations", to: .appStoreVersionLocalizations, many: true,
            filters: ["locale": nil], includes: true),
        "/v1/appStoreVersions/{id}/appStoreVersionPhasedRelease": .related(
            .appStoreVersions, relation: "appStoreVersionPhasedRelease", to: .appStoreVersionPhasedReleases, many: false
        ),
        "/v1/webhooks/{id}": .one(.webhooks),
        "/v1/webhooks/{id}/deliveries": .related(
            .webhooks, relation: "deliveries", to: .webhookDeliveries, many: true,
            filters: ["createdDateGreaterThanOrEqualTo": nil, "createdDateLessThan": nil], includes: true,
            refused: ["filter[deliveryState]"]),
        "/v1/webhooks/{id}/relationships/deliveries": .linkage(
            .webhooks, relation: "deliveries", to: .webhookDeliveries),
    ]
}
