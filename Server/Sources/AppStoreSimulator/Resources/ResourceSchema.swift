/// The attributes and relationships of a resource type, as documented.
struct ResourceSchema: Sendable {
    struct Relation: Sendable {
        let name: String
        let type: String
        let isMany: Bool
        var hasLinks = true
        var isIncludable = true

        static func one(_ name: String, type: String, links: Bool = true) -> Relation {
            Relation(name: name, type: type, isMany: false, hasLinks: links)
        }

        static func many(_ name: String, type: String? = nil, links: Bool = true) -> Relation {
            Relation(name: name, type: type ?? name, isMany: true, hasLinks: links)
        }

        static func linked(_ name: String) -> Relation {
            Relation(name: name, type: name, isMany: true, isIncludable: false)
        }
    }

    let attributes: [String]
    let relations: [Relation]

    init(_ attributes: String, relations: [Relation] = []) {
        self.attributes = attributes.split(separator: " ").map(String.init)
        self.relations = relations
    }

    /// The names that `fields[…]` accepts.
    var fields: [String] { attributes + relations.map(\.name) }
}

extension ResourceType {
    var schema: ResourceSchema { ResourceSchema.all[self] ?? ResourceSchema("") }
}

extension ResourceSchema {
    static let all: [ResourceType: ResourceSchema] = [
        .apps: ResourceSchema(
            """
            accessibilityUrl name bundleId sku primaryLocale isOrEverWasMadeForKids subscriptionStatusUrl \
            subscriptionStatusUrlVersion subscriptionStatusUrlForSandbox subscriptionStatusUrlVersionForSandbox \
            contentRightsDeclaration streamlinedPurchasingEnabled
            """,
            relations: [
                .linked("accessibilityDeclarations"), .many("appEncryptionDeclarations"),
                .one("appStoreIcon", type: "buildIcons", links: false), .one("ciProduct", type: "ciProducts"),
                .linked("betaTesters"), .many("betaGroups"), .many("appStoreVersions"), .linked("appTags"),
                .many("preReleaseVersions"), .many("betaAppLocalizations"), .many("builds"),
                .one("betaLicenseAgreement", type: "betaLicenseAgreements"),
                .one("betaAppReviewDetail", type: "betaAppReviewDetails"), .many("appInfos"), .many("appClips"),
                .linked("appPricePoints"), .one("endUserLicenseAgreement", type: "endUserLicenseAgreements"),
                .linked("appPriceSchedule"), .linked("appAvailabilityV2"), .many("inAppPurchases"),
                .many("subscriptionGroups"), .many("gameCenterEnabledVersions"), .linked("perfPowerMetrics"),
                .many("appCustomProductPages"), .many("inAppPurchasesV2", type: "inAppPurchases"),
                .many("promotedPurchases"), .many("appEvents"), .many("reviewSubmissions"),
                .one("subscriptionGracePeriod", type: "subscriptionGracePeriods"), .linked("customerReviews"),
                .linked("customerReviewSummarizations"), .one("gameCenterDetail", type: "gameCenterDetails"),
                .many("appStoreVersionExperimentsV2", type: "appStoreVersionExperiments"),
                .linked("alternativeDistributionKey"), .linked("analyticsReportRequests"),
                .linked("marketplaceSearchDetail"), .linked("buildUploads"), .linked("backgroundAssets"),
                .linked("betaFeedbackScreenshotSubmissions"), .linked("betaFeedbackCrashSubmissions"),
                .linked("searchKeywords"), .linked("webhooks"), .many("androidToIosAppMappingDetails"),
            ]),
        .builds: ResourceSchema(
            """
            version uploadedDate expirationDate expired minOsVersion lsMinimumSystemVersion computedMinMacOsVersion \
            computedMinVisionOsVersion iconAssetToken processingState buildAudienceType usesNonExemptEncryption
            """,
            relations: [
                .one("preReleaseVersion", type: "preReleaseVersions"), .many("individualTesters", type: "betaTesters"),
                .many("betaGroups"), .many("betaBuildLocalizations"),
                .one("appEncryptionDeclaration", type: "appEncryptionDeclarations"),
                .one("betaAppReviewSubmission", type: "betaAppReviewSubmissions"), .one("app", type: "apps"),
                .one("buildBetaDetail", type: "buildBetaDetails"), .one("appStoreVersion", type: "appStoreVersions"),
                .many("icons", type: "buildIcons"), .many("buildBundles", links: false),
                .one("buildUpload", type: "buildUploads", links: false), .linked("perfPowerMetrics"),
                .linked("diagnosticSignatures"),
            ]),
        .preReleaseVersions: ResourceSchema(
            "version platform", relations: [.many("builds"), .one("app", type: "apps")]),
        .buildBetaDetails: ResourceSchema(
            "autoNotifyEnabled internalBuildState externalBuildState", relations: [.one("build", type: "builds")]),
        .betaGroups: ResourceSchema(
            """
            name createdDate isInternalGroup hasAccessToAllBuilds publicLinkEnabled publicLinkId \
            publicLinkLimitEnabled publicLinkLimit publicLink feedbackEnabled iosBuildsAvailableForAppleSiliconMac \
            iosBuildsAvailableForAppleVision
            """,
            relations: [
                .one("app", type: "apps"), .many("builds"), .many("betaTesters"),
                .one("betaRecruitmentCriteria", type: "betaRecruitmentCriteria"),
                .linked("betaRecruitmentCriterionCompatibleBuildCheck"),
            ]),
        .betaBuildLocalizations: ResourceSchema("whatsNew locale", relations: [.one("build", type: "builds")]),
        .betaAppReviewSubmissions: ResourceSchema(
            "betaReviewState submittedDate", relations: [.one("build", type: "builds")]),
        .buildUploads: ResourceSchema(
            "cfBundleShortVersionString cfBundleVersion createdDate state platform uploadedDate",
            relations: [
                .one("build", type: "builds", links: false), .one("assetFile", type: "buildUploadFiles", links: false),
                .one("assetDescriptionFile", type: "buildUploadFiles", links: false),
                .one("assetSpiFile", type: "buildUploadFiles", links: false), .linked("buildUploadFiles"),
            ]),
        .appStoreVersions: ResourceSchema(
            """
            platform versionString appStoreState appVersionState copyright reviewType releaseType \
            earliestReleaseDate usesIdfa downloadable createdDate
            """,
            relations: [
                .one("app", type: "apps", links: false), .many("appStoreVersionLocalizations"),
                .one("build", type: "builds"),
                .one("appStoreVersionPhasedRelease", type: "appStoreVersionPhasedReleases"),
                .one("gameCenterAppVersion", type: "gameCenterAppVersions"),
                .one("routingAppCoverage", type: "routingAppCoverages"),
                .one("appStoreReviewDetail", type: "appStoreReviewDetails"),
                .one("appStoreVersionSubmission", type: "appStoreVersionSubmissions"),
                .one("appClipDefaultExperience", type: "appClipDefaultExperiences"),
                .many("appStoreVersionExperiments"),
                .many("appStoreVersionExperimentsV2", type: "appStoreVersionExperiments"), .linked("customerReviews"),
                .one("alternativeDistributionPackage", type: "alternativeDistributionPackages"),
            ]),
        .appStoreVersionLocalizations: ResourceSchema(
            "description locale keywords marketingUrl promotionalText supportUrl whatsNew",
            relations: [
                .one("appStoreVersion", type: "appStoreVersions", links: false), .many("appScreenshotSets"),
                .many("appPreviewSets"), .many("searchKeywords", type: "appKeywords"),
            ]),
        .appStoreVersionPhasedReleases: ResourceSchema(
            "phasedReleaseState startDate totalPauseDuration currentDayNumber"),
        .webhooks: ResourceSchema(
            "enabled eventTypes name url", relations: [.one("app", type: "apps", links: false), .linked("deliveries")]),
        .webhookDeliveries: ResourceSchema(
            "createdDate deliveryState errorMessage redelivery sentDate request response",
            relations: [.one("event", type: "webhookEvents", links: false)]),
        .webhookEvents: ResourceSchema("eventType payload ping createdDate"),
    ]
}
