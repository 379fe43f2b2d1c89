import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SignedManifest {
    /// Decides whether a signed manifest may come into force.
    ///
    /// The signatures are checked first; then exactly the bytes they cover are read. Also for a stored manifest: verify
    /// it anew at each load, with today's pins, and drop it if it is refused.
    /// - Parameters:
    ///   - bytes: The envelope as it was received.
    ///   - pins: What the app insists on.
    ///   - state: What this device remembers; empty at first.
    ///   - now: The instant to judge the lifetime for. A date of issue in the future is no reason to refuse.
    /// - Returns: The manifest with the state to remember, or the first reason against it. After a refusal the last
    ///   good manifest and the old state stay.
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
        let digest = Text.hex(SHA256.hash(envelope.payload))
        let candidate = Floor(
            lineage: manifest.lineage, epoch: epoch, revision: identity.revision, digest: digest,
            issuedAt: identity.issuedAt, signers: signers)
        let floor = state.floor(lineage: manifest.lineage)?.vouched(by: trusted)
        var newState = state
        newState.keyring = keyringEnvelope
        newState.remember(try floor?.advanced(to: candidate) ?? candidate)

        let instant = effectiveNow(device: now, issuedAt: identity.issuedAt)
        return VerifiedManifest(
            manifest: manifest, payload: envelope.payload, digest: digest,
            signedBy: signers.map { PinnedKey($0, role: pins.role(of: $0)) }, epoch: epoch,
            isExpired: manifest.effectiveExpiry().map { $0 <= instant } ?? false, newState: newState)
    }

    /// The keyring in force: the one in the envelope, else the stored one, if a root pinned today signed it.
    private func acceptedKeyring(
        pins: Pins, state: TrustState
    ) throws(VerificationError) -> (Envelope?, Keyring?) {
        // A stored keyring that is refused today belongs to keys that are pinned no more; it counts for nothing.
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

    /// Reads a payload whose signature was checked.
    static func manifest(from payload: [UInt8]) throws(VerificationError) -> Manifest {
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

    static func identity(of manifest: Manifest) throws(VerificationError) -> (revision: Int, issuedAt: Date) {
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
