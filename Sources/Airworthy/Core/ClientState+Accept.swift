import AirworthyPolicy
import AirworthyTrust
import Foundation

/// What became of one source's answer.
struct Acceptance: Sendable {
    var outcome: RefreshOutcome
    var events: [AirworthyEvent] = []

    static let confirmed = Acceptance(outcome: .confirmed)
}

extension ClientState {
    /// Takes a policy source's answer. The last good policy stays in force unless the answer is better.
    /// - Parameters:
    ///   - answer: What the source said.
    ///   - source: Which source.
    ///   - device: The device's clock at the arrival.
    /// - Returns: What became of it.
    mutating func accept(_ answer: SourceAnswer, of source: PolicySource, at device: Date) -> Acceptance {
        guard let key = source.key, let url = source.url else { return .confirmed }
        if let correction = answer.correction { stored.correction = correction }
        let now = corrected(device).kept
        switch answer.content {
        case .failed(let reason, let retryAfter):
            return Acceptance(outcome: .failed(retryAfter: retryAfter), events: [.unreachable(reason)])
        case .rejected(let reason): return Acceptance(outcome: .refused, events: [.unreachable(reason)])
        case .notModified:
            guard stored.documents[key]?.url == url.absoluteString, loaded[key] != nil else {
                // It was never asked whether something changed that is not here.
                return Acceptance(
                    outcome: .failed(retryAfter: nil), events: [.unreachable("\(url): unexpected 304")])
            }
            stored.documents[key]?.confirmedAt = now
            loaded[key]?.confirmedAt = now
            return Acceptance(outcome: .confirmed, events: aging(key, at: now))
        case .body(let bytes, let tag):
            switch source.kind {
            case .signed(_, let pins): return acceptSigned(bytes, tag, pins, key, url, at: now)
            case .config: return acceptConfig(bytes, tag, key, url, at: now)
            case .bundled, .rules: return .confirmed
            }
        }
    }

    private mutating func acceptSigned(
        _ bytes: [UInt8], _ tag: String?, _ pins: Pins, _ key: String, _ url: URL, at now: Date
    ) -> Acceptance {
        switch SignedManifest.verify(bytes, pins: pins, state: stored.trust, now: now) {
        case .failure(let refusal):
            let outcome: RefreshOutcome =
                switch refusal {
                case .schemaTooNew: .tooNew
                // A cache that lags, or a captive portal: it passes by itself.
                case .staleCopy, .malformedEnvelope: .failed(retryAfter: nil)
                default: .refused
                }
            return Acceptance(outcome: outcome, events: [.refused(refusal)])
        case .success(let verified):
            let document = document(
                bytes, tag, verified.digest, isLoaded: loaded[key] != nil, key, url, at: now)
            stored.trust = verified.newState
            stored.hasAcceptedSigned = true
            stored.keep(document, for: key, among: keys)
            loaded[key] = LoadedPolicy(
                manifest: verified.manifest, vouched: .signed, storedAt: document.storedAt, confirmedAt: now)
            // What came with the app is history now.
            for (index, source) in policies.enumerated() {
                if case .bundled(_, pins) = source.kind { builtIn[index] = nil }
            }
            return Acceptance(outcome: .confirmed, events: aging(key, at: now))
        }
    }

    private mutating func acceptConfig(
        _ bytes: [UInt8], _ tag: String?, _ key: String, _ url: URL, at now: Date
    ) -> Acceptance {
        guard let policy = Self.config(bytes) else {
            return Acceptance(
                outcome: .failed(retryAfter: nil),
                events: [.refused(code: "malformed-config", message: "\(url) is no config.json.", isAlarm: false)])
        }
        let document = document(
            bytes, tag, SHA256.hash(bytes).hex, isLoaded: loaded[key] != nil, key, url, at: now)
        stored.keep(document, for: key, among: keys)
        loaded[key] = LoadedPolicy(
            manifest: Manifest(policy: policy), vouched: .nobody, storedAt: document.storedAt, confirmedAt: now)
        return .confirmed
    }

    /// The same content keeps the day it was first stored, so that nobody prolongs its life by sending it again.
    private func document(
        _ bytes: [UInt8], _ tag: String?, _ digest: String, isLoaded: Bool, _ key: String, _ url: URL, at now: Date
    ) -> StoredState.Document {
        let known = stored.documents[key].flatMap { isLoaded && $0.digest == digest ? $0 : nil }
        return StoredState.Document(
            bytes: bytes, url: url.absoluteString, tag: tag, storedAt: known?.storedAt ?? now, confirmedAt: now,
            digest: digest)
    }

    /// Warns once when nobody has signed anew for half of the lifetime.
    private mutating func aging(_ key: String, at now: Date) -> [AirworthyEvent] {
        guard let policy = loaded[key], let issuedAt = policy.manifest.issuedAt,
            let end = policy.manifest.effectiveExpiry()
        else { return [] }
        let isAging = now.timeIntervalSince(issuedAt) > end.timeIntervalSince(issuedAt) / 2
        defer { wasAgingReported = isAging }
        return isAging && !wasAgingReported ? [.aging(expiresAt: end)] : []
    }

    /// Takes the App Store's answer.
    mutating func accept(
        _ answer: SourceAnswer, of source: ReleaseSource, storefront: Storefront?, at device: Date
    ) -> Acceptance {
        if let correction = answer.correction { stored.correction = correction }
        switch answer.content {
        case .failed(let reason, let retryAfter):
            return Acceptance(outcome: .failed(retryAfter: retryAfter), events: [.unreachable(reason)])
        case .rejected(let reason):
            return Acceptance(outcome: .failed(retryAfter: nil), events: [.unreachable(reason)])
        case .notModified:
            // It is never asked whether something changed.
            return Acceptance(
                outcome: .failed(retryAfter: nil), events: [.unreachable("the App Store: unexpected 304")])
        case .body(let bytes, _):
            let (catalog, _) = AppStoreLookup.read(json: bytes, storefront: storefront, appleID: source.appleID)
            guard let catalog else {
                return Acceptance(
                    outcome: .failed(retryAfter: nil), events: [.unreachable("the App Store's answer is none")])
            }
            stored.facts = FactsMemory.after(
                catalog, storefront: storefront, memory: stored.facts, at: corrected(device).kept)
            return Acceptance(
                outcome: .confirmed, events: catalog.releases.isEmpty ? [.notListed(storefront)] : [])
        }
    }
}

extension Date {
    /// The instant as it is read back after having been stored.
    var kept: Date { Timestamp.parse(Timestamp.format(self)) ?? self }
}
