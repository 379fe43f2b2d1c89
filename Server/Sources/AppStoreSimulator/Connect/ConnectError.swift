struct ConnectError: Error, Hashable, Sendable {
    let status: Int
    let code: String
    let title: String
    let detail: String
    var parameter: String?
    var pointer: String?
    var hasID = true

    /// Returns a response with the error document, whose id is as in Apple's logs.
    func response(id: String) -> SimulatorResponse {
        var error: JSONObject = hasID ? ["id": .string(id)] : [:]
        error["status"] = .string(String(status))
        error["code"] = .string(code)
        error["title"] = .string(title)
        error["detail"] = .string(detail)
        if let parameter { error["source"] = ["parameter": .string(parameter)] }
        if let pointer { error["source"] = ["pointer": .string(pointer)] }
        return .json(["errors": [.object(error)]], status: status)
    }

    static let unauthorized = ConnectError(
        status: 401, code: "NOT_AUTHORIZED", title: "Authentication credentials are missing or invalid.",
        detail: """
            Provide a properly configured and signed bearer token, and make sure that it has not expired. Learn more \
            about Generating Tokens for API Requests https://developer.apple.com/go/?id=api-generating-tokens
            """, hasID: false)
    static let forbidden = ConnectError(
        status: 403, code: "FORBIDDEN_ERROR", title: "This request is forbidden for security reasons",
        detail: "The API key in use does not allow this request")
    static let agreements = ConnectError(
        status: 403, code: "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED",
        title: "A required agreement is missing or has expired.",
        detail: """
            This request requires an in-effect agreement that has not been signed or has expired. The account holder \
            has to accept it.
            """)
    static let rateLimited = ConnectError(
        status: 429, code: "RATE_LIMIT_EXCEEDED", title: "The request rate limit has been reached.",
        detail:
            "We've received too many requests for this API. Please wait and try again or slow down your request rate.")
    static let server = ConnectError(
        status: 500, code: "UNEXPECTED_ERROR", title: "An unexpected error occurred.",
        detail: "An unexpected error occurred on the server side. If this issue continues, contact us.")
    static let notJSON = ConnectError(
        status: 400, code: "ENTITY_INVALID", title: "JSON processing failed",
        detail: "The request body is no valid JSON")

    static func path(_ path: String) -> ConnectError {
        ConnectError(
            status: 404, code: "PATH_ERROR", title: "The URL path is not valid",
            detail: "The resource '\(path)' does not exist")
    }

    static func notFound(_ type: String, id: String) -> ConnectError {
        ConnectError(
            status: 404, code: "NOT_FOUND", title: "The specified resource does not exist",
            detail: "There is no resource of type '\(type)' with id '\(id)'")
    }

    static func method(_ method: String, allowed: [String]) -> ConnectError {
        ConnectError(
            status: 405, code: "METHOD_NOT_ALLOWED", title: "The request method is not valid for the resource path.",
            detail: "The method \(method) is not allowed here; allowed: \(allowed.joined(separator: ", "))")
    }

    static func contentType(_ type: String) -> ConnectError {
        ConnectError(
            status: 415, code: "UNSUPPORTED_MEDIA_TYPE", title: "The content type of the request is not supported.",
            detail: "The content type '\(type)' is not supported; send application/json")
    }

    static func illegal(_ name: String) -> ConnectError {
        ConnectError(
            status: 400, code: "PARAMETER_ERROR.ILLEGAL", title: "A given parameter is not allowed for this request",
            detail: "The parameter '\(name)' can not be used with this request", parameter: name)
    }

    static func invalid(_ name: String, detail: String) -> ConnectError {
        ConnectError(
            status: 400, code: "PARAMETER_ERROR.INVALID", title: "A parameter has an invalid value", detail: detail,
            parameter: name)
    }

    static func required(_ name: String) -> ConnectError {
        ConnectError(
            status: 400, code: "PARAMETER_ERROR.REQUIRED", title: "A required parameter is missing",
            detail: "The parameter '\(name)' is required but was not provided", parameter: name)
    }

    static func malformed(at pointer: String, detail: String) -> ConnectError {
        ConnectError(
            status: 422, code: "ENTITY_UNPROCESSABLE", title: "The request entity is not processable", detail: detail,
            pointer: pointer)
    }

    static func entity(_ code: String, at pointer: String, detail: String) -> ConnectError {
        ConnectError(
            status: 409, code: "ENTITY_ERROR.\(code)",
            title: code.hasSuffix("REQUIRED")
                ? "The provided entity is missing a required attribute"
                : "The provided entity includes an attribute with an invalid value", detail: detail, pointer: pointer)
    }

    static func state(_ detail: String) -> ConnectError {
        ConnectError(
            status: 409, code: "STATE_ERROR", title: "The request cannot be fulfilled in the current state.",
            detail: detail)
    }

    static func unprocessable(_ detail: String) -> ConnectError {
        ConnectError(
            status: 422, code: "ENTITY_UNPROCESSABLE", title: "The request entity is not processable", detail: detail)
    }
}
