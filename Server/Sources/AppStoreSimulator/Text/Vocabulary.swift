/// The values of App Store Connect's enumerations.
enum Vocabulary {
    static let platforms = ["IOS", "MAC_OS", "TV_OS", "VISION_OS"]
    static let processing = ["PROCESSING", "FAILED", "INVALID", "VALID"]
    static let audiences = ["INTERNAL_ONLY", "APP_STORE_ELIGIBLE"]
    static let internalStates = [
        "PROCESSING", "PROCESSING_EXCEPTION", "MISSING_EXPORT_COMPLIANCE", "READY_FOR_BETA_TESTING", "IN_BETA_TESTING",
        "EXPIRED", "IN_EXPORT_COMPLIANCE_REVIEW",
    ]
    static let externalStates =
        internalStates + [
            "READY_FOR_BETA_SUBMISSION", "WAITING_FOR_BETA_REVIEW", "IN_BETA_REVIEW", "BETA_REJECTED", "BETA_APPROVED",
            "NOT_APPLICABLE",
        ]
    static let reviewStates = ["WAITING_FOR_REVIEW", "IN_REVIEW", "REJECTED", "APPROVED"]
    static let versionStates = [
        "ACCEPTED", "DEVELOPER_REJECTED", "IN_REVIEW", "INVALID_BINARY", "METADATA_REJECTED", "PENDING_APPLE_RELEASE",
        "PENDING_DEVELOPER_RELEASE", "PREPARE_FOR_SUBMISSION", "PROCESSING_FOR_DISTRIBUTION", "READY_FOR_DISTRIBUTION",
        "READY_FOR_REVIEW", "REJECTED", "REPLACED_WITH_NEW_VERSION", "WAITING_FOR_EXPORT_COMPLIANCE",
        "WAITING_FOR_REVIEW",
    ]
    /// The values of `appStoreState`, the older attribute that is still sent.
    static let storeStates = [
        "ACCEPTED", "DEVELOPER_REMOVED_FROM_SALE", "DEVELOPER_REJECTED", "IN_REVIEW", "INVALID_BINARY",
        "METADATA_REJECTED", "PENDING_APPLE_RELEASE", "PENDING_CONTRACT", "PENDING_DEVELOPER_RELEASE",
        "PREPARE_FOR_SUBMISSION", "PREORDER_READY_FOR_SALE", "PROCESSING_FOR_APP_STORE", "READY_FOR_REVIEW",
        "READY_FOR_SALE", "REJECTED", "REMOVED_FROM_SALE", "WAITING_FOR_EXPORT_COMPLIANCE", "WAITING_FOR_REVIEW",
        "REPLACED_WITH_NEW_VERSION", "NOT_APPLICABLE",
    ]
    static let releaseTypes = ["MANUAL", "AFTER_APPROVAL", "SCHEDULED"]
    static let phasedStates = ["INACTIVE", "ACTIVE", "PAUSED", "COMPLETE"]
    static let eventTypes = [
        "ALTERNATIVE_DISTRIBUTION_PACKAGE_AVAILABLE_UPDATED", "ALTERNATIVE_DISTRIBUTION_PACKAGE_VERSION_CREATED",
        "ALTERNATIVE_DISTRIBUTION_TERRITORY_AVAILABILITY_UPDATED", "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED",
        "BACKGROUND_ASSET_VERSION_APP_STORE_RELEASE_STATE_UPDATED",
        "BACKGROUND_ASSET_VERSION_EXTERNAL_BETA_RELEASE_STATE_UPDATED",
        "BACKGROUND_ASSET_VERSION_INTERNAL_BETA_RELEASE_CREATED", "BACKGROUND_ASSET_VERSION_STATE_UPDATED",
        "BETA_FEEDBACK_CRASH_SUBMISSION_CREATED", "BETA_FEEDBACK_SCREENSHOT_SUBMISSION_CREATED",
        "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED", "BUILD_UPLOAD_STATE_UPDATED",
    ]

    /// Returns the `appStoreState` for an `appVersionState`.
    static func storeState(_ state: String, isOnSale: Bool) -> String {
        switch state {
        case "READY_FOR_DISTRIBUTION": isOnSale ? "READY_FOR_SALE" : "DEVELOPER_REMOVED_FROM_SALE"
        case "PROCESSING_FOR_DISTRIBUTION": "PROCESSING_FOR_APP_STORE"
        default: state
        }
    }

    /// Whether a scenario may use a value: a known one, or one with `FUTURE_` for a later version of the API.
    static func allows(_ word: String, among words: [String]) -> Bool {
        words.contains(word) || word.hasPrefix("FUTURE_")
    }
}
