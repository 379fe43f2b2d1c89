import AirworthyPolicy
import AirworthyTrust

extension PublishingService {
    /// Publishes an envelope that CI signed, byte for byte.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - envelope: The envelope.
    ///   - note: Why, in the author's words.
    ///   - principal: Who publishes.
    /// - Returns: The revision in force afterwards.
    /// - Throws: ``ControlPlaneError``: `signedHere`, `invalid`, `tooLarge`, `wrongApp` (also another audience or
    ///   lineage), `notTrusted`, `revisionNotRising`, `preconditionFailed` (somebody published at the same time),
    ///   `forbidden`, `notFound` or `gone`; ``StoreError``. Nothing has changed then.
    package func publishEnvelope(
        _ envelope: [UInt8], to app: String, note: String?, by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, "note")
        let digest = ContentDigest.hex(envelope)
        return try await run(app) { desk, transaction in
            guard desk.app.signing == .ci else {
                throw ControlPlaneError(
                    .signedHere,
                    detail: "this server signs \"\(app)\", so it takes no envelopes for it; publish the policy")
            }
            if desk.head.revision > 0, desk.stored.manifest?.digest == digest {
                let same = try desk.unchanged()
                return (same, Outcome(same, desk))
            }
            guard envelope.count <= SignedManifest.maximumSignedSize else {
                let error = SigningError.tooLarge(envelope.count, limit: SignedManifest.maximumSignedSize)
                throw ControlPlaneError(.tooLarge, detail: error.description)
            }
            let verified = try desk.taken(envelope)
            guard let number = verified.manifest.revision, let issuedAt = verified.manifest.issuedAt, number > 0,
                number < .max
            else {
                throw ControlPlaneError(.invalid, detail: "the manifest's revision has to be from 1 to \(Int.max - 1)")
            }
            guard try transaction.manifest(app, revision: number) == nil else {
                throw ControlPlaneError(
                    .revisionNotRising,
                    detail: "revision \(number) of \"\(app)\" was published before; sign with a higher one")
            }
            let record = ManifestRecord(
                app: app, revision: number, policyVersion: 0, digest: digest, payloadDigest: verified.digest,
                bytes: envelope, size: envelope.count, cause: .publish, issuedAt: Instant.stored(issuedAt),
                expiresAt: verified.manifest.expiresAt.map(Instant.stored), author: principal.name, note: note)
            let revision = Revision(record: record, verified: verified)
            let head = Head(
                app: app, revision: number, policyVersion: 0, nextRevision: max(number + 1, desk.head.nextRevision),
                catalogDigest: desk.catalogDigest(of: verified.manifest),
                catalogPublishedAt: desk.head.catalogPublishedAt)
            let signers = verified.signedBy.map(\.key.id).joined(separator: ", ")
            try desk.commit(
                revision, head: head,
                audit: [
                    AuditEntry(
                        at: desk.now, actor: principal.name, action: "manifest.published", app: app, revision: number,
                        detail: "signed by \(signers), epoch \(verified.epoch)")
                ], in: transaction)
            let answer = Publication(
                manifest: record, entityTag: nil, isNew: true,
                findings: Linter.findings(
                    policy: verified.manifest.policy, catalog: verified.manifest.knownCatalog, now: desk.now))
            return (answer, Outcome(answer, desk, revision))
        }
    }
}

extension Manifest {
    /// The catalog, if it came with one.
    fileprivate var knownCatalog: Catalog? { catalog.releases.isEmpty ? nil : catalog }
}

extension Desk {
    /// Verifies an envelope as a device does that has the manifest in force.
    fileprivate func taken(_ envelope: [UInt8]) throws(ControlPlaneError) -> VerifiedManifest {
        switch SignedManifest.verify(envelope, pins: app.trustPins, state: remembered, now: now) {
        case .success(let verified):
            guard head.revision == 0 || verified.digest != stored.manifest?.payloadDigest else {
                // The same payload in another envelope would be a second text under one number.
                throw ControlPlaneError(
                    .revisionNotRising,
                    detail:
                        "revision \(head.revision) of \"\(app.slug)\" is in force with other bytes; sign with a higher one"
                )
            }
            return verified
        case .failure(let refusal): throw ControlPlaneError(refusing: refusal)
        }
    }

    /// What of the live catalog is in an envelope. CI signs it whole or as manifests carry it.
    fileprivate func catalogDigest(of manifest: Manifest) -> String? {
        guard let catalog = manifest.knownCatalog else { return nil }
        if let live = stored.catalog, let known = live.catalog,
            !ManifestCatalog.hasDrifted(known, from: catalog, of: app)
        {
            return live.manifestDigest
        }
        return ManifestCatalog.digest(of: catalog)
    }
}

extension ControlPlaneError {
    /// Why an envelope was not taken.
    init(refusing refusal: TrustRefusal) {
        let kind: Kind =
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
        self.init(kind, detail: refusal.description)
    }
}
