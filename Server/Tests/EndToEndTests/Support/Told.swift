import AirworthyPolicy

/// A decision, as the app was told.
struct Told {
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
    /// The release to go to, and the newest there is.
    var update: String? { json["update"]?["version"]?.stringValue }
    var newest: String? { json["newest"]?["version"]?.stringValue }
    var url: String? { json["update"]?["url"]?.stringValue }
}

/// What is on the screen.
struct Screen {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// `nothing`, `banner`, `prompt`, `gate` or `maintenance`.
    var shows: String? { json["show"]?.stringValue }
    var why: String? { json["reason"]?.stringValue }
    /// The release that a prompt or gate offers.
    var update: String? { json["update"]?.stringValue }
    /// The buttons.
    var options: [String] { (json["options"]?.arrayValue ?? []).compactMap(\.stringValue) }
    var isRechecking: Bool { json["rechecking"] == true }
    /// When time alone changes it.
    var nextAt: String? { json["nextAt"]?.stringValue }
}

/// The answer to somebody who asked.
struct Check {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// `upToDate`, `available 2.2.1` or `undetermined`.
    var outcome: String {
        [json["outcome"]?.stringValue, json["version"]?.stringValue].compactMap(\.self).joined(separator: " ")
    }
    var isFresh: Bool { json["isFresh"] == true }
    var screen: Screen { Screen(json["screen"] ?? .null) }
}
