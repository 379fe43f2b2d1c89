public import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A policy that was read and may be decided on.
struct LoadedPolicy: Sendable {
    /// Who vouches for a policy.
    enum Vouched: Hashable, Sendable {
        /// A pinned key.
        case signed
        /// The app's own code.
        case code
        /// Nobody: a plain file.
        case nobody
    }

    var manifest: Manifest
    var vouched: Vouched
    /// When it was first stored; limits its lifetime.
    var storedAt: Date?
    /// When its source last confirmed it. `nil`: it needs nobody's confirmation.
    var confirmedAt: Date?

    /// When its blocks soften. A plain file has no date of issue, so the last word of its source counts.
    var softensAt: Date? {
        switch vouched {
        case .signed: manifest.effectiveExpiry(storedAt: storedAt)
        case .code: nil
        case .nobody: manifest.effectiveExpiry(storedAt: confirmedAt)
        }
    }

    /// The instant to decide for.
    func now(_ device: Date, correction: TimeInterval) -> Date {
        effectiveNow(device: device, correction: correction, issuedAt: manifest.issuedAt)
    }

    func isExpired(_ device: Date, correction: TimeInterval) -> Bool {
        softensAt.map { $0 <= now(device, correction: correction) } ?? false
    }
}

extension LoadedPolicy {
    /// Decides for an installation. `facts` is what the App Store said, besides the manifest's own; without
    /// `unsignedMayBlock` rules that nobody signed recommend at most.
    func decision(
        for installation: Installation, facts: Catalog?, at device: Date, correction: TimeInterval,
        unsignedMayBlock mayBlock: Bool, trace: Bool = false
    ) -> Decision {
        var manifest = manifest
        if let facts { manifest.catalog = manifest.catalog.merging(facts) }
        var decision = decide(
            manifest, for: installation, at: now(device, correction: correction), confirmedAt: confirmedAt,
            storedAt: vouched == .nobody ? confirmedAt : storedAt, trace: trace)
        if vouched == .nobody, !mayBlock { decision.capUnsigned() }
        return decision
    }
}

extension Reason {
    /// Nobody signed the rules, and the app has accepted signed ones before.
    public static let unsigned = Reason(rawValue: "unsigned")
}

extension Decision {
    /// Lowers the decision to "recommended" at most.
    fileprivate mutating func capUnsigned() {
        switch status {
        case .ok, .recommended: return
        case .required:
            status = .recommended
            remind = remind ?? .daily
        case .requiredUnavailable:
            guard blocking else { return }
        case .maintenance:
            status = .ok
            maintenance = nil
            title = nil
            message = nil
        }
        blocking = false
        reason = .unsigned
    }
}
