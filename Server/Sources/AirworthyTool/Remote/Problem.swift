import AirworthyPolicy

/// A refusal in the server's own words (RFC 9457).
struct Problem: Hashable {
    /// The status it came with.
    let status: Int
    /// The last part of its type, e.g. `preflight-failed`.
    let name: String
    let detail: String
    let pointer: String?
    let findings: [Finding]
    /// The id of the request, to find it in the server's log.
    let instance: String?
    let retryAfter: Int?

    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - json: The body; `nil` is returned unless it is a problem of ours.
    ///   - retryAfter: The seconds the answer's head tells to wait.
    init?(status: Int, json: JSONValue, retryAfter: Int?) {
        let prefix = "urn:airworthy:problem:"
        guard let type = json["type"]?.stringValue, type.hasPrefix(prefix) else { return nil }
        self.status = status
        name = String(type.dropFirst(prefix.count).prefix(64))
        let words = json["detail"]?.stringValue ?? json["title"]?.stringValue ?? ""
        detail = String((words.isEmpty ? "the server says no more" : words).prefix(2_000))
        pointer = json["pointer"]?.stringValue.map { String($0.prefix(256)) }
        findings = (json["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:))
        instance = json["instance"]?.stringValue.map { String($0.prefix(64)) }
        self.retryAfter = retryAfter
    }

    /// The problem as one sentence and the status that fits it.
    func toolError(_ token: BearerToken) -> ToolError {
        var text = detail
        while text.last == "." { text.removeLast() }
        if let pointer, !pointer.isEmpty { text += " (at \(pointer))" }
        if let advice = advice(token) { text += "; \(advice)" }
        text += " [\(name)]"
        if status >= 500, let instance { text += ", request \(instance)" }
        return ToolError(exitStatus, text.printable)
    }

    private func advice(_ token: BearerToken) -> String? {
        switch name {
        case "unauthorized": "the token is the one from \(token.source)"
        case "precondition-failed": "look at what is in force now, and run the command again"
        default: status == 503 || status == 429 ? retryAfter.map { "try again in \($0) s" } : nil
        }
    }

    private var exitStatus: ToolStatus {
        switch (status, name) {
        case (_, "slug-taken"): .cannotCreate
        case (_, "no-signing-key"), (_, "clock-wrong"), (_, "degraded"): .unavailable
        case (401, _), (403, _): .noPermission
        case (404, _), (410, _): .missingFile
        case (408, _), (412, _), (429, _), (503, _), (507, _): .temporaryFailure
        case (400, _), (409, _), (413, _), (414, _), (422, _), (431, _): .badData
        default: .unavailable
        }
    }
}

extension Finding {
    /// Reads a finding as the server writes it; `nil` unless it is one.
    init?(json: JSONValue) {
        guard let code = json["code"]?.stringValue, let message = json["message"]?.stringValue,
            let severity = json["severity"]?.stringValue.flatMap(Severity.init)
        else { return nil }
        var position: TextPosition?
        if let line = json["line"]?.intValue, let column = json["column"]?.intValue {
            position = TextPosition(line: line, column: column)
        }
        self.init(
            code: code, severity: severity, path: json["path"]?.stringValue ?? "", position: position, message: message)
    }
}
