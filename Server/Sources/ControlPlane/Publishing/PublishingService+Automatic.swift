import AirworthyPolicy
import AirworthyTrust
import Foundation

extension PublishingService {
    /// How much of its lifetime a manifest has left when it is renewed, in seconds.
    static let renewalMargin = 20 * Instant.day
    /// How long a change of the catalog waits after the one before it, in seconds.
    static let catalogPause = 600.0

    /// Issues what is in force anew with a higher number.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - floor: The lowest number it may have; above the one in force.
    ///   - principal: Who wants it.
    /// - Returns: The new revision.
    /// - Throws: ``ControlPlaneError``: `revisionNotRising`, `nothingPublished`, `signedElsewhere`, `noSigningKey`,
    ///   `clockWrong`, `tooLarge`, `notTrusted`, `preconditionFailed`, `forbidden`, `notFound` or `gone`;
    ///   ``StoreError``. Nothing has changed then.
    package func bump(_ app: String, atLeast floor: Int, by principal: Principal) async throws -> Publication {
        try principal.require(.publish, for: app)
        return try await run(app, retries: 1) { desk, transaction in
            try desk.requireServerSigned()
            _ = try desk.requirePolicy()
            guard floor > desk.head.revision else {
                throw ControlPlaneError(
                    .revisionNotRising,
                    detail: "revision \(desk.head.revision) of \"\(app)\" is in force; name a higher one than that",
                    pointer: "/atLeast")
            }
            let made = try desk.reissue(
                .renewal, audit: "manifest.bumped", atLeast: floor, by: principal.name, in: transaction)
            return (made.publication, Outcome(made.publication, desk, made.revision))
        }
    }

    /// What the server published by itself.
    struct Automatic: Sendable {
        let publication: Publication
        /// Errors the policy in force did not have before.
        let alert: String?
    }

    /// Issues what is in force anew if something is due: a changed catalog, a lifetime that runs out, a raised counter,
    /// or a head that its builds trust no more. Never held back by what the linter finds.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - author: Who is named as its author.
    ///   - isCatalogOnly: Whether only a changed catalog is looked at.
    /// - Returns: What was published; `nil` if nothing was due.
    /// - Throws: ``ControlPlaneError``, ``StoreError``. Nothing has changed then.
    func publishWhatIsDue(_ app: String, author: String, isCatalogOnly: Bool = false) async throws -> Automatic? {
        return try await run(app, retries: 1) { desk, transaction in
            guard desk.app.signing == .server, desk.current != nil else { return (nil, nil) }
            let isCatalogDue = desk.isCatalogDue
            guard isCatalogDue || (!isCatalogOnly && desk.isRenewalDue) else { return (nil, nil) }
            let made = try desk.reissue(
                isCatalogDue ? .catalog : .renewal, audit: isCatalogDue ? "catalog.published" : "manifest.renewed",
                by: author, in: transaction)
            return (
                Automatic(publication: made.publication, alert: made.alert),
                Outcome(made.publication, desk, made.revision)
            )
        }
    }
}

extension Head {
    /// Whether the known releases differ from those of the manifest in force.
    /// - Parameters:
    ///   - manifestDigest: ``CatalogRecord/manifestDigest`` of the stored catalog.
    ///   - app: The app.
    /// - Returns: Whether there is something to publish.
    func hasDrifted(from manifestDigest: String?, of app: App) -> Bool {
        guard let manifestDigest, app.signing == .server, policyVersion > 0 else { return false }
        return manifestDigest != catalogDigest
    }

    /// When a change of the catalog may be published at the earliest; `nil`: at once.
    func catalogWaits(at now: Date) -> Date? {
        guard let end = catalogPublishedAt?.addingTimeInterval(PublishingService.catalogPause), end > now else {
            return nil
        }
        // The clock was set back: nobody can say how long ago the last one was, so nothing waits.
        return end.timeIntervalSince(now) <= PublishingService.catalogPause ? end : nil
    }
}

extension Desk {
    fileprivate var isCatalogDue: Bool {
        head.hasDrifted(from: stored.catalog?.manifestDigest, of: app) && head.catalogWaits(at: now) == nil
    }

    fileprivate var isRenewalDue: Bool {
        guard !head.needsReissue, let verified, let end = verified.manifest.expiresAt else { return true }
        return end.timeIntervalSince(now) < PublishingService.renewalMargin
            || signer.hasNewerKeyring(than: verified.epoch, for: app)
    }

    /// Signs the policy in force with the catalog of today.
    fileprivate func reissue(
        _ cause: ManifestRecord.Cause, audit action: String, atLeast floor: Int = 1, by author: String,
        in transaction: any WriteTransaction
    ) throws -> (publication: Publication, revision: Revision, alert: String?) {
        let policy = try requirePolicy()
        let document = try PolicyDocument(stored: policy)
        try signer.check(at: now, after: stored.manifest?.issuedAt)
        let plan = RevisionPlan(
            app: app, number: try nextRevision(atLeast: floor), policyVersion: policy.version,
            policy: document.completed(for: app), catalog: catalog, cause: cause, author: author, issuedAt: now)
        let revision = try plan.signed(by: signer, after: remembered)
        let findings = document.findings(for: app, with: catalog, at: now)
        let alert = cause == .catalog ? alert(document, findings) : nil
        var entries = [
            AuditEntry(at: now, actor: author, action: action, app: app.slug, revision: plan.number, detail: nil)
        ]
        if let alert {
            entries.append(
                AuditEntry(
                    at: now, actor: author, action: "catalog.alert", app: app.slug, revision: plan.number,
                    detail: alert))
        }
        try commit(revision, head: head(after: revision), audit: entries, in: transaction)
        let publication = Publication(
            manifest: revision.record, entityTag: policy.entityTag, isNew: true, findings: findings)
        return (publication, revision, alert)
    }

    /// The errors that came with the releases, in a sentence.
    private func alert(_ document: PolicyDocument, _ findings: [Finding]) -> String? {
        let before = head.catalogDigest == nil ? nil : verified?.manifest.catalog
        let known = document.findings(for: app, with: before, at: now).filter { $0.severity == .error }
        let errors = findings.filter { finding in
            finding.severity == .error && !known.contains { $0.code == finding.code && $0.path == finding.path }
        }
        guard let first = errors.first else { return nil }
        let count = errors.count == 1 ? "a new error" : "\(errors.count) new errors"
        return "with these releases the policy in force has \(count): \(first.path): \(first.message) (\(first.code))"
    }
}
