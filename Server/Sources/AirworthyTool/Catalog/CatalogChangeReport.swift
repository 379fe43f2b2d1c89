import AirworthyPolicy

/// The output of `catalog import`, `catalog withdraw` and `catalog reset`.
struct CatalogChangeReport {
    let app: String
    /// The response of the server.
    let json: JSONValue
    /// The change, such as `IMPORTED`.
    let verb: String
    var style = TerminalStyle.standardOutput

    private var isNew: Bool { json["new"]?.boolValue ?? true }

    var lines: [String] {
        let count = json["releases"]?.intValue?.counted("release") ?? "a catalog"
        let asOf = UTCTime.text(json["asOf"]).map { " as of \($0)" } ?? ""
        let headline =
            isNew
            ? "\(style(verb, as: .green, .bold))  \(app), \(count)"
            : "\(style("NO CHANGE", as: .yellow, .bold))  \(app) already has "
                + (verb == "IMPORTED" ? "this catalog, \(count)" : count)
        return [headline + asOf] + publication
    }

    private var publication: [String] {
        var lines: [String] = []
        if let revision = json["publication"]?["revision"]?.intValue {
            lines.append("Published as revision \(revision). Apps receive it at their next check.")
        } else if let time = UTCTime.text(json["publishesAt"]) {
            lines.append("Will be published at \(time): changed releases are published at most every ten minutes.")
        } else if isNew {
            lines.append("Nothing was published: there is no policy yet, CI signs the app, or apps see no difference.")
        }
        if let alert = json["alert"]?.stringValue { lines.append(style("alert: ", as: .red) + alert.printable) }
        return lines
    }
}
