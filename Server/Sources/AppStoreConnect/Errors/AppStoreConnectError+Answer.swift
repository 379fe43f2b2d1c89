import AirworthyPolicy
import AirworthySupport
import Foundation

extension AppStoreConnectError {
    /// What a refusal means.
    /// - Parameters:
    ///   - response: An answer whose status is not 2xx.
    ///   - now: Our clock, for a `Retry-After` that names a moment.
    init(refusal response: HTTPTransport.Response, now: Date) {
        let errors = Self.errors(response.body)
        let (known, kind) = Self.known(errors)
        let first = known ?? errors.first
        self.init(
            kind ?? Self.kind(status: response.status), status: response.status, code: first?.code.map(Self.short),
            detail: first?.text.map(Self.short) ?? Self.silence(response),
            retryAfter: response["Retry-After"].flatMap { RetryAfter.seconds($0, now: now) }.map {
                Int($0.rounded(.up))
            })
        // The hour of a limit rolls: within seconds nothing is free again, within minutes something is.
        if self.kind == .rateLimited, retryAfter == nil,
            response["X-Rate-Limit"].flatMap({ RateLimit($0).hourRemaining }) == 0
        {
            retryAfter = 60
        }
    }

    /// What it means that there is no answer.
    init(_ failure: HTTPTransport.Failure) {
        switch failure {
        case .timedOut: self.init(.timedOut, detail: "no answer in time")
        case .unreachable(let why): self.init(.unreachable, detail: Self.short(why))
        case .tooLarge: self.init(.malformed, detail: "the answer is too large")
        }
    }

    private struct Stated {
        let code: String?
        let text: String?
    }

    /// By how Apple's codes begin, in the order that decides when there are several. Apple may lengthen them.
    private static let kinds: [(prefix: String, kind: Kind)] = [
        ("FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", .agreements), ("NOT_AUTHORIZED", .credentials),
        ("RATE_LIMIT_EXCEEDED", .rateLimited), ("FORBIDDEN_ERROR", .forbidden), ("FORBIDDEN", .forbidden),
        ("PATH_ERROR", .invalidRequest), ("PARAMETER_ERROR", .invalidRequest), ("ENTITY_INVALID", .invalidRequest),
        ("ENTITY_UNPROCESSABLE", .invalidRequest), ("METHOD_NOT_ALLOWED", .invalidRequest), ("NOT_FOUND", .notFound),
        ("ENTITY_ERROR", .conflict), ("STATE_ERROR", .conflict),
    ]

    private static func known(_ errors: [Stated]) -> (Stated?, Kind?) {
        for (prefix, kind) in kinds {
            if let error = errors.first(where: { begins($0.code, with: prefix) }) { return (error, kind) }
        }
        return (nil, nil)
    }

    private static func begins(_ code: String?, with prefix: String) -> Bool {
        code.map { $0 == prefix || $0.hasPrefix(prefix + ".") } ?? false
    }

    private static func kind(status: Int) -> Kind {
        switch status {
        case 401: .credentials
        case 403: .forbidden
        case 404, 410: .notFound
        case 408: .timedOut
        case 409: .conflict
        case 429: .rateLimited
        case 400..<500: .invalidRequest
        case 500..<600: .server
        default: .malformed
        }
    }

    private static func errors(_ body: [UInt8]) -> [Stated] {
        let options = JSONReader.Options(maximumDepth: 32, duplicateKeys: .keepFirst)
        guard let json = try? JSONReader.read(body, options: options).jsonValue else { return [] }
        return (json["errors"]?.arrayValue ?? []).map { error in
            Stated(
                code: error["code"]?.stringValue,
                text: error["detail"]?.stringValue ?? error["title"]?.stringValue)
        }
    }

    private static func silence(_ response: HTTPTransport.Response) -> String {
        guard (300..<400).contains(response.status) else {
            return response.body.isEmpty ? "no reason given" : "no reason given that can be read"
        }
        return "it redirects, which is not followed, since the token would go along"
    }

    /// Somebody else's text, cut to what a log can take.
    private static func short(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(400).map { $0.value < 0x20 ? " " : $0 }))
    }
}
