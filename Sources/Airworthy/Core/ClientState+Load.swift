import AirworthyPolicy
import AirworthyTrust
import Foundation

extension ClientState {
    /// Reads what ships with the app and what is stored, verifies it with the keys of the day, and drops what they do not
    /// vouch for any more.
    /// - Returns: What the app may want to know.
    mutating func load(at device: Date) -> [AirworthyEvent] {
        var events: [AirworthyEvent] = []
        for (index, source) in policies.enumerated() {
            switch source.kind {
            case .rules(let policy):
                builtIn[index] = LoadedPolicy(manifest: Manifest(policy: policy), vouched: .code)
            // First of all, so that a fresh installation begins at the epoch of the day.
            case .bundled(let bytes, let pins): events += loadBundled(bytes, pins, index, at: device)
            case .signed, .config: break
            }
        }
        for source in policies {
            guard let key = source.key, let document = stored.documents[key] else { continue }
            switch source.kind {
            case .signed(_, let pins): events += loadSigned(document, pins, key, at: device)
            case .config(let url):
                guard document.url == url.absoluteString, !source.isRefused,
                    let policy = Self.config(document.bytes)
                else {
                    stored.documents[key] = nil
                    continue
                }
                loaded[key] = LoadedPolicy(
                    manifest: Manifest(policy: policy), vouched: .nobody, storedAt: document.storedAt,
                    confirmedAt: document.confirmedAt)
            case .bundled, .rules: break
            }
        }
        stored.documents = stored.documents.filter { keys.contains($0.key) }
        return events
    }

    /// Goes on from what an earlier launch stored, found only now. What was fetched since is asked for again.
    mutating func adopt(_ late: StoredState, at device: Date) -> [AirworthyEvent] {
        if installation.installID == stored.installID { installation.installID = late.installID }
        if !isStorefrontSaid { installation.storefront = late.storefront ?? installation.storefront }
        stored = late
        (loaded, builtIn) = ([:], [:])
        (refresh, factsRefresh) = (refresh.forgotten, factsRefresh.forgotten)
        let events = load(at: device)
        resumeTimes(at: device)
        return events
    }

    private mutating func loadBundled(
        _ bytes: [UInt8], _ pins: Pins, _ index: Int, at device: Date
    ) -> [AirworthyEvent] {
        switch SignedManifest.verify(bytes, pins: pins, state: stored.trust, now: corrected(device)) {
        case .success(let verified):
            stored.trust = verified.newState
            stored.hasAcceptedSigned = true
            builtIn[index] = LoadedPolicy(
                manifest: verified.manifest, vouched: .signed, confirmedAt: verified.manifest.issuedAt ?? .distantPast)
            return []
        // What is stored is newer, as it should be.
        case .failure(.revisionWentBack), .failure(.staleCopy), .failure(.epochWentBack): return []
        case .failure(let refusal): return [.refused(refusal)]
        }
    }

    private mutating func loadSigned(
        _ document: StoredState.Document, _ pins: Pins, _ key: String, at device: Date
    ) -> [AirworthyEvent] {
        switch SignedManifest.verify(document.bytes, pins: pins, state: stored.trust, now: corrected(device)) {
        case .success(let verified):
            loaded[key] = LoadedPolicy(
                manifest: verified.manifest, vouched: .signed, storedAt: document.storedAt,
                confirmedAt: document.confirmedAt)
            return []
        // A newer one came with the app.
        case .failure(.revisionWentBack), .failure(.staleCopy), .failure(.epochWentBack):
            stored.documents[key] = nil
            return []
        // Another build may read it again.
        case .failure(let refusal) where refusal == .cryptoUnavailable || refusal.isTooNew: return [.refused(refusal)]
        case .failure(let refusal):
            stored.documents[key] = nil
            return [.refused(refusal)]
        }
    }

    /// Reads a `config.json` as clients in the field do.
    static func config(_ bytes: [UInt8]) -> Policy? { LegacyFormat.configJSON.read(json: bytes).policy }
}

extension AirworthyEvent {
    static func refused(_ refusal: VerificationError) -> AirworthyEvent {
        .refused(code: refusal.code, message: refusal.description, isAlarm: refusal.isAlarm)
    }
}

extension VerificationError {
    var isTooNew: Bool {
        if case .schemaTooNew = self { true } else { false }
    }
}
