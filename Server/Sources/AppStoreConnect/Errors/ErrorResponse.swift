import AirworthyPolicy
import AirworthySupport
import Foundation
import OutgoingHTTP

struct ErrorResponse {
    private struct Entry {
        let code: String?
        let text: String?

        /// Whether Apple's code is this one or a longer one below it.
        func begins(with prefix: String) -> Bool {
            code.map { $0 == prefix || $0.hasPrefix(prefix + ".") } ?? false
        }
    }

    /// The kinds by the beginning of Apple's code, which Apple may lengthen. Of several errors the first kind decides.
    private static let kinds: [(prefix: String, kind: AppStoreConnectError.Kind)] = [
        ("FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", .agreements), ("NOT_AUTHORIZED", .credentials),
        ("RATE_LIMIT_EXCEEDED", .rateLimited), ("FORBIDDEN_ERROR", .forbidden), ("FORBIDDEN", .forbidden),
        ("PATH_ERROR", .invalidRequest), ("PARAMETER_ERROR", .invalidRequest), ("ENTITY_INVALID", .invalidRequest),
        ("ENTITY_UNPROCESSABLE", .invalidRequest), ("METHOD_NOT_ALLOWED", .invalidRequest), ("NOT_FOUND", .notFound),
        ("ENTITY_ERROR", .conflict), ("STATE_ERROR", .conflict),
    ]

    private let response: HTTPTransport.Response
    private let entries: [Entry]

    init(_ response: HTTPTransport.Response) {
        self.response = response
        let options = JSONReader.Options(maximumDepth: 32, duplicateKeys: .keepFirst)
        let json = try? JSONReader.read(response.body, options: options).jsonValue
        entries = (json?["errors"]?.arrayValue ?? []).map { error in
            Entry(
                code: error["code"]?.stringValue, text: error["detail"]?.stringValue ?? error["title"]?.stringValue)
        }
    }

    /// Returns the error that the response stands for, with Apple's code and detail where they can be read. `now` is
    /// for a `Retry-After` that names a date.
    func error(now: Date) -> AppStoreConnectError {
        let (known, kind) = decisive ?? (entries.first, statusKind)
        var error = AppStoreConnectError(
            kind, status: response.status, code: known?.code.map(AppStoreConnectError.short),
            detail: known?.text.map(AppStoreConnectError.short) ?? missingReason,
            retryAfter: response["Retry-After"].flatMap { RetryAfter.seconds($0, now: now) }.map {
                .seconds($0.rounded(.up))
            })
        if error.kind == .rateLimited, error.retryAfter == nil,
            response["X-Rate-Limit"].flatMap({ RateLimitHeader($0).hourRemaining }) == 0
        {
            error.retryAfter = CallBudget.pause
        }
        return error
    }

    private var decisive: (Entry?, AppStoreConnectError.Kind)? {
        for (prefix, kind) in Self.kinds {
            if let entry = entries.first(where: { $0.begins(with: prefix) }) { return (entry, kind) }
        }
        return nil
    }

    private var statusKind: AppStoreConnectError.Kind {
        switch response.status {
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

    private var missingReason: String {
        guard (300..<400).contains(response.status) else {
            return response.body.isEmpty ? "no reason given" : "no reason given that can be read"
        }
        return "it redirects, which is not followed, since the token would go along"
    }
}
