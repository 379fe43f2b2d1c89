import AirworthyPolicy

/// A decision in the output of `linux-client`.
struct DecisionRecord {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    var status: String? { json["status"]?.stringValue }
    var isBlocking: Bool { json["blocking"] == true }
    var reason: String? { json["reason"]?.stringValue }
    var rule: String? { json["rule"]?.stringValue }
    var softened: String? { json["softened"]?.stringValue }
    var revision: Int? { json["revision"]?.intValue }
    var deadline: String? { json["deadline"]?.stringValue }
    var isSkippable: Bool { json["skippable"] == true }
    var message: String? { json["message"]?.stringValue }
    /// The version of the offered update.
    var update: String? { json["update"]?["version"]?.stringValue }
    /// The newest known version.
    var newest: String? { json["newest"]?["version"]?.stringValue }
    var url: String? { json["update"]?["url"]?.stringValue }
}

/// A presentation in the output of `linux-client`.
struct ScreenRecord {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// `nothing`, `banner`, `prompt`, `gate` or `maintenance`.
    var shows: String? { json["show"]?.stringValue }
    var why: String? { json["reason"]?.stringValue }
    /// The version that a prompt or gate offers.
    var update: String? { json["update"]?.stringValue }
    /// The buttons.
    var options: [String] { (json["options"]?.arrayValue ?? []).compactMap(\.stringValue) }
    var isRechecking: Bool { json["rechecking"] == true }
    /// The time at which it changes without a new decision.
    var nextAt: String? { json["nextAt"]?.stringValue }
}

/// The result of a check in the output of `linux-client`.
struct CheckRecord {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// `upToDate`, `available 2.2.1` or `undetermined`.
    var outcome: String {
        [json["outcome"]?.stringValue, json["version"]?.stringValue].compactMap(\.self).joined(separator: " ")
    }
    var isFresh: Bool { json["isFresh"] == true }
    var screen: ScreenRecord { ScreenRecord(json["screen"] ?? .null) }
}
