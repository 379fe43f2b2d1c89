/// What the resources of a type have: the names of the documentation.
struct Shape: Sendable {
    /// A relationship.
    struct Relation: Sendable {
        let name: String
        /// The type of what it leads to.
        let type: String
        let isMany: Bool
        /// Whether it tells links.
        var hasLinks = true
        /// Whether it can be included.
        var isIncludable = true

        static func one(_ name: String, _ type: String, links: Bool = true) -> Relation {
            Relation(name: name, type: type, isMany: false, hasLinks: links)
        }

        static func many(_ name: String, _ type: String? = nil, links: Bool = true) -> Relation {
            Relation(name: name, type: type ?? name, isMany: true, hasLinks: links)
        }

        static func linked(_ name: String) -> Relation {
            Relation(name: name, type: name, isMany: true, isIncludable: false)
        }
    }

    let attributes: [String]
    let relations: [Relation]

    init(_ attributes: String, _ relations: [Relation] = []) {
        self.attributes = attributes.split(separator: " ").map(String.init)
        self.relations = relations
    }

    /// The names that `fields[…]` may have.
    var fields: [String] { attributes + relations.map(\.name) }

    func relation(_ name: String) -> Relation? { relations.first { $0.name == name } }
}

extension Kind {
    var shape: Shape { Shape.all[self] ?? Shape("") }
}

