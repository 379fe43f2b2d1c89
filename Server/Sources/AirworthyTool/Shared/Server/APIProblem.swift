import AirworthyPolicy

/// A refusal of the server with a reason, as RFC 9457 problem details.
struct APIProblem: Hashable {
    private static let typePrefix = "urn:airworthy:problem:"

    let status: Int
    /// The last part of the problem type, such as `preflight-failed`.
    let name: String
    private let detail: String
    private let pointer: String?
    let findings: [Finding]
    /// The id of the request in the server's log.
    private let instance: String?
    private let retryAfter: Int?

    /// Reads a response body; `nil` unless this is a problem of an Airworthy server. `retryAfter` is in seconds.
    init?(status: Int, json: JSONValue, retryAfter: Int?) {
        guard let type = json["type"]?.stringValue, type.hasPrefix(Self.typePrefix) else { return nil }
        self.status = status
        name = String(type.dropFirst(Self.typePrefix.count).prefix(64))
        let text = json["detail"]?.stringValue ?? json["title"]?.stringValue ?? ""
        detail = String((text.isEmpty ? "the server gave no details" : text).prefix(2_000))
        pointer = json["pointer"]?.stringValue.map { String($0.prefix(256)) }
        findings = (json["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:))
        instance = json["instance"]?.stringValue.map { String($0.prefix(64)) }
        self.retryAfter = retryAfter
    }

    /// Returns the problem as a sentence with an exit status.
    func toolError(token: BearerToken) -> ToolError {
        var text = detail
        while text.last == "." { text.removeLast() }
        if let pointer, !pointer.isEmpty { text += " (at \(pointer))" }
        if let advice = advice(token: token) { text += "; \(advice)" }
        text += " [\(name)]"
        if status >= 500, let instance { text += ", request \(instance)" }
        return ToolError(status: exitStatus, description: text.printableLine)
    }

    private func advice(token: BearerToken) -> String? {
        switch name {
        case "unauthorized": "the token came from \(token.source)"
        case "precondition-failed": "check the published policy and run the command again"
        default: status == 503 || status == 429 ? retryAfter.map { "try again in \($0) s" } : nil
        }
    }

    private var exitStatus: ToolExitStatus {
        switch (status, name) {
        case (_, "slug-taken"), (_, "name-taken"): .cannotCreate
        case (_, "limit-exceeded"): .limit
        case (_, "impact-unknown"), (_, "no-signing-key"), (_, "clock-wrong"), (_, "degraded"): .unavailable
        case (401, _), (403, _): .noPermission
        case (404, _), (410, _): .missingFile
        case (408, _), (412, _), (429, _), (503, _), (507, _): .temporaryFailure
        case (400, _), (409, _), (413, _), (414, _), (422, _), (431, _): .badData
        default: .unavailable
        }
    }
}

extension Finding {
    /// Reads a finding in the server's JSON form; `nil` if the value is not one.
    init?(json: JSONValue) {
        guard let code = json["code"]?.stringValue, let message = json["message"]?.stringValue,
            let severity = json["severity"]?.stringValue.flatMap(Severity.init)
        else { return nil }
        var position: TextPosition?
        if let line = json["line"]?.intValue, let column = json["column"]?.intValue {
            position = TextPosition(line: line, column: column)
        }
        self.init(
            code: code, severity: severity, path: json["path"]?.stringValue ?? "", position: position, message: message,
            count: max(1, json["count"]?.intValue ?? 1))
    }
}

/// A refusal of the server because of findings in a file.
struct FileRefusal: Error {
    let report: FindingReport
    let error: ToolError
}

extension APIClient {
    /// Sends a request with the content of a file.
    /// - Throws: ``FileRefusal`` if the server has findings; ``APIError`` for every other outcome.
    func send(_ request: APIRequest, reportingOn document: SourceDocument) async throws -> APIResponse {
        do throws(APIError) {
            return try await send(request)
        } catch {
            guard case .problem(let problem) = error, !problem.findings.isEmpty else { throw error }
            throw FileRefusal(report: document.report(problem.findings), error: problem.toolError(token: token))
        }
    }

    /// Sends a request; `nil` if the answer is the problem with this name, which says that there is nothing.
    func response(to request: APIRequest, missing problem: String) async throws(APIError) -> APIResponse? {
        do throws(APIError) {
            return try await send(request)
        } catch {
            guard error.isProblem(problem) else { throw error }
            return nil
        }
    }

    /// Fetches the known releases of an app, also those that are not published yet; `nil` if there are none.
    func catalogResponse(of app: String) async throws(APIError) -> APIResponse? {
        try await response(to: .get("apps", app, "catalog"), missing: "catalog-not-learnt")
    }

    /// Reads what ``catalogResponse(of:)`` fetches.
    func catalog(of app: String) async throws(APIError) -> Catalog? {
        try await catalogResponse(of: app).flatMap { CatalogReader.read(json: $0.body).catalog }
    }
}
