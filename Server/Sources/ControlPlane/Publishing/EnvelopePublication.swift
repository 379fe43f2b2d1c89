import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust

/// Publishes an envelope that CI signed, within one transaction.
struct EnvelopePublication {
    let context: PublishingContext
    let transaction: any WriteTransaction
    let principal: Principal

    private var slug: String { context.app.slug }

    /// Publishes an envelope unchanged. Returns the publication without findings, and the revision to serve.
    func publish(
        _ envelope: [UInt8], expecting precondition: Precondition, note: String?
    ) throws -> PublishingService.Result {
        try Self.requireSignedByCI(context.app)
        let digest = ContentDigest.hex(envelope)
        if context.head.revision > 0, context.stored.manifest?.digest == digest {
            return (try context.unchanged(), nil)
        }
        try check(precondition)
        let verified = try Self.verify(envelope, in: context)
        let record = try record(of: verified, envelope: envelope, digest: digest, note: note)
        let revision = SignedRevision(record: record, verified: verified)
        let signers = verified.signedBy.map(\.key.id).joined(separator: ", ")
        let entry = AuditEntry(
            at: context.now, by: principal, action: "manifest.published", app: slug, revision: record.revision,
            detail: "signed by \(signers), epoch \(verified.epoch)")
        try context.commit(revision, head: head(after: revision), audit: [entry], in: transaction)
        return (Publication(manifest: record, entityTag: nil, isNew: true), revision)
    }

    /// Throws an error unless the envelope that the caller expects is in force.
    private func check(_ precondition: Precondition) throws(ControlPlaneError) {
        let current = context.head.revision > 0 ? context.stored.manifest : nil
        guard precondition.holds(for: current?.digest) else {
            throw ControlPlaneError(
                .preconditionFailed,
                detail: current.map { "revision \($0.revision) by \($0.author) is in force, \"\($0.digest)\"" }
                    ?? "nothing is published for \"\(slug)\" yet")
        }
    }

    /// Throws ``ControlPlaneError`` `signedHere` if this server signs the app's revisions.
    static func requireSignedByCI(_ app: App) throws(ControlPlaneError) {
        if case .other(let word) = app.signing { throw ControlPlaneError.unknownSigning(word, of: app.slug) }
        guard app.signing == .ci else {
            throw ControlPlaneError(
                .signedHere,
                detail: "this server signs \"\(app.slug)\", so it accepts no envelopes for it; publish the policy")
        }
    }

    /// Verifies an envelope as a device does that has accepted the manifest in force.
    static func verify(
        _ envelope: [UInt8], in context: PublishingContext
    ) throws(ControlPlaneError) -> VerifiedManifest {
        guard envelope.count <= SignedManifest.maximumSignedSize else {
            let error = SigningError.tooLarge(envelope.count, limit: SignedManifest.maximumSignedSize)
            throw ControlPlaneError(.tooLarge, detail: error.description)
        }
        switch SignedManifest.verify(
            envelope, pins: context.app.trustPins, state: context.deviceState, now: context.now)
        {
        case .success(let verified):
            // The same manifest in another envelope would give one revision two different texts.
            guard context.head.revision == 0 || verified.digest != context.stored.manifest?.payloadDigest else {
                throw ControlPlaneError(
                    .revisionNotRising,
                    detail:
                        "revision \(context.head.revision) of \"\(context.app.slug)\" is in force with other bytes; sign with a "
                        + "higher one")
            }
            return verified
        case .failure(let refusal):
            throw ControlPlaneError(kind(of: refusal), detail: refusal.description)
        }
    }

    private func record(
        of verified: VerifiedManifest, envelope: [UInt8], digest: String, note: String?
    ) throws -> ManifestRecord {
        guard let number = verified.manifest.revision, let issuedAt = verified.manifest.issuedAt, number > 0,
            number < .max
        else {
            throw ControlPlaneError(
                .invalid, detail: "the manifest's revision has to be from 1 to \(Int.max - 1)")
        }
        guard try transaction.manifest(slug, revision: number) == nil else {
            throw ControlPlaneError(
                .revisionNotRising,
                detail: "revision \(number) of \"\(slug)\" was published before; sign with a higher one")
        }
        return ManifestRecord(
            app: slug, revision: number, policyVersion: 0, digest: digest, payloadDigest: verified.digest,
            bytes: envelope, size: envelope.count, cause: .publish, issuedAt: issuedAt.storable,
            expiresAt: verified.manifest.expiresAt?.storable, author: principal.name, note: note)
    }

    private func head(after revision: SignedRevision) -> Head {
        let number = revision.record.revision
        // A higher epoch lets the revision fall, and the counter with it.
        let isNewEpoch = revision.verified.epoch > (context.verified?.epoch ?? .max)
        return Head(
            app: slug, revision: number, policyVersion: 0,
            nextRevision: isNewEpoch ? number + 1 : max(number + 1, context.head.nextRevision),
            catalogDigest: catalogDigest(of: revision.verified.manifest),
            catalogPublishedAt: context.head.catalogPublishedAt)
    }

    /// Returns the digest of an envelope's catalog: that of the stored catalog, if CI signed it complete or trimmed.
    private func catalogDigest(of manifest: Manifest) -> String? {
        guard let catalog = Self.knownCatalog(of: manifest) else { return nil }
        if let live = context.stored.catalog, let known = live.catalog,
            !ManifestCatalog.hasDrifted(known, from: catalog, of: context.app)
        {
            return live.manifestDigest
        }
        return ManifestCatalog.digest(of: catalog)
    }

    /// The catalog of a manifest; `nil` if it has no releases.
    static func knownCatalog(of manifest: Manifest) -> Catalog? {
        manifest.catalog.releases.isEmpty ? nil : manifest.catalog
    }

    private static func kind(of refusal: VerificationError) -> ProblemKind {
        switch refusal {
        case .tooLarge: .tooLarge
        case .malformedEnvelope, .malformedBase64, .duplicateKey, .wrongPayloadType, .tooManySignatures,
            .malformedKeyring, .malformedManifest, .schemaTooNew, .noRevision, .noIssuedAt:
            .invalid
        case .unknownKey, .badSignature, .untrustedKeyring, .cryptoUnavailable: .notTrusted
        case .wrongApp, .wrongAudience, .wrongLineage: .wrongApp
        case .epochWentBack, .sameEpochOtherKeys, .revisionWentBack, .staleCopy, .sameRevisionOtherBytes:
            .revisionNotRising
        }
    }
}