extension Shape {
    static let all: [Kind: Shape] = [
        .apps: Shape(
            """
            accessibilityUrl name bundleId sku primaryLocale isOrEverWasMadeForKids subscriptionStatusUrl \
            subscriptionStatusUrlVersion subscriptionStatusUrlForSandbox subscriptionStatusUrlVersionForSandbox \
            contentRightsDeclaration streamlinedPurchasingEnabled
            """,
            [
                .linked("accessibilityDeclarations"), .many("appEncryptionDeclarations"),
                .one("appStoreIcon", "buildIcons", links: false), .one("ciProduct", "ciProducts"),
                .linked("betaTesters"), .many("betaGroups"), .many("appStoreVersions"), .linked("appTags"),
                .many("preReleaseVersions"), .many("betaAppLocalizations"), .many("builds"),
                .one("betaLicenseAgreement", "betaLicenseAgreements"),
                .one("betaAppReviewDetail", "betaAppReviewDetails"), .many("appInfos"), .many("appClips"),
                .linked("appPricePoints"), .one("endUserLicenseAgreement", "endUserLicenseAgreements"),
                .linked("appPriceSchedule"), .linked("appAvailabilityV2"), .many("inAppPurchases"),
                .many("subscriptionGroups"), .many("gameCenterEnabledVersions"), .linked("perfPowerMetrics"),
                .many("appCustomProductPages"), .many("inAppPurchasesV2", "inAppPurchases"),
                .many("promotedPurchases"), .many("appEvents"), .many("reviewSubmissions"),
                .one("subscriptionGracePeriod", "subscriptionGracePeriods"), .linked("customerReviews"),
                .linked("customerReviewSummarizations"), .one("gameCenterDetail", "gameCenterDetails"),
                .many("appStoreVersionExperimentsV2", "appStoreVersionExperiments"),
                .linked("alternativeDistributionKey"), .linked("analyticsReportRequests"),
                .linked("marketplaceSearchDetail"), .linked("buildUploads"), .linked("backgroundAssets"),
                .linked("betaFeedbackScreenshotSubmissions"), .linked("betaFeedbackCrashSubmissions"),
                .linked("searchKeywords"), .linked("webhooks"), .many("androidToIosAppMappingDetails"),
            ]),
        .builds: Shape(
            """
            version uploadedDate expirationDate expired minOsVersion lsMinimumSystemVersion computedMinMacOsVersion \
            computedMinVisionOsVersion iconAssetToken processingState buildAudienceType usesNonExemptEncryption
            """,
            [
                .one("preReleaseVersion", "preReleaseVersions"), .many("individualTesters", "betaTesters"),
                .many("betaGroups"), .many("betaBuildLocalizations"),
                .one("appEncryptionDeclaration", "appEncryptionDeclarations"),
                .one("betaAppReviewSubmission", "betaAppReviewSubmissions"), .one("app", "apps"),
                .one("buildBetaDetail", "buildBetaDetails"), .one("appStoreVersion", "appStoreVersions"),
                .many("icons", "buildIcons"), .many("buildBundles", links: false),
                .one("buildUpload", "buildUploads", links: false), .linked("perfPowerMetrics"),
                .linked("diagnosticSignatures"),
            ]),
        .preReleaseVersions: Shape("version platform", [.many("builds"), .one("app", "apps")]),
        .buildBetaDetails: Shape(
            "autoNotifyEnabled internalBuildState externalBuildState", [.one("build", "builds")]),
        .betaGroups: Shape(
            """
            name createdDate isInternalGroup hasAccessToAllBuilds publicLinkEnabled publicLinkId \
            publicLinkLimitEnabled publicLinkLimit publicLink feedbackEnabled iosBuildsAvailableForAppleSiliconMac \
            iosBuildsAvailableForAppleVision
            """,
            [
                .one("app", "apps"), .many("builds"), .many("betaTesters"),
                .one("betaRecruitmentCriteria", "betaRecruitmentCriteria"),
                .linked("betaRecruitmentCriterionCompatibleBuildCheck"),
            ]),
        .betaBuildLocalizations: Shape("whatsNew locale", [.one("build", "builds")]),
        .betaAppReviewSubmissions: Shape("betaReviewState submittedDate", [.one("build", "builds")]),
        .buildUploads: Shape(
            "cfBundleShortVersionString cfBundleVersion createdDate state platform uploadedDate",
            [
                .one("build", "builds", links: false), .one("assetFile", "buildUploadFiles", links: false),
                .one("assetDescriptionFile", "buildUploadFiles", links: false),
                .one("assetSpiFile", "buildUploadFiles", links: false), .linked("buildUploadFiles"),
            ]),
        .appStoreVersions: Shape(
            """
            platform versionString appStoreState appVersionState copyright reviewType releaseType \
            earliestReleaseDate usesIdfa downloadable createdDate
            """,
            [
                .one("app", "apps", links: false), .many("appStoreVersionLocalizations"), .one("build", "builds"),
                .one("appStoreVersionPhasedRelease", "appStoreVersionPhasedReleases"),
                .one("gameCenterAppVersion", "gameCenterAppVersions"),
                .one("routingAppCoverage", "routingAppCoverages"),
                .one("appStoreReviewDetail", "appStoreReviewDetails"),
                .one("appStoreVersionSubmission", "appStoreVersionSubmissions"),
                .one("appClipDefaultExperience", "appClipDefaultExperiences"), .many("appStoreVersionExperiments"),
                .many("appStoreVersionExperimentsV2", "appStoreVersionExperiments"), .linked("customerReviews"),
                .one("alternativeDistributionPackage", "alternativeDistributionPackages"),
            ]),
        .appStoreVersionLocalizations: Shape(
            "description locale keywords marketingUrl promotionalText supportUrl whatsNew",
            [
                .one("appStoreVersion", "appStoreVersions", links: false), .many("appScreenshotSets"),
                .many("appPreviewSets"), .many("searchKeywords", "appKeywords"),
            ]),
        .appStoreVersionPhasedReleases: Shape("phasedReleaseState startDate totalPauseDuration currentDayNumber"),
        .webhooks: Shape("enabled eventTypes name url", [.one("app", "apps", links: false), .linked("deliveries")]),
        .webhookDeliveries: Shape(
            "createdDate deliveryState errorMessage redelivery sentDate request response",
            [.one("event", "webhookEvents", links: false)]),
        .webhookEvents: Shape("eventType payload ping createdDate"),
    ]
}
