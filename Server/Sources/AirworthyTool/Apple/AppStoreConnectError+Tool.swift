import AppStoreConnect
import ReleaseCatalog

extension AppStoreConnectError {
    /// The same for people.
    /// - Parameters:
    ///   - host: Who was asked.
    ///   - key: As whom.
    /// - Returns: One sentence and a status.
    func toolError(_ host: String, _ key: APIKey) -> ToolError {
        let why = detail.printable
        let code = code.map { " (\($0.printable))" } ?? ""
        return switch kind {
        case .credentials:
            ToolError(.noPermission, "\(host): \(key) is not let in\(code): \(why); \(Self.advice(key))")
        case .agreements:
            ToolError(
                .noPermission,
                "\(host): the account holder has to accept an agreement before anything works\(code): \(why)")
        case .forbidden: ToolError(.noPermission, "\(host): \(key) may not do this\(code): \(why)")
        case .notFound: ToolError(.missingFile, "\(host): has no such thing\(code): \(why)")
        case .conflict: ToolError(.badData, "\(host): does not take it\(code): \(why)")
        case .invalidRequest: ToolError(.unavailable, "\(host): does not understand the request\(code): \(why)")
        case .malformed:
            ToolError(.unavailable, "\(host): does not answer as App Store Connect does: \(why); is the address right?")
        case .unreachable:
            ToolError(.unavailable, "\(host): cannot be reached: \(why); is the address right, and the network there?")
        case .rateLimited, .budgetSpent:
            ToolError(.temporaryFailure, "\(host): \(key) has no calls left for now\(code): \(why); try again later")
        case .server, .timedOut, .cancelled:
            ToolError(.temporaryFailure, "\(host): \(why)\(status.map { " (\($0))" } ?? ""); try again later")
        }
    }

    private static func advice(_ key: APIKey) -> String {
        key.issuerID == nil
            ? "a team's key needs --issuer; only the key of one person goes without"
            : "is it revoked, or of another team? The key of one person goes without --issuer"
    }
}

extension SourceError {
    /// The same for people.
    /// - Parameter host: Who was asked.
    /// - Returns: One sentence and a status.
    func toolError(_ host: String) -> ToolError {
        switch kind {
        case .rateLimited, .budgetSpent, .unavailable:
            ToolError(.temporaryFailure, "\(host): \(detail.printable); try again later")
        case .credentials, .agreements, .forbidden: ToolError(.noPermission, "\(host): \(detail.printable)")
        case .notFound: ToolError(.missingFile, "\(host): \(detail.printable)")
        case .malformed, .refused:
            ToolError(.unavailable, "\(host): \(detail.printable); is it the address of the App Store lookup?")
        }
    }
}
