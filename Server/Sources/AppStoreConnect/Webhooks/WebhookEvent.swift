import AirworthyPolicy

/// An event of an App Store Connect webhook. It is a hint to look, never data: it may come late, twice, or not at all.
package struct WebhookEvent: Hashable, Sendable {
    /// The resource that an event is about.
    package struct Instance: Hashable, Sendable {
        /// The type, e.g. `buildBetaDetails`.
        package var type: String
        /// App Store Connect's id.
        package var id: String
    }

    /// The id of the event; the same when it is sent again.
    package var id: String
    /// The type, e.g. `buildBetaDetailExternalBuildStateUpdated`; unknown ones survive.
    package var type: String
    /// The resource that changed.
    package var instance: Instance?
    /// The state now, if the event names one.
    package var newState: String?

    /// Reads the body of a request whose signature was checked; `nil` without an event with type and id.
    package init?(json body: [UInt8]) {
        let options = JSONReader.Options(maximumDepth: 32, duplicateKeys: .keepFirst)
        guard let data = try? JSONReader.read(body, options: options).jsonValue["data"],
            let type = data["type"]?.stringValue, let id = data["id"]?.stringValue, !id.isEmpty
        else { return nil }
        self.id = id
        self.type = type
        newState = Self.state(in: data["attributes"])
        // Some event types have type and id in `instance` itself, without "data".
        let link = data["relationships"]?["instance"]
        if let type = (link?["data"] ?? link)?["type"]?.stringValue,
            let id = (link?["data"] ?? link)?["id"]?.stringValue
        {
            instance = Instance(type: type, id: id)
        }
    }

    /// Whether it is a requested ping.
    package var isPing: Bool { type == "webhookPingCreated" }

    private static func state(in attributes: JSONValue?) -> String? {
        for name in ["newValue", "newExternalBuildState", "newState"] {
            // The state of an upload is an object with further members.
            guard let value = attributes?[name] else { continue }
            if let state = value.stringValue ?? value["state"]?.stringValue { return state }
        }
        return nil
    }
}
