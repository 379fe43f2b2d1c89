/// Something that can be read, and how.
struct ReadOperation: Sendable {
    enum Source: Sendable {
        /// All resources of a type.
        case all(Kind)
        /// The one that the path names.
        case one(Kind)
        /// What a relationship of the one that the path names leads to.
        case related(Kind, String)
        /// Only the identifiers of that.
        case linkage(Kind, String)
    }

    let source: Source
    let kind: Kind
    let isMany: Bool
    /// The names of filters, and the words they take where not every word will do.
    var filters: [String: [String]?] = [:]
    var required: [String] = []
    var exists: [String] = []
    var sorts: [String] = []
    var hasIncludes = false
    /// Parameters that the documentation has and that are refused all the same.
    var refused: [String] = []

    var isLinkage: Bool {
        if case .linkage = source { true } else { false }
    }

    private init(_ source: Source, _ kind: Kind, isMany: Bool) {
        self.source = source
        self.kind = kind
        self.isMany = isMany
    }

    static func all(
        _ kind: Kind, filters: [String: [String]?], required: [String] = [], exists: [String] = [], sorts: String = ""
    ) -> ReadOperation {
        var operation = ReadOperation(.all(kind), kind, isMany: true)
        operation.filters = filters
        operation.required = required
        operation.exists = exists
        operation.sorts = sorts.split(separator: " ").map(String.init)
        operation.hasIncludes = true
        return operation
    }

    static func one(_ kind: Kind) -> ReadOperation {
        var operation = ReadOperation(.one(kind), kind, isMany: false)
        operation.hasIncludes = true
        return operation
    }

    /// - Parameters:
    ///   - parent: The type of what the path names.
    ///   - relation: The relationship.
    ///   - kind: What it leads to.
    ///   - many: Whether it leads to any number of them.
    ///   - filters: The filters.
    ///   - includes: Whether others can be included.
    ///   - refused: Parameters that the documentation has and that are refused all the same.
    /// - Returns: The operation.
    static func related(
        _ parent: Kind, _ relation: String, _ kind: Kind, many: Bool, filters: [String: [String]?] = [:],
        includes: Bool = false, refused: [String] = []
    ) -> ReadOperation {
        var operation = ReadOperation(.related(parent, relation), kind, isMany: many)
        operation.filters = filters
        operation.hasIncludes = includes
        operation.refused = refused
        return operation
    }

    static func linkage(_ parent: Kind, _ relation: String, _ kind: Kind) -> ReadOperation {
        ReadOperation(.linkage(parent, relation), kind, isMany: true)
    }
}

extension ReadOperation {
    /// Every path that can be read. `{id}` stands for one segment.
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
            .apps, "appStoreVersions", .appStoreVersions, many: true,
            filters: [
                "platform": Vocabulary.platforms, "versionString": nil, "appStoreState": Vocabulary.storeStates,
                "appVersionState": Vocabulary.versionStates, "id": nil,
            ], includes: true),
        "/v1/apps/{id}/builds": .related(.apps, "builds", .builds, many: true),
        "/v1/apps/{id}/preReleaseVersions": .related(
            .apps, "preReleaseVersions", .preReleaseVersions, many: true),
        "/v1/apps/{id}/betaGroups": .related(.apps, "betaGroups", .betaGroups, many: true),
        "/v1/apps/{id}/webhooks": .related(.apps, "webhooks", .webhooks, many: true, includes: true),
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
        "/v1/builds/{id}/app": .related(.builds, "app", .apps, many: false),
        "/v1/builds/{id}/preReleaseVersion": .related(
            .builds, "preReleaseVersion", .preReleaseVersions, many: false),
        "/v1/builds/{id}/buildBetaDetail": .related(
            .builds, "buildBetaDetail", .buildBetaDetails, many: false, includes: true),
        "/v1/builds/{id}/betaBuildLocalizations": .related(
            .builds, "betaBuildLocalizations", .betaBuildLocalizations, many: true),
        "/v1/builds/{id}/appStoreVersion": .related(
            .builds, "appStoreVersion", .appStoreVersions, many: false, includes: true),
        "/v1/builds/{id}/betaAppReviewSubmission": .related(
            .builds, "betaAppReviewSubmission", .betaAppReviewSubmissions, many: false),
        "/v1/preReleaseVersions": .all(
            .preReleaseVersions,
            filters: [
                "builds.buildAudienceType": Vocabulary.audiences, "builds.expired": nil,
                "builds.processingState": Vocabulary.processing, "builds.version": nil,
                "platform": Vocabulary.platforms, "version": nil, "app": nil, "builds": nil,
            ], sorts: "version"),
        "/v1/preReleaseVersions/{id}": .one(.preReleaseVersions),
        "/v1/preReleaseVersions/{id}/builds": .related(.preReleaseVersions, "builds", .builds, many: true),
        "/v1/buildBetaDetails": .all(.buildBetaDetails, filters: ["build": nil, "id": nil]),
        "/v1/buildBetaDetails/{id}": .one(.buildBetaDetails),
        "/v1/buildBetaDetails/{id}/build": .related(
            .buildBetaDetails, "build", .builds, many: false, includes: true),
        "/v1/betaGroups": .all(
            .betaGroups,
            filters: [
                "name": nil, "isInternalGroup": nil, "publicLinkEnabled": nil, "publicLinkLimitEnabled": nil,
                "publicLink": nil, "app": nil, "builds": nil, "id": nil,
            ], sorts: "name createdDate publicLinkEnabled publicLinkLimit"),
        "/v1/betaGroups/{id}": .one(.betaGroups),
        "/v1/betaGroups/{id}/builds": .related(.betaGroups, "builds", .builds, many: true),
        "/v1/betaGroups/{id}/relationships/builds": .linkage(.betaGroups, "builds", .builds),
        "/v1/betaBuildLocalizations": .all(.betaBuildLocalizations, filters: ["locale": nil, "build": nil]),
        "/v1/betaBuildLocalizations/{id}": .one(.betaBuildLocalizations),
        "/v1/betaAppReviewSubmissions": .all(
            .betaAppReviewSubmissions, filters: ["betaReviewState": Vocabulary.reviewStates, "build": nil],
            required: ["build"]),
        "/v1/betaAppReviewSubmissions/{id}": .one(.betaAppReviewSubmissions),
        "/v1/appStoreVersions/{id}": .one(.appStoreVersions),
        "/v1/appStoreVersions/{id}/build": .related(.appStoreVersions, "build", .builds, many: false),
        "/v1/appStoreVersions/{id}/appStoreVersionLocalizations": .related(
            .appStoreVersions, "appStoreVersionLocalizations", .appStoreVersionLocalizations, many: true,
            filters: ["locale": nil], includes: true),
        "/v1/appStoreVersions/{id}/appStoreVersionPhasedRelease": .related(
            .appStoreVersions, "appStoreVersionPhasedRelease", .appStoreVersionPhasedReleases, many: false),
        "/v1/webhooks/{id}": .one(.webhooks),
        "/v1/webhooks/{id}/deliveries": .related(
            .webhooks, "deliveries", .webhookDeliveries, many: true,
            filters: ["createdDateGreaterThanOrEqualTo": nil, "createdDateLessThan": nil], includes: true,
            refused: ["filter[deliveryState]"]),
        "/v1/webhooks/{id}/relationships/deliveries": .linkage(.webhooks, "deliveries", .webhookDeliveries),
    ]
}
