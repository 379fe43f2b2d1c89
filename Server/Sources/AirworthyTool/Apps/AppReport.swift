import AirworthyPolicy

/// The output of `apps list`.
struct AppListReport {
    /// The response of the server.
    let json: JSONValue
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["APP", "STATE", "REVISION", "EXPIRES (UTC)", "SIGNED BY", "BUNDLE ID"], numbers: [2])
        for app in json["apps"]?.arrayValue ?? [] {
            table.add([
                app["slug"]?.stringValue ?? "", AppReport.state(app), AppReport.revision(app),
                UTCTime.cell(app["head"]?["expiresAt"]), app["signing"]?.stringValue ?? "",
                app["bundleID"]?.stringValue ?? "",
            ])
        }
        return table.lines(
            style: style, whenEmpty: "no apps yet; create one with: airworthy apps create NAME --bundle-id ID")
    }
}

/// The output of `apps show`, `apps create` and `apps update`.
struct AppReport {
    /// The response of the server.
    let json: JSONValue
    var style = TerminalStyle.standardOutput

    private var head: JSONValue { json["head"] ?? nil }

    /// Returns the state of an app: `live`, `degraded` or `unpublished`.
    static func state(_ app: JSONValue) -> String { app["head"]?["state"]?.stringValue ?? "unknown" }

    /// Returns the published revision; empty if there is none.
    static func revision(_ app: JSONValue) -> String { number(app["head"]?["revision"]) ?? "" }

    private static func number(_ value: JSONValue?) -> String? {
        value?.intValue.flatMap { $0 > 0 ? String($0) : nil }
    }

    var lines: [String] {
        ["\(colouredState)  \((json["slug"]?.stringValue ?? "?").printable)"] + details.lines + notes
    }

    private var colouredState: String {
        let state = Self.state(json)
        let colour: TerminalStyle.Colour = state == "live" ? .green : state == "degraded" ? .red : .yellow
        return style(state.uppercased().printable, as: colour, .bold)
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("problem", value: head["problem"]?.stringValue)
        lines.add("bundle id", value: json["bundleID"]?.stringValue)
        lines.add("Apple ID", value: json["appleID"]?.numberValue?.text)
        lines.add("platforms", value: json["platforms"]?.joinedTexts)
        lines.add("language", value: json["defaultLanguage"]?.stringValue)
        lines.add("signed by", value: json["signing"]?.stringValue)
        lines.add("audience", value: json["audience"]?.stringValue)
        lines.add("lineage", value: json["lineage"]?.stringValue)
        lines.add("internal builds", value: json["internalBuilds"]?.stringValue)
        lines.add("tester notes", value: json["testFlightNotes"]?.stringValue)
        lines.add("storefronts", value: json["storefronts"]?.joinedTexts)
        lines.add("Apple key", value: json["appleKeyID"]?.stringValue)
        lines.add("webhook", value: json["webhookURL"]?.stringValue)
        lines.add("pins", value: pins)
        lines.add("created", value: UTCTime.text(json["createdAt"]))
        lines.add("revision", value: Self.revision(json))
        lines.add("policy", value: Self.number(head["policyVersion"]))
        lines.add("digest", value: head["digest"]?.stringValue)
        lines.add("issued", value: UTCTime.text(head["issuedAt"]))
        lines.add("expires", value: UTCTime.text(head["expiresAt"]))
        return lines
    }

    /// One line for each pinned key: role, id and key.
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
