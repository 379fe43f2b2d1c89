public import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A policy that the client has read and may apply.
struct LoadedPolicy: Sendable {
    /// The authority behind a policy.
    enum Authority: Hashable, Sendable {
        /// A pinned key.
        case signature
        /// The app's own code.
        case code
        /// None: an unsigned file.
        case none
    }

    private let prepared: PreparedManifest
    let authority: Authority
    /// The time it was first stored, which limits its lifetime.
    var storedAt: Date?
    /// The time its source last confirmed it; `nil` if it needs no confirmation.
    var confirmedAt: Date?

    init(manifest: Manifest, authority: Authority, storedAt: Date? = nil, confirmedAt: Date? = nil) {
        prepared = PreparedManifest(manifest)
        self.authority = authority
        self.storedAt = storedAt
        self.confirmedAt = confirmedAt
    }

    var manifest: Manifest { prepared.manifest }

    /// The time after which it no longer blocks the app. An unsigned file has no date of issue, so its last
    /// confirmation counts.
    var expiresAt: Date? {
        switch authority {
        case .signature: manifest.effectiveExpiry(storedAt: storedAt)
        case .code: nil
        case .none: manifest.effectiveExpiry(storedAt: confirmedAt)
        }
    }

    /// Returns the instant to decide for.
    /// - Parameters:
    ///   - deviceTime: The device's clock.
    ///   - correction: The seconds to add to it.
    /// - Returns: The instant, not before the manifest was issued.
    func decisionTime(at deviceTime: Date, correction: TimeInterval) -> Date {
        effectiveNow(device: deviceTime, correction: correction, issuedAt: manifest.issuedAt)
    }

    func isExpired(at deviceTime: Date, correction: TimeInterval) -> Bool {
        expiresAt.map { $0 <= decisionTime(at: deviceTime, correction: correction) } ?? false
    }

    /// Decides for an installation.
    /// - Parameters:
    ///   - installation: The installation.
    ///   - lookup: The App Store's releases, merged into the manifest's catalog.
    ///   - deviceTime: The device's clock.
    ///   - correction: The seconds to add to it.
    ///   - unsignedMayBlock: Whether unsigned rules may do more than recommend.
    ///   - trace: Whether to record how the decision came about.
    /// - Returns: The decision.
    func decision(
        for installation: Installation, lookup: Catalog?, at deviceTime: Date, correction: TimeInterval,
        unsignedMayBlock: Bool, trace: Bool = false
    ) -> Decision {
        var prepared = prepared
        if let lookup {
            var manifest = manifest
            manifest.catalog = Catalog(merging: [manifest.catalog, lookup])
            prepared = PreparedManifest(manifest)
        }
        var decision = decide(
            prepared, for: installation, at: decisionTime(at: deviceTime, correction: correction),
            confirmedAt: confirmedAt, storedAt: authority == .none ? confirmedAt : storedAt, trace: trace)
        if authority == .none, !unsignedMayBlock { decision.lowerToRecommended() }
        return decision
    }
}

extension Reason {
    /// The rules are unsigned, and the app has accepted signed rules before. The decision recommends at most.
    public static let unsigned = Reason(rawValue: "unsigned")
}

extension Decision {
    fileprivate mutating func lowerToRecommended() {
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
