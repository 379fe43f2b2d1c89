import AirworthyPolicy

/// Tokens as a table.
struct TokenReport {
    let tokens: [JSONValue]
    let now: Clock.Instant

    func lines(_ style: TerminalStyle) -> [String] {
        var table = Table(["ID", "NAME", "KIND", "RIGHTS", "APPS", "MADE (UTC)", "BY", "STATE"])
        for token in tokens {
            table.add([
                token["id"]?.stringValue ?? "", token["name"]?.stringValue ?? "", token["kind"]?.stringValue ?? "",
                Self.rights(token), Self.apps(token), UTCTime.minute(token["createdAt"]),
                token["createdBy"]?.stringValue ?? "", state(token),
            ])
        }
        return table.lines(style, orElse: "no tokens")
    }

    /// `read, publish`, or `none`.
    static func rights(_ token: JSONValue) -> String {
        token["rights"]?.joinedTexts.flatMap { $0.isEmpty ? nil : $0 } ?? "none"
    }

    /// The apps it is limited to, or `all`.
    static func apps(_ token: JSONValue) -> String { token["apps"]?.joinedTexts ?? "all" }

    private func state(_ token: JSONValue) -> String {
        if let time = token["revokedAt"], time != .null { return "revoked \(UTCTime.minute(time))" }
        guard let end = token["expiresAt"]?.stringValue.flatMap(Timestamp.parse) else { return "valid" }
        return end <= now ? "expired \(UTCTime.minute(end))" : "until \(UTCTime.minute(end))"
    }
}
