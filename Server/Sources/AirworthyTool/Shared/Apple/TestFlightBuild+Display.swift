import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog

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
