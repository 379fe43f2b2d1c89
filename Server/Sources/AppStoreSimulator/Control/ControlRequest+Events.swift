import Foundation

extension ControlRequest {
    /// Tells of something that has no consequences here: any type of event, also one that is not documented.
    mutating func sendEvent() throws(Problem) -> JSON {
        let app = try app()
        let eventType = try fields.requiredText("eventType")
        guard Vocabulary.allows(eventType, among: Vocabulary.eventTypes) else {
            throw fields.problem(
                "eventType",
                "`\(eventType)` is none of \(Vocabulary.eventTypes.joined(separator: ", ")), nor does it begin with FUTURE_"
            )
        }
        let id = try fields.text("id") ?? UUID().uuidString.lowercased()
        let given = fields.json("attributes")
        guard given == nil || given?.object != nil else { throw fields.problem("attributes", "is no object") }
        var attributes = Self.attributes(of: eventType, app)
        for (name, value) in given?.object?.members ?? [] { attributes[name] = value }
        let instance: JSON = ["type": .string(Self.instance(of: eventType)), "id": .string(id)]
        var more: JSONObject = [:]
        if eventType.hasPrefix("ALTERNATIVE_DISTRIBUTION_") {
            more["marketplaceApp"] = ["data": ["type": "apps", "id": .string(app.id)]]
        }
        // Those of background assets come without `data`.
        let isBare = eventType.hasPrefix("BACKGROUND_ASSET_")
        let event = state.world.event(
            eventType, Self.payloadType(of: eventType), attributes: attributes,
            instance: isBare ? instance : ["data": instance], more: more)
        // What is not documented goes to everybody.
        let isKnown = Vocabulary.eventTypes.contains(eventType)
        let wanting = state.world.webhooks.filter { $0.app == app.id && $0.isEnabled }
        if !isKnown { for hook in wanting { state.world.deliver(event, to: hook) } }
        let count = isKnown ? state.world.announce(event, app: app.id) : wanting.count
        return ["id": .string(event.id), "webhooks": .integer(count)]
    }

    /// `BUILD_UPLOAD_STATE_UPDATED` is `buildUploadStateUpdated`.
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

    private static func attributes(of eventType: String, _ app: AppRecord) -> JSONObject {
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
