import AirworthyPolicy

/// An app as the server has it.
struct AppReport {
    /// The server's answer.
    let json: JSONValue
    let style: TerminalStyle

    private var slug: String { json["slug"]?.stringValue ?? "?" }
    private var head: JSONValue { json["head"] ?? nil }

    /// `live`, `degraded` or `unpublished`.
    static func state(_ app: JSONValue) -> String { app["head"]?["state"]?.stringValue ?? "unknown" }

    /// The revision in force, as text; empty before the first.
    static func revision(_ app: JSONValue) -> String {
        app["head"]?["revision"]?.intValue.flatMap { $0 > 0 ? String($0) : nil } ?? ""
    }

    var lines: [String] { ["\(colouredState)  \(slug.printable)"] + details.lines + notes }

    private var colouredState: String {
        let state = Self.state(json)
        let colour: TerminalStyle.Colour = state == "live" ? .green : state == "degraded" ? .red : .yellow
        return style(state.uppercased().printable, colour, .bold)
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style)
        lines.add("problem", head["problem"]?.stringValue)
        lines.add("bundle id", json["bundleID"]?.stringValue)
        lines.add("Apple ID", json["appleID"]?.numberValue?.text)
        lines.add("platforms", json["platforms"]?.joinedTexts)
        lines.add("language", json["defaultLanguage"]?.stringValue)
        lines.add("signed by", json["signing"]?.stringValue)
        lines.add("audience", json["audience"]?.stringValue)
        lines.add("lineage", json["lineage"]?.stringValue)
        lines.add("internal builds", json["internalBuilds"]?.stringValue)
        lines.add("storefronts", json["storefronts"]?.joinedTexts)
        lines.add("Apple key", json["appleKeyID"]?.stringValue)
        lines.add("webhook", json["webhookURL"]?.stringValue)
        lines.add("pins", pins)
        lines.add("created", UTCTime.sentence(json["createdAt"]))
        lines.add("revision", Self.revision(json))
        lines.add("policy", head["policyVersion"]?.intValue.flatMap { $0 > 0 ? String($0) : nil })
        lines.add("digest", head["digest"]?.stringValue)
        lines.add("issued", UTCTime.sentence(head["issuedAt"]))
        lines.add("expires", UTCTime.sentence(head["expiresAt"]))
        return lines
    }

    /// `root 51d8…  <the key itself>`, one a line.
    private var pins: String? {
        json["pins"]?.arrayValue.map { pins in
            pins.map { pin in
                [pin["role"], pin["id"], pin["key"]].compactMap { $0?.stringValue }.joined(separator: "  ")
            }.joined(separator: "\n")
        }
    }

    private var notes: [String] {
        (json["notes"]?.arrayValue ?? []).compactMap(\.stringValue).map { "note: \($0)".printable }
    }
}
