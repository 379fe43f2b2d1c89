import AirworthyPolicy
import AirworthyTrust
import Foundation
import ServerSupport

/// Publishes the policy in force under a new revision, within one transaction: a renewal, a bump or a changed catalog.
struct Reissue {
    /// The result of a reissue.
    struct Result: Sendable {
        let publication: Publication
        /// The errors that the policy in force did not have with the previous catalog.
        let alert: String?
    }

    let context: PublishingContext
    let transaction: any WriteTransaction
    /// The author of the revision.
    let principal: Principal

    /// Whether a changed catalog is due: after the pause since the last automatic publish, or at once if it is urgent.
    private func isCatalogDue(ignoringPause: Bool) throws -> Bool {
        guard context.catalogWaits else { return false }
        if ignoringPause || context.head.nextCatalogPublish(after: context.now) == nil { return true }
        return try CatalogUrgency(context: context, transaction: transaction).takesSomethingAway()
    }

    private var isRenewalDue: Bool {
        guard !context.head.needsReissue, !context.isFromFuture, let verified = context.verified,
            let end = verified.manifest.expiresAt
        else { return true }
        return end.timeIntervalSince(context.now) < Renewals.margin.seconds
            || context.signer.hasNewerKeyring(than: verified.epoch, for: context.app)
    }

    /// Reissues the manifest with a higher revision, from `floor` on, which is above the one in force and within
    /// ``RevisionLimit``. Returns the revision to serve, too.
    func bump(atLeast floor: Int) throws -> (answer: UncheckedPublication, revision: SignedRevision?) {
        try context.app.requireServerSigned()
        let document = try PolicyDocument(stored: try context.requirePolicy())
        guard floor > context.head.revision else {
            throw ControlPlaneError(
                .revisionNotRising,
                detail:
                    "revision \(context.head.revision) of \"\(context.app.slug)\" is in force; name a higher "
                    + "one",
                pointer: "/atLeast")
        }
        let highest = RevisionLimit.highest(above: context.head.revision, at: context.now)
        guard floor <= highest else {
            throw ControlPlaneError(
                .invalid,
                detail:
                    "\(floor) is too high for the next revision of \"\(context.app.slug)\": the highest number is "
                    + "\(highest) now, \(RevisionLimit.margin) above the Unix time and the revision in force; name a lower one",
                pointer: "/atLeast")
        }
        let (result, revision) = try reissue(.renewal, atLeast: floor, action: "manifest.bumped")
        return (UncheckedPublication(publication: result.publication, document: document, context: context), revision)
    }

    /// Reissues the manifest if a changed catalog or a renewal is due.
    func publishIfDue(
        isCatalogOnly: Bool, ignoringPause: Bool
    ) throws -> (answer: Result?, revision: SignedRevision?) {
        guard context.app.signing == .server, context.current != nil else { return (nil, nil) }
        let isCatalogDue = try isCatalogDue(ignoringPause: ignoringPause)
        guard isCatalogDue || (!isCatalogOnly && isRenewalDue) else { return (nil, nil) }
        let (result, revision) = try reissue(
            isCatalogDue ? .catalog : .renewal, action: isCatalogDue ? "catalog.published" : "manifest.renewed")
        return (result, revision)
    }

    private func reissue(
        _ cause: ManifestRecord.Cause, atLeast floor: Int = 1, action: String
    ) throws -> (answer: Result, revision: SignedRevision) {
        let policy = try context.requirePolicy()
        let document = try PolicyDocument(stored: policy)
        let revision = try context.sign(
            document, version: policy.version, as: try context.nextRevision(atLeast: floor), cause: cause,
            author: principal.name)
        // Only new releases can bring new errors, and the linter holds up other publications here.
        let isCatalog = cause == .catalog
        let findings = isCatalog ? document.findings(for: context.app, with: context.catalog, at: context.now) : []
        let alert = isCatalog ? alert(for: findings, of: document) : nil
        var entries = [entry(action, of: revision)]
        if let alert { entries.append(entry("catalog.alert", of: revision, detail: alert)) }
        try context.commit(revision, audit: entries, in: transaction)
        let publication = Publication(
            manifest: revision.record, entityTag: policy.entityTag, isNew: true, findings: findings)
        return (Result(publication: publication, alert: alert), revision)
    }

    private func entry(_ action: String, of revision: SignedRevision, detail: String? = nil) -> AuditEntry {
        AuditEntry(
            at: context.now, by: principal, action: action, app: context.app.slug,
            revision: revision.record.revision, detail: detail)
    }

    /// Describes the errors that came with the new releases.
    private func alert(for findings: [Finding], of document: PolicyDocument) -> String? {
        let before = context.head.catalogDigest == nil ? nil : context.verified?.manifest.catalog
        let known = document.findings(for: context.app, with: before, at: context.now).filter { $0.severity == .error }
        let errors = findings.filter { finding in
            finding.severity == .error && !known.contains { $0.code == finding.code && $0.path == finding.path }
        }
        guard let first = errors.first else { return nil }
        let count = errors.count == 1 ? "a new error" : "\(errors.count) new errors"
        return "with these releases the policy in force has \(count): \(first.path): \(first.message) (\(first.code))"
    }
}
