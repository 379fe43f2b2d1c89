import HTTPTypes
import Hummingbird
import Logging
import ServerSupport

/// Assigns an id to every request: the caller's if it is valid, otherwise a new one.
///
/// The id appears in logs, in problems and in the response.
struct RequestIDMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let id = Self.id(for: request.headers.value(of: .requestID))
        context.assignedRequestID = id
        context.logger = Self.logger(logger, of: id)
        var response = try await next(request, context)
        response.headers.append(HTTPField(name: .requestID, value: id))
        return response
    }

    /// Returns the id of a request: the caller's if it is valid, otherwise a new one.
    static func id(for value: String?) -> String {
        if let value, isValid(value) { return value }
        return "\(RequestID())"
    }

    /// Returns the logger for the lines of a request.
    static func logger(_ logger: Logger, of id: String) -> Logger {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .string(id)
        return logger
    }

    /// Whether a caller's id matches `[A-Za-z0-9-]{1,64}`.
    static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }
}
