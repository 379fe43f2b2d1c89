import AirworthyPolicy
import Foundation
import ReleaseCatalog

/// A short text with a colour.
struct Tag: Hashable, Sendable {
    let text: String
    /// The class for the colour: `good`, `warn`, `bad`, `accent`, or empty for grey.
    let style: String

    init(_ text: String, _ style: String = "") {
        self.text = text
        self.style = style
    }
}

extension Offer.Phase {
    /// The shares of days 1 to 6 in percent; App Store Connect help, "Release a version update in phases".
    private static let shares = [1, 2, 5, 10, 20, 50]

    /// The progress of a phased release; `nil` if it is over or there is none.
    var tag: Tag? {
        switch state {
        case "active":
            guard let day else { return Tag("phased release", "accent") }
            let share = Self.shares.indices.contains(day - 1) ? Self.shares[day - 1] : day < 1 ? 1 : 100
            return Tag("phased release, day \(day) of 7: \(share)\u{A0}%", "accent")
        case "paused": return Tag("phased release paused", "warn")
        case "complete", "inactive": return nil
        default: return Tag("phased release in an unknown state", "warn")
        }
    }
}

extension TestFlightBuild {
    /// The seconds before its end at which a build needs a successor.
    static let lastDays = 14.0 * 86_400

    /// Whether an audience has the build, in words.
    func tag(for audience: Channel.Audience, at now: Date) -> Tag {
        if isWithdrawn { return Tag("withdrawn here", "bad") }
        if isExpired(at: now) { return Tag("expired") }
        if let importedAudiences {
            return importedAudiences.contains(audience) ? Tag("testing", "good") : Tag("not available")
        }
        if let processingState, processingState != "VALID" { return Self.tag(ofState: processingState) }
        if audience == .external, audienceType == "INTERNAL_ONLY" { return Tag("internal only") }
        return Self.tag(ofState: audience == .internal ? internalState : externalState)
    }

    /// The state as Apple writes it, in words.
    static func tag(ofState state: String?) -> Tag {
        switch state {
        case nil: Tag("unknown")
        case "IN_BETA_TESTING": Tag("testing", "good")
        case "READY_FOR_BETA_TESTING": Tag("ready, no group has it")
        case "PROCESSING": Tag("being processed", "accent")
        case "PROCESSING_EXCEPTION", "FAILED": Tag("processing failed", "bad")
        case "INVALID": Tag("invalid", "bad")
        case "MISSING_EXPORT_COMPLIANCE": Tag("export compliance missing", "warn")
        case "IN_EXPORT_COMPLIANCE_REVIEW": Tag("in export compliance review", "accent")
        case "READY_FOR_BETA_SUBMISSION": Tag("not submitted for review")
        case "WAITING_FOR_BETA_REVIEW": Tag("waiting for beta review", "accent")
        case "IN_BETA_REVIEW": Tag("in beta review", "accent")
        case "BETA_APPROVED": Tag("approved, not testing yet", "accent")
        case "BETA_REJECTED": Tag("rejected by beta review", "bad")
        case "EXPIRED": Tag("expired")
        case let other?: Tag(other.lowercased().replacingOccurrences(of: "_", with: " "))
        }
    }

    /// The days to the end of the build; `nil` if its end is unknown.
    func expiry(at now: Date) -> Tag? {
        if isExpired(at: now) { return Tag("expired") }
        return expiresAt.map { end in
            let left = end.timeIntervalSince(now)
            let text = left < 2 * 86_400 ? Moment.relative(to: end, from: now) : "in \(Int(left / 86_400)) days"
            return Tag("expires \(text)", audiences.isEmpty || left >= Self.lastDays ? "" : "warn")
        }
    }
}

extension CatalogSource {
    /// The usual name of the source.
    var name: String {
        switch self {
        case .connect: "App Store Connect"
        case .lookup(let storefront): "App Store of \(storefront.code)"
        case .manual: "Import"
        case .operator: "Withdrawals on this server"
        }
    }

    /// The usual name of a source as offers name it.
    static func name(ofOffer source: String?) -> String {
        switch source {
        case nil: "unknown"
        case "appStoreConnect": "App Store Connect"
        case "lookup": "the App Store"
        case "manual": "an import"
        case Offer.asserted: "the policy’s author"
        case let other?: other
        }
    }
}
