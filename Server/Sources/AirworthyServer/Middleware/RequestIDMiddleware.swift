import HTTPTypes
package import Hummingbird
package import Logging

/// Gives every request an id: the caller's if it may be used, else a new one. It goes into logs, problems and the answer.
package struct RequestIDMiddleware: RouterMiddleware {
    private let logger: Logger

    /// - Parameter logger: What requests are logged with.
    package init(logger: Logger) { self.logger = logger }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let id = request.headers.value(of: .requestID).flatMap { Self.isUsable($0) ? $0 : nil } ?? "\(RequestID())"
        context.callerRequestID = id
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .string(id)
        context.logger = logger
        var response = try await next(request, context)
        response.headers.append(HTTPField(name: .requestID, value: id))
        return response
    }

    /// Whether a caller's id is `[A-Za-z0-9-]{1,64}`.
    static func isUsable(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    /// `X-Request-Id`
    package static let requestID: HTTPField.Name = {
        // A constant that is a valid token.
        guard let name = HTTPField.Name("X-Request-Id") else { preconditionFailure("X-Request-Id is no field name") }
        return name
    }()
}
