public import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SignedManifest {
    /// Verifies a signed manifest.
    ///
    /// The signatures are verified first; then exactly the signed bytes are read. Verify a stored manifest again at each
    /// load, with the pins of the current build, and delete it if it is rejected.
    ///
    /// ```swift
    /// switch SignedManifest.verify(bytes, pins: pins, state: storedState, now: Date()) {
    /// case .success(let verified): use(verified.manifest, remembering: verified.newState)
    /// case .failure(let error): log(error)  // keep the last good manifest and its state
    /// }
    /// ```
    /// - Parameters:
    ///   - bytes: The envelope as it was received.
    ///   - pins: The conditions of the app.
    ///   - state: The stored state; empty at first.
    ///   - now: The current time, to judge expiry. A date of issue in the future is accepted.
    /// - Returns: The manifest with the state to store, or the first reason for its rejection.
    public static func verify(
        _ bytes: some Collection<UInt8>, pins: Pins, state: TrustState = TrustState(), now: Date
    ) -> Result<VerifiedManifest, VerificationError> {
        Result { () throws(VerificationError) in
            try SignedManifest(json: bytes).verified(pins: pins, state: state, now: now)
        }
    }

    private func verified(pins: Pins, state: TrustState, now: Date) throws(VerificationError) -> VerifiedManifest {
        let (keyringEnvelope, keyring) = try acceptedKeyring(pins: pins, state: state)
        let trusted = pins.signers(with: keyring)
        let signers = try envelope.verify(with: trusted)

        let manifest = try Self.manifest(from: envelope.payload)
        let identity = try Self.identity(of: manifest)
        try Self.check(manifest, against: pins)

        let epoch = keyring?.epoch ?? 0
        let digest = SHA256.hash(envelope.payload).hex
        let candidate = Floor(
            lineage: manifest.lineage, epoch: epoch, revision: identity.revision, digest: digest,
            issuedAt: identity.issuedAt, signers: signers)
        let floor = state.floor(lineage: manifest.lineage)?.limited(to: trusted)
        var newState = state
        newState.keyring = keyringEnvelope
        newState.remember(try floor?.advanced(to: candidate) ?? candidate)

        let instant = effectiveNow(device: now, issuedAt: identity.issuedAt)
        return VerifiedManifest(
            manifest: manifest, payload: envelope.payload, digest: digest,
            signedBy: signers.map { PinnedKey($0, role: pins.role(of: $0)) }, epoch: epoch,
            isExpired: manifest.effectiveExpiry().map { $0 <= instant } ?? false, newState: newState)
    }

    /// The keyring in force: the envelope's, otherwise the stored one if a currently pinned root signed it.
    private func acceptedKeyring(
        pins: Pins, state: TrustState
    ) throws(VerificationError) -> (Envelope?, Keyring?) {
        // A stored keyring that is rejected now was signed by a key that is no longer pinned, so it is ignored.
        let remembered = state.keyring.flatMap { try? Keyring.verify($0, pins: pins) }
        let stored = remembered.flatMap { $0.epoch >= pins.minimumEpoch ? $0 : nil }
        guard let keyring, keyring != state.keyring || stored == nil else {
            return (stored == nil ? nil : state.keyring, stored)
        }
        let offered = try Keyring.verify(keyring, pins: pins)
        guard offered.epoch >= pins.minimumEpoch else {
            throw .epochWentBack(stored: pins.minimumEpoch, got: offered.epoch)
        }
        if let stored {
            guard offered.epoch >= stored.epoch else {
                throw .epochWentBack(stored: stored.epoch, got: offered.epoch)
            }
            guard offered.epoch > stored.epoch || Set(offered.keys) == Set(stored.keys) else {
                throw .sameEpochOtherKeys(epoch: offered.epoch)
            }
        }
        return (keyring, offered)
    }

    /// Reads a payload after its signature was verified.
    package static func manifest(from payload: [UInt8]) throws(VerificationError) -> Manifest {
        let node = try DocumentNode.strict(payload) { .malformedManifest($0) }
        do throws(DocumentError) {
            return try ManifestReader.read(node)
        } catch {
            if error.code == "schema-too-new", let schema = node.jsonValue["schema"]?.intValue {
                throw .schemaTooNew(schema, supported: Manifest.currentSchema)
            }
            throw .malformedManifest(error.reason)
        }
    }

    package static func identity(of manifest: Manifest) throws(VerificationError) -> (revision: Int, issuedAt: Date) {
        guard let revision = manifest.revision else { throw .noRevision }
        guard let issuedAt = manifest.issuedAt else { throw .noIssuedAt }
        return (revision, issuedAt)
    }

    private static func check(_ manifest: Manifest, against pins: Pins) throws(VerificationError) {
        guard manifest.app == pins.app else { throw .wrongApp(expected: pins.app, got: manifest.app) }
        let audience = manifest.audience ?? Pins.defaultAudience
        guard audience == pins.audience else { throw .wrongAudience(expected: pins.audience, got: audience) }
        if let lineage = pins.lineage, lineage != manifest.lineage {
            throw .wrongLineage(expected: lineage, got: manifest.lineage)
        }
    }
}

/// A manifest that is signed by a trusted key, is for this app, and is not older than the last accepted one.
public struct VerifiedManifest: Sendable {
    /// The manifest, read from exactly ``payload``.
    public let manifest: Manifest
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// SHA-256 of ``payload``, 64 hex digits. It distinguishes two manifests with the same revision.
    public let digest: String
    /// The trusted keys with a valid signature, at least one, roots first.
    public let signedBy: [PinnedKey]
    /// The epoch of the keyring in force; 0 without a keyring.
    public let epoch: Int
    /// Whether the manifest has expired. Its blocks are then relaxed. `decide` checks this again with the date on which
    /// the device first stored the manifest.
    public let isExpired: Bool
    /// The state to store.
    public let newState: TrustState

    /// ``Role/root`` if a root signed the manifest.
    public var role: Role { signedBy.contains { $0.role == .root } ? .root : .online }
}

/// Returns the time to decide for: the corrected device clock, but not before the manifest in force was issued.
///
/// Call it once and use the result for the whole evaluation.
/// - Parameters:
///   - device: The time of the device's clock.
///   - correction: The seconds to add: HTTP `Date` minus device clock of the last verified answer; 0 without one.
///   - issuedAt: The date of issue of the manifest in force; `nil` without one.
/// - Returns: The later of the corrected clock and `issuedAt`.
public func effectiveNow(device: Date, correction: Double = 0, issuedAt: Date?) -> Date {
    let corrected = device.addingTimeInterval(correction.isFinite ? correction : 0)
    return issuedAt.map { max(corrected, $0) } ?? corrected
}
