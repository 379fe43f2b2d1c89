import Foundation

extension ControlRequest {
    /// Sends an event of any type, also an undocumented one, without changing other data.
    mutating func sendEvent() throws(ControlError) -> JSON {
        let app = try app()
        guard let eventType = try fields.word("eventType", among: Vocabulary.eventTypes) else {
            throw fields.problem("is missing", at: "eventType")
        }
        let id = try fields.text("id") ?? UUID().uuidString.lowercased()
        let given = fields.json("attributes")
        guard given == nil || given?.object != nil else {
            throw fields.problem("must be an object", at: "attributes")
        }
        let attributes = Self.attributes(of: eventType, app: app).merging(given?.object ?? [:]) { _, new in new }
        let instance: JSON = ["type": .string(Self.instance(of: eventType)), "id": .string(id)]
        var more: JSONObject = [:]
        if eventType.hasPrefix("ALTERNATIVE_DISTRIBUTION_") {
            more["marketplaceApp"] = ["data": ["type": "apps", "id": .string(app.id)]]
        }
        // Apple sends the instance of background assets without `data`.
        let isBare = eventType.hasPrefix("BACKGROUND_ASSET_")
        let event = state.world.createEvent(
            eventType, payloadType: Self.payloadType(of: eventType), attributes: attributes,
            instance: isBare ? instance : ["data": instance], more: more)
        let count: Int
        if Vocabulary.eventTypes.contains(eventType) {
            count = state.world.announce(event, app: app.id)
        } else {
            // No webhook can register for an undocumented type, so every webhook receives it.
            let receivers = state.world.webhooks.filter { $0.app == app.id && $0.isEnabled }
            for hook in receivers { state.world.deliver(event, to: hook) }
            count = receivers.count
        }
        return ["id": .string(event.id), "webhooks": .integer(count)]
    }

    /// Returns `buildUploadStateUpdated` for `BUILD_UPLOAD_STATE_UPDATED`.
    private static func payloadType(of eventType: String) -> String {
        let words = eventType.split(separator: "_").map { $0.lowercased() }
        return words.enumerated().map { index, word in
            index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
    }

    private static func instance(of eventType: String) -> String {
        switch eventType {
        case "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED": "appStoreVersions"
        case "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED": "buildBetaDetails"
        case "BUILD_UPLOAD_STATE_UPDATED": "buildUploads"
        case "BETA_FEEDBACK_CRASH_SUBMISSION_CREATED": "betaFeedbackCrashSubmissions"
        case "BETA_FEEDBACK_SCREENSHOT_SUBMISSION_CREATED": "betaFeedbackScreenshotSubmissions"
        case _ where eventType.hasPrefix("BACKGROUND_ASSET_"): "backgroundAssetVersions"
        case _ where eventType.hasPrefix("ALTERNATIVE_DISTRIBUTION_"): "alternativeDistributionPackageVersions"
        default: "futures"
        }
    }

    private static func attributes(of eventType: String, app: AppRecord) -> JSONObject {
        switch eventType {
        case "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED":
            ["newValue": "READY_FOR_REVIEW", "oldValue": "PREPARE_FOR_SUBMISSION"]
        case "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED":
            ["oldExternalBuildState": "BETA_APPROVED", "newExternalBuildState": "IN_BETA_TESTING"]
        case "BUILD_UPLOAD_STATE_UPDATED": ["newState": "COMPLETE"]
        case _ where eventType.hasPrefix("BACKGROUND_ASSET_"): ["oldState": "PROCESSING", "newState": "COMPLETE"]
        case _ where eventType.hasPrefix("ALTERNATIVE_DISTRIBUTION_"):
            ["appId": .string(app.id), "available": true, "territories": ["JPN", "USA"]]
        default: [:]
        }
    }
}
