import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog
import ReleaseSources

extension AppStoreConnectError {
    /// Returns the error as a sentence with an exit status.
    func toolError(host: String, key: APIKey) -> ToolError {
        let why = detail.printable
        let code = code.map { " (\($0.printable))" } ?? ""
        return switch kind {
        case .credentials: .noPermission("\(host): rejected \(key)\(code): \(why); \(Self.advice(for: key))")
        case .agreements:
            .noPermission("\(host): the account holder has to accept an agreement first\(code): \(why)")
        case .forbidden: .noPermission("\(host): \(key) lacks the permission\(code): \(why)")
        case .notFound: .missingFile("\(host): not found\(code): \(why)")
        case .conflict: .badData("\(host): rejected the values\(code): \(why)")
        case .invalidRequest: .unavailable("\(host): rejected the request as invalid\(code): \(why)")
        case .malformed:
            .unavailable("\(host): not a response of App Store Connect: \(why); is the address right?")
        case .unreachable:
            .unavailable("\(host): cannot be reached: \(why); are the address and the network connection right?")
        case .rateLimited, .budgetSpent:
            .temporaryFailure("\(host): the rate limit of \(key) is used up\(code): \(why); try again later")
        case .server, .timedOut, .cancelled:
            .temporaryFailure("\(host): \(why)\(status.map { " (\($0))" } ?? ""); try again later")
        }
    }

    private static func advice(for key: APIKey) -> String {
        key.issuerID == nil
            ? "a team key needs --issuer; only an individual key has none"
            : "is it revoked, or of another team? An individual key must be used without --issuer"
    }
}

extension SourceError {
    /// Returns the failure of a lookup as a sentence with an exit status.
    func toolError(host: String) -> ToolError {
        switch kind {
        case .rateLimited, .budgetSpent, .unavailable:
            .temporaryFailure("\(host): \(detail.printable); try again later")
        case .credentials, .agreements, .forbidden: .noPermission("\(host): \(detail.printable)")
        case .notFound: .missingFile("\(host): \(detail.printable)")
        case .malformed, .refused:
            .unavailable("\(host): \(detail.printable); is this the address of the App Store lookup?")
        }
    }
}

extension TestFlightBuild {
    /// The audiences that can install the build, e.g. `internal, external`, or `nobody (expired)` with the reason.
    func audienceText(at now: Date) -> String {
        let audiences = audiences(at: now)
        guard audiences.isEmpty else { return audiences.map(\.rawValue).joined(separator: ", ") }
        if isExpired(at: now) { return "nobody (expired)" }
        return isUsable ? "nobody" : "nobody (\(processingState ?? "state unknown"))"
    }

    /// The notes for testers, sorted by locale.
    var sortedNotes: [(locale: String, text: String)] {
        (notes?.texts ?? [:]).sorted { $0.key < $1.key }.map { (locale: $0.key, text: $0.value) }
    }

    /// The platform, version and build number, e.g. `iOS 3.3.0 (225)`.
    var displayName: String {
        [platform.displayName, version.description, number.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }
}

extension Listing<TestFlightBuild> {
    /// Names the builds that are left out because their version or number is unreadable.
    func warnOfUnreadable() {
        guard !unreadable.isEmpty else { return }
        let ids = unreadable.sorted().map(\.printable).joined(separator: ", ")
        printError("airworthy: builds whose version or number is unreadable are left out; their ids: \(ids)")
    }
}
