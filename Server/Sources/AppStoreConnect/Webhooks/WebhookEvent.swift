import AirworthyPolicy
package import Foundation

/// What a webhook announces. It is a hint to look, never a fact: it may come late, twice, or not at all.
package struct WebhookEvent: Hashable, Sendable {
    /// The resource it is about.
    package struct Instance: Hashable, Sendable {
        /// E.g. `buildBetaDetails`.
        package var type: String
        /// App Store Connect's id of it.
        package var id: String

        /// Makes an instance.
        package init(type: String, id: String) {
            self.type = type
            self.id = id
        }
    }

    /// Of this event; the same when it is sent again.
    package var id: String
    /// E.g. `buildBetaDetailExternalBuildStateUpdated`; others than we know survive.
    package var type: String
    /// What it is about.
    package var instance: Instance?
    /// The state before, if it names one.
    package var oldState: String?
    /// The state now, if it names one.
    package var newState: String?
    /// When it happened.
    package var timestamp: Date?

    /// Reads the body of a request whose signature was checked.
    /// - Returns: `nil` for what has no event with type and id in it.
    package init?(json body: [UInt8]) {
        let options = JSONReader.Options(maximumDepth: 32, duplicateKeys: .keepFirst)
        guard let data = try? JSONReader.read(body, options: options).jsonValue["data"],
            let type = data["type"]?.stringValue, let id = data["id"]?.stringValue, !id.isEmpty
        else { return nil }
        self.id = id
        self.type = type
        let attributes = data["attributes"]
        oldState = Self.state(attributes, ["oldValue", "oldExternalBuildState", "oldState"])
        newState = Self.state(attributes, ["newValue", "newExternalBuildState", "newState"])
        timestamp = attributes?["timestamp"]?.stringValue.flatMap { Timestamp.parse($0) }
        // Some kinds have type and id right there, without "data".
        let link = data["relationships"]?["instance"]
        if let type = (link?["data"] ?? link)?["type"]?.stringValue,
            let id = (link?["data"] ?? link)?["id"]?.stringValue
        {
            instance = Instance(type: type, id: id)
        }
    }

    /// The ping that somebody asked for.
    package var isPing: Bool { type == "webhookPingCreated" }

    private static func state(_ attributes: JSONValue?, _ names: [String]) -> String? {
        for name in names {
            // The state of an upload is an object with further members.
            guard let value = attributes?[name] else { continue }
            if let state = value.stringValue ?? value["state"]?.stringValue { return state }
        }
        return nil
    }
}
