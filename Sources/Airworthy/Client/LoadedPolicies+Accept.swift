import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The outcome of a source's answer, with the events to report.
struct Acceptance: Sendable {
    let outcome: RefreshOutcome
    var events: [AirworthyEvent] = []

    static let confirmed = Acceptance(outcome: .confirmed)

    /// A temporary failure.
    static func failed(_ reason: String, retryAfter: TimeInterval? = nil) -> Acceptance {
        Acceptance(outcome: .failed(retryAfter: retryAfter), events: [.unreachable(reason)])
    }
}

/// A document as a source sent it.
private struct Download {
    let bytes: [UInt8]
    let tag: String?
    let key: String
    let address: String
    /// The time of the download, by the corrected clock.
    let date: Date
}

extension LoadedPolicies {
    /// Stores the answer of a policy source if it is acceptable. Otherwise the last good policy stays in force.
    /// - Parameters:
    ///   - answer: The answer.
    ///   - source: The source.
    ///   - stored: The stored state.
    ///   - now: The corrected clock at the arrival, as a stored instant.
    /// - Returns: The outcome.
    mutating func accept(
        _ answer: SourceAnswer, from source: PolicySource, into stored: inout StoredState, at now: Date
    ) -> Acceptance {
        guard let key = source.key, let address = source.address else { return .confirmed }
        switch answer.content {
        case .failed(let reason, let retryAfter): return .failed(reason, retryAfter: retryAfter)
        case .rejected(let reason): return Acceptance(outcome: .refused, events: [.unreachable(reason)])
        case .notModified:
            // Without a stored document the request was not conditional.
            guard stored.documents[key]?.url == address, fetched[key] != nil else {
                return .failed("\(address): unexpected 304")
            }
            stored.documents[key]?.confirmedAt = now
            fetched[key]?.confirmedAt = now
            return Acceptance(outcome: .confirmed, events: agingEvents(for: key, at: now))
        case .body(let bytes, let tag):
            let download = Download(bytes: bytes, tag: tag, key: key, address: address, date: now)
            switch source.kind {
            case .signed(_, let pins): return acceptSigned(download, pins: pins, into: &stored)
            case .config, .json, .custom: return acceptUnsigned(download, from: source, into: &stored)
            case .bundled, .rules, .testFlight: return .confirmed
            }
        }
    }

    private mutating func acceptSigned(
        _ download: Download, pins: Pins, into stored: inout StoredState
    ) -> Acceptance {
        switch SignedManifest.verify(download.bytes, pins: pins, state: stored.trust, now: download.date) {
        case .failure(let refusal):
            let outcome: RefreshOutcome =
                switch refusal {
                case .schemaTooNew: .tooNew
                // An outdated cache or a captive portal, which is temporary.
                case .staleCopy, .malformedEnvelope: .failed(retryAfter: nil)
                default: .refused
                }
            return Acceptance(outcome: outcome, events: [.refused(refusal)])
        case .success(let verified):
            stored.trust = verified.newState
            stored.hasAcceptedSigned = true
            keep(download, digest: verified.digest, manifest: verified.manifest, authority: .signature, in: &stored)
            // A fetched manifest supersedes the bundled one.
            for (index, source) in sources.enumerated() {
                if case .bundled(_, pins) = source.kind { builtIn[index] = nil }
            }
            return Acceptance(outcome: .confirmed, events: agingEvents(for: download.key, at: download.date))
        }
    }

    private mutating func acceptUnsigned(
        _ download: Download, from source: PolicySource, into stored: inout StoredState
    ) -> Acceptance {
        guard let policy = source.unsignedPolicy(download.bytes) else {
            var (code, message) = ("malformed-config", "\(download.address) is not a config.json.")
            if case .config = source.kind {
            } else {
                code = "malformed-policy"
                message = "The rules that the app made of \(download.address) contain mistakes."
            }
            return Acceptance(
                outcome: .failed(retryAfter: nil), events: [.refused(code: code, message: message, isAlarm: false)])
        }
        keep(
            download, digest: SHA256.hash(download.bytes).hex, manifest: Manifest(policy: policy), authority: .none,
            in: &stored)
        return .confirmed
    }

    /// Stores a document and puts its policy in force. The same content keeps the time it was first stored, so that sending it
    /// again does not prolong its lifetime.
    private mutating func keep(
        _ download: Download, digest: String, manifest: Manifest, authority: LoadedPolicy.Authority,
        in stored: inout StoredState
    ) {
        let known = fetched[download.key] == nil ? nil : stored.documents[download.key]
        let storedAt = known?.digest == digest ? known?.storedAt : nil
        let document = StoredState.Document(
            bytes: download.bytes, url: download.address, tag: download.tag,
            storedAt: storedAt ?? download.date, confirmedAt: download.date, digest: digest)
        stored.keep(document, for: download.key, among: keys)
        fetched[download.key] = LoadedPolicy(
            manifest: manifest, authority: authority, storedAt: document.storedAt, confirmedAt: download.date)
    }

    /// Returns a warning, once, when a manifest is past half of its lifetime.
    private mutating func agingEvents(for key: String, at now: Date) -> [AirworthyEvent] {
        guard let policy = fetched[key], let issuedAt = policy.manifest.issuedAt,
            let end = policy.manifest.effectiveExpiry()
        else { return [] }
        let isAging = now.timeIntervalSince(issuedAt) > end.timeIntervalSince(issuedAt) / 2
        defer { didReportAging = isAging }
        return isAging && !didReportAging ? [.aging(expiresAt: end)] : []
    }
}
