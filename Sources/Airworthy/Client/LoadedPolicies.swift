import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The policies of all sources: verified, and in the order of the sources.
struct LoadedPolicies: Sendable {
    let sources: [PolicySource]
    /// The policies of fetched sources, by the key of the stored document.
    var fetched: [String: LoadedPolicy] = [:]
    /// The policies that ship with the app, by the index of their source.
    var builtIn: [Int: LoadedPolicy] = [:]
    /// Whether the client has reported that the manifest is past half of its lifetime.
    var didReportAging = false

    init(sources: [PolicySource]) { self.sources = sources }

    /// The keys under which sources store their documents.
    var keys: [String] { sources.compactMap(\.key) }

    /// The first server among the sources.
    var server: PolicySource.Server? { sources.lazy.compactMap(\.server).first }

    /// Returns the policy in force with its source: the first that has not expired, else the first of all.
    func inForce(at deviceTime: Date, correction: TimeInterval) -> (source: PolicySource, policy: LoadedPolicy)? {
        let candidates = sources.indices.compactMap { index in
            (builtIn[index] ?? sources[index].key.flatMap { fetched[$0] }).map { (source: sources[index], policy: $0) }
        }
        return candidates.first { !$0.policy.isExpired(at: deviceTime, correction: correction) } ?? candidates.first
    }

    /// Reads the policies that ship with the app and the stored documents, and verifies them with the keys of this build.
    /// Removes stored documents that fail.
    /// - Parameters:
    ///   - stored: The stored state.
    ///   - deviceTime: The device's clock.
    /// - Returns: The events to report.
    mutating func load(from stored: inout StoredState, at deviceTime: Date) -> [AirworthyEvent] {
        (fetched, builtIn) = ([:], [:])
        let now = deviceTime.addingTimeInterval(stored.correction)
        var events: [AirworthyEvent] = []
        // Bundled manifests come first, so that a new installation begins at their epoch.
        for (index, source) in sources.enumerated() {
            switch source.kind {
            case .rules(let policy):
                builtIn[index] = LoadedPolicy(manifest: Manifest(policy: policy), authority: .code)
            case .bundled(let bytes, let pins):
                events += loadBundled(bytes, pins: pins, index: index, stored: &stored, now: now)
            case .signed, .config, .json, .custom, .testFlight: break
            }
        }
        for source in sources {
            guard let key = source.key, let document = stored.documents[key] else { continue }
            switch source.kind {
            case .signed(_, let pins): events += loadSigned(document, pins: pins, key: key, stored: &stored, now: now)
            case .config, .json, .custom:
                guard document.url == source.address, !source.isRefused,
                    let policy = source.unsignedPolicy(document.bytes)
                else {
                    stored.documents[key] = nil
                    continue
                }
                fetched[key] = LoadedPolicy(
                    manifest: Manifest(policy: policy), authority: .none, storedAt: document.storedAt,
                    confirmedAt: document.confirmedAt)
            case .bundled, .rules, .testFlight: break
            }
        }
        stored.documents = stored.documents.filter { keys.contains($0.key) }
        return events
    }

    private mutating func loadBundled(
        _ bytes: [UInt8], pins: Pins, index: Int, stored: inout StoredState, now: Date
    ) -> [AirworthyEvent] {
        switch SignedManifest.verify(bytes, pins: pins, state: stored.trust, now: now) {
        case .success(let verified):
            stored.trust = verified.newState
            stored.hasAcceptedSigned = true
            builtIn[index] = LoadedPolicy(
                manifest: verified.manifest, authority: .signature,
                confirmedAt: verified.manifest.issuedAt ?? .distantPast)
            return []
        // The stored manifest is newer, which is normal.
        case .failure(.revisionWentBack), .failure(.staleCopy), .failure(.epochWentBack): return []
        case .failure(let refusal): return [.refused(refusal)]
        }
    }

    private mutating func loadSigned(
        _ document: StoredState.Document, pins: Pins, key: String, stored: inout StoredState, now: Date
    ) -> [AirworthyEvent] {
        switch SignedManifest.verify(document.bytes, pins: pins, state: stored.trust, now: now) {
        case .success(let verified):
            fetched[key] = LoadedPolicy(
                manifest: verified.manifest, authority: .signature, storedAt: document.storedAt,
                confirmedAt: document.confirmedAt)
            return []
        // The bundled manifest is newer.
        case .failure(.revisionWentBack), .failure(.staleCopy), .failure(.epochWentBack):
            stored.documents[key] = nil
            return []
        case .failure(let refusal):
            if !refusal.dependsOnBuild { stored.documents[key] = nil }
            return [.refused(refusal)]
        }
    }
}

extension PolicySource {
    /// Reads the stored document of an unsigned source: a `config.json`, or the rules that the app's own function made.
    func unsignedPolicy(_ bytes: [UInt8]) -> Policy? {
        switch kind {
        case .config(_, let channels): ConfigJSON.read(json: bytes, channels: channels).policy
        case .json, .custom: try? Policy(json: bytes)
        case .signed, .bundled, .rules, .testFlight: nil
        }
    }
}

extension AirworthyEvent {
    static func refused(_ refusal: VerificationError) -> AirworthyEvent {
        .refused(code: refusal.code, message: refusal.description, isAlarm: refusal.isAlarm)
    }
}

extension VerificationError {
    /// Whether another build of the app may be able to read the document, so that it stays stored.
    fileprivate var dependsOnBuild: Bool {
        switch self {
        case .cryptoUnavailable, .schemaTooNew: true
        default: false
        }
    }
}
