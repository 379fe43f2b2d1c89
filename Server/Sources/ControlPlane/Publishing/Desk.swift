import AirworthyPolicy
import AirworthyTrust
import Foundation

/// Somebody else moved the head first.
struct LostRace: Error {}

/// What a publication is made from, read in one transaction.
struct Desk {
    let stored: StoredApp
    /// The policy in force.
    let current: PolicyRecord?
    /// The releases as manifests carry them.
    let catalog: Catalog?
    /// What the manifest in force says, if the app's builds take it today.
    let verified: VerifiedManifest?
    let signer: Signer
    /// The instant of the publication.
    let now: Date

    var app: App { stored.app }
    var head: Head { stored.head }

    /// Reads what there is of an app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    init(_ slug: String, in transaction: any ReadTransaction, _ loader: HeadLoader) throws {
        let app = try transaction.liveApp(slug)
        stored = try transaction.stored(app, try transaction.liveHead(slug))
        let version = stored.head.policyVersion
        current = version > 0 ? try transaction.policy(slug, version: version) : nil
        catalog = stored.catalog?.catalog.map { ManifestCatalog.trimmed($0, for: app) }
        verified = loader.judge(stored).verified
        signer = loader.signer
        now = Instant.stored(loader.now())
    }

    /// Takes the app's lock first, so that nothing that is read can change before the commit.
    /// - Throws: ``LostRace`` if somebody else was faster; otherwise as ``init(_:in:_:)``.
    static func locked(_ slug: String, in transaction: any WriteTransaction, _ loader: HeadLoader) throws -> Desk {
        _ = try transaction.liveApp(slug)
        let head = try transaction.liveHead(slug)
        guard try transaction.advanceHead(from: head.revision, to: head) else { throw LostRace() }
        return try Desk(slug, in: transaction, loader)
    }

    /// Makes sure who makes the app's revisions.
    /// - Throws: ``ControlPlaneError`` `signedElsewhere`.
    func requireServerSigned() throws(ControlPlaneError) {
        guard app.signing == .server else {
            throw ControlPlaneError(
                .signedElsewhere,
                detail:
                    "CI signs \"\(app.slug)\", so this server makes no revisions of it; sign with `airworthy sign` and publish "
                    + "the signed manifest")
        }
    }

    /// The policy in force.
    /// - Throws: ``ControlPlaneError`` `nothingPublished`.
    func requirePolicy() throws(ControlPlaneError) -> PolicyRecord {
        guard let current else {
            throw ControlPlaneError(.nothingPublished, detail: "nothing was published for \"\(app.slug)\" yet")
        }
        return current
    }

    /// The number of the next revision.
    /// - Parameter floor: The lowest it may be.
    /// - Returns: The number.
    /// - Throws: ``ControlPlaneError`` `revisionNotRising` when there is none left.
    func nextRevision(atLeast floor: Int = 1) throws(ControlPlaneError) -> Int {
        let wanted = max(head.revision == .max ? .max : head.revision + 1, head.nextRevision, floor)
        guard wanted < .max else {
            throw ControlPlaneError(
                .revisionNotRising,
                detail: "revision \(wanted) would be the last there is, and none could follow; choose a lower one")
        }
        return wanted
    }

    /// What a device remembers that has the manifest in force: nothing, if it would refuse that one today.
    var remembered: TrustState { verified?.newState ?? TrustState() }

    /// What a retry of a publish gets, and a publish that changes nothing.
    func unchanged(findings: [Finding] = []) throws(ControlPlaneError) -> Publication {
        guard let manifest = stored.manifest else {
            throw ControlPlaneError(
                .degraded, detail: "revision \(head.revision) of \"\(app.slug)\" is not in the store; restore a backup")
        }
        return Publication(manifest: manifest, entityTag: current?.entityTag, isNew: false, findings: findings)
    }

    /// Stores a revision and moves the head.
    /// - Parameters:
    ///   - revision: The revision.
    ///   - policy: The policy that comes with it, if it is a new one.
    ///   - head: The head afterwards.
    ///   - audit: What to note.
    ///   - transaction: The transaction this was read in.
    /// - Throws: ``LostRace``, ``StoreError``.
    func commit(
        _ revision: Revision, policy: PolicyRecord? = nil, head: Head, audit: [AuditEntry],
        in transaction: any WriteTransaction
    ) throws {
        guard try transaction.advanceHead(from: self.head.revision, to: head) else { throw LostRace() }
        if let policy { try transaction.insertPolicy(policy) }
        try transaction.insertManifest(revision.record)
        for entry in audit { try transaction.insertAudit(entry) }
    }

    /// The head once a revision with a policy of today's catalog is in force.
    func head(after revision: Revision) -> Head {
        Head(
            app: app.slug, revision: revision.record.revision, policyVersion: revision.record.policyVersion,
            nextRevision: revision.record.revision + 1, needsReissue: false,
            // Taken over as it is stored, so that another version's way of cutting cannot make a difference for ever.
            catalogDigest: catalog == nil ? nil : stored.catalog?.manifestDigest,
            catalogPublishedAt: revision.record.cause == .catalog ? now : head.catalogPublishedAt)
    }
}
