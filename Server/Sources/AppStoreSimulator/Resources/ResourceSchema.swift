/// The attributes and relationships of a resource type, as documented.
struct ResourceSchema: Sendable {
    struct Relation: Sendable {
        let name: String
        let type: String
        let isMany: Bool
        var hasLinks = true
        var isIncludable = true

        /// Creates a relationship with one target, whose type has the plural of the name if no other is given.
        static func one(_ name: String, type: String? = nil, links: Bool = true) -> Relation {
            Relation(name: name, type: type ?? name + "s", isMany: false, hasLinks: links)
        }

        static func many(_ name: String, type: String? = nil, links: Bool = true) -> Relation {
            Relation(name: name, type: type ?? name, isMany: true, hasLinks: links)
        }

        static func linked(_ name: String, type: String? = nil) -> Relation {
            Relation(name: name, type: type ?? name, isMany: true, isIncludable: false)
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
                .one("appStoreIcon", type: "buildIcons", links: false), .one("ciProduct"), .linked("betaTesters"),
                .many("betaGroups"), .many("appStoreVersions"), .linked("appTags"), .many("preReleaseVersions"),
                .many("betaAppLocalizations"), .many("builds"), .one("betaLicenseAgreement"),
                .one("betaAppReviewDetail"), .many("appInfos"), .many("appClips"), .linked("appPricePoints"),
                .one("endUserLicenseAgreement"), .linked("appPriceSchedule"), .linked("appAvailabilityV2"),
                .many("inAppPurchases"), .many("subscriptionGroups"), .many("gameCenterEnabledVersions"),
                .linked("perfPowerMetrics"), .many("appCustomProductPages"),
                .many("inAppPurchasesV2", type: "inAppPurchases"), .many("promotedPurchases"), .many("appEvents"),
                .many("reviewSubmissions"), .one("subscriptionGracePeriod"), .linked("customerReviews"),
                .linked("customerReviewSummarizations"), .one("gameCenterDetail"),
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
                .one("preReleaseVersion"), .many("individualTesters", type: "betaTesters"), .many("betaGroups"),
                .many("betaBuildLocalizations"), .one("appEncryptionDeclaration"), .one("betaAppReviewSubmission"),
                .one("app"), .one("buildBetaDetail"), .one("appStoreVersion"), .many("icons", type: "buildIcons"),
                .many("buildBundles", links: false), .one("buildUpload", links: false), .linked("perfPowerMetrics"),
                .linked("diagnosticSignatures"),
            ]),
        .preReleaseVersions: ResourceSchema(
            "version platform", relations: [.many("builds"), .one("app")]),
        .buildBetaDetails: ResourceSchema(
            "autoNotifyEnabled internalBuildState externalBuildState", relations: [.one("build")]),
        .betaGroups: ResourceSchema(
            """
            name createdDate isInternalGroup hasAccessToAllBuilds publicLinkEnabled publicLinkId \
            publicLinkLimitEnabled publicLinkLimit publicLink feedbackEnabled iosBuildsAvailableForAppleSiliconMac \
            iosBuildsAvailableForAppleVision
            """,
            relations: [
                .one("app"), .many("builds"), .many("betaTesters"),
                .one("betaRecruitmentCriteria", type: "betaRecruitmentCriteria"),
                .linked("betaRecruitmentCriterionCompatibleBuildCheck"),
            ]),
        .betaBuildLocalizations: ResourceSchema("whatsNew locale", relations: [.one("build")]),
        .betaAppReviewSubmissions: ResourceSchema(
            "betaReviewState submittedDate", relations: [.one("build")]),
        .buildUploads: ResourceSchema(
            "cfBundleShortVersionString cfBundleVersion createdDate state platform uploadedDate",
            relations: [
                .one("build", links: false), .one("assetFile", type: "buildUploadFiles", links: false),
                .one("assetDescriptionFile", type: "buildUploadFiles", links: false),
                .one("assetSpiFile", type: "buildUploadFiles", links: false), .linked("buildUploadFiles"),
            ]),
        .appStoreVersions: ResourceSchema(
            """
            platform versionString appStoreState appVersionState copyright reviewType releaseType \
            earliestReleaseDate usesIdfa downloadable createdDate
            """,
            relations: [
                .one("app", links: false), .many("appStoreVersionLocalizations"), .one("build"),
                .one("appStoreVersionPhasedRelease"), .one("gameCenterAppVersion"), .one("routingAppCoverage"),
                .one("appStoreReviewDetail"), .one("appStoreVersionSubmission"), .one("appClipDefaultExperience"),
                .many("appStoreVersionExperiments"),
                .many("appStoreVersionExperimentsV2", type: "appStoreVersionExperiments"), .linked("customerReviews"),
                .one("alternativeDistributionPackage"),
            ]),
        .appStoreVersionLocalizations: ResourceSchema(
            "description locale keywords marketingUrl promotionalText supportUrl whatsNew",
            relations: [
                .one("appStoreVersion", links: false), .many("appScreenshotSets"), .many("appPreviewSets"),
                .many("searchKeywords", type: "appKeywords"),
            ]),
        .appStoreVersionPhasedReleases: ResourceSchema(
            "phasedReleaseState startDate totalPauseDuration currentDayNumber"),
        .webhooks: ResourceSchema(
            "enabled eventTypes name url",
            relations: [.one("app", links: false), .linked("deliveries", type: "webhookDeliveries")]),
        .webhookDeliveries: ResourceSchema(
            "createdDate deliveryState errorMessage redelivery sentDate request response",
            relations: [.one("event", type: "webhookEvents", links: false)]),
        .webhookEvents: ResourceSchema("eventType payload ping createdDate"),
    ]
}
