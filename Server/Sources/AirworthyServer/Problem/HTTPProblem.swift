import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// An error response as defined by RFC 9457. The caller sees all of it.
struct HTTPProblem: Error, Hashable, Sendable {
    let kind: ProblemKind
    let status: HTTPResponse.Status
    /// The explanation for people: what failed and what to do. Contains no secrets and no text of unknown errors.
    let detail: String
    /// The place in the body as an RFC 6901 pointer, if a single place is wrong.
    let pointer: String?
    /// The name of the query parameter that is wrong, if one is.
    let parameter: String?
    /// The findings in a document, if the body was one.
    let findings: [Finding]
    /// The predicted effect that a limit does not allow, as JSON.
    let impact: JSONValue?
    /// The reason for which the caller's token was not enough; `nil` for other problems.
    private(set) var failure: AuthenticationFailure?
    /// Header fields of the response in addition to those of every problem.
    let headers: HTTPFields

    /// Creates a problem. The status, the header fields and the reason for which the token was not enough come from
    /// `kind`; the parameters replace the status and the reason, and add header fields.
    init(
        _ kind: ProblemKind, detail: String, status: HTTPResponse.Status? = nil, pointer: String? = nil,
        parameter: String? = nil, findings: [Finding] = [], impact: JSONValue? = nil, headers: HTTPFields = [:],
        failure: AuthenticationFailure? = nil
    ) {
        self.kind = kind
        self.status = status ?? HTTPResponse.Status(known: kind.status)
        self.detail = detail
        self.pointer = pointer
        self.parameter = parameter
        self.findings = findings
        self.impact = impact
        self.failure = failure ?? AuthenticationFailure(kind)
        var all = headers
        if let seconds = kind.retryAfter { all[.retryAfter] = String(seconds) }
        if kind == .unauthorized { all[.wwwAuthenticate] = "Bearer" }
        self.headers = all
    }

    /// Creates a 400 for a query parameter.
    static func parameter(_ name: String, detail: String) -> HTTPProblem {
        HTTPProblem(.invalid, detail: "\(name): \(detail)", parameter: name)
    }

    /// Creates a 400 for a place in the body.
    static func body(at pointer: String, detail: String) -> HTTPProblem {
        HTTPProblem(.invalid, detail: detail, pointer: pointer)
    }

    /// Creates a 413 for a body above a limit.
    static func bodyTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(.bodyTooLarge, detail: "the body is longer than \(limit) bytes, the limit of this route")
    }

    /// Creates a 403 for a token without a right.
    static func lacks(_ right: Rights) -> HTTPProblem {
        HTTPProblem(.forbidden, detail: "this token lacks the right \"\(right.names.joined(separator: ", "))\"")
    }

    /// Creates a 404 for an app that does not exist or is out of the token's scope, without revealing which.
    static func appOutOfScope(_ slug: String) -> HTTPProblem {
        HTTPProblem(.notFound, detail: "there is no app \"\(slug.forMessage)\" for this token")
    }

    /// The 400 for the address of a page whose query is not that of a form, or too long.
    static let unreadableQuery = HTTPProblem(.refused, detail: "the address has a query that cannot be read")

    // MARK: From errors

    init(_ error: ControlPlaneError, failure: AuthenticationFailure? = nil) {
        let isDocument = error.kind == .invalid && !error.findings.isEmpty
        self.init(
            error.kind, detail: error.detail, status: isDocument ? .unprocessableContent : nil,
            pointer: error.pointer, findings: error.findings, impact: error.impact, failure: failure)
    }

    /// Returns this problem as one that does not concern a token, such as a form of another site.
    func withoutToken() -> HTTPProblem {
        var problem = self
        problem.failure = nil
        return problem
    }

    /// Creates the problem of a store error. The cause of an unusable database goes to the log only.
    init(_ error: StoreError) {
        switch error {
        case .full, .scarce: self.init(.storeFull, detail: error.description)
        case .locked: self.init(.storeLocked, detail: error.description)
        case .outcomeUnknown: self.init(.outcomeUnknown, detail: error.description)
        case .unavailable, .newerSchema:
            self.init(.storeUnavailable, detail: "the database is unavailable; nothing was changed; try again later")
        }
    }

    /// Creates the problem of any error. An unknown error becomes a 500 that reveals nothing of it.
    init(any error: any Error) {
        switch error {
        case let error as HTTPProblem: self = error
        case let error as ControlPlaneError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as NIOTooManyBytesError:
            self = error.maxBytes.map { .bodyTooLarge(limit: $0) } ?? HTTPProblem(status: .contentTooLarge)
        case is CancellationError: self.init(.notReady, detail: "the server is stopping; try again")
        case let error as any HTTPResponseError: self.init(status: error.status)
        default: self.init(.internal, detail: "the server failed to handle the request; see the server's log")
        }
    }

    /// Creates the problem of a status that came without an explanation.
    init(status: HTTPResponse.Status) {
        let kind: ProblemKind =
            switch status.code {
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 408: .requestTimeout
            case 413: .bodyTooLarge
            case 414: .urlTooLong
            case 415: .unsupportedMediaType
            case 429: .tooManyFailures
            case 431: .headersTooLarge
            case 503: .notReady
            case 500...: .internal
            default: .refused
            }
        self.init(kind, detail: kind == .notFound ? "there is nothing at this path" : kind.title, status: status)
    }

    // MARK: As a response

    /// Returns the body of the response, an RFC 9457 object. `instance` is the id of the request.
    func jsonValue(instance: String) -> JSONValue {
        var object: JSONObject = [
            "type": .string("urn:airworthy:problem:\(kind.rawValue)"), "title": .string(kind.title),
            "status": .number(JSONNumber(status.code)), "detail": .string(detail),
        ]
        object["pointer"] = pointer.map(JSONValue.string)
        object["parameter"] = parameter.map(JSONValue.string)
        if !findings.isEmpty { object["findings"] = findings.listing }
        object["impact"] = impact
        object["instance"] = .string(instance)
        return .object(object)
    }

    /// Returns the response, which no cache stores. `instance` is the id of the request.
    func response(instance: String) -> Response {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        let body = ByteBuffer(bytes: jsonValue(instance: instance).jsonBytes())
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPResponse.Status {
    private static let known: [HTTPResponse.Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .requestTimeout, .conflict, .gone,
        .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType, .unprocessableContent,
        .preconditionRequired, .tooManyRequests, .requestHeaderFieldsTooLarge, .internalServerError,
        .serviceUnavailable, .init(code: 507, reasonPhrase: "Insufficient Storage"),
    ]

    /// Creates a status with its reason phrase.
    fileprivate init(known code: Int) { self = Self.known.first { $0.code == code } ?? .init(code: code) }
}

extension String {
    /// The text for use in a message: at most 64 characters, control characters replaced.
    var forMessage: String {
        let scalars = unicodeScalars.prefix(64).map { $0.isControl ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > 64 ? "…" : "")
    }
}

extension Unicode.Scalar {
    /// Whether the character is a C0 or C1 control or DEL.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
