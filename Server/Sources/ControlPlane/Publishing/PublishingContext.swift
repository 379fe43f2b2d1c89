import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import ServerSupport

/// The stored state of one app inside a publishing transaction, and the steps that every publication shares.
struct PublishingContext {
    let stored: StoredApp
    /// The policy in force.
    let current: PolicyRecord?
    /// The current catalog, trimmed for manifests.
    let catalog: Catalog?
    /// The manifest in force; `nil` if installed apps would reject it today.
    let verified: VerifiedManifest?
    let signer: Signer
    private let clock: SigningClock
    let now: Date
    /// The lowest number of the next revision.
    private let lowestNext: Int

    var app: App { stored.app }
    var head: Head { stored.head }

    /// The basis of a prediction: digests of the manifest in force and of the known releases.
    struct Basis: Hashable, Sendable {
        fileprivate let manifest: String?
        fileprivate let catalog: String?
    }

    /// The manifest in force and the known releases.
    var basis: Basis { Basis(manifest: stored.manifest?.digest, catalog: stored.catalog?.manifestDigest) }

    /// The rows of an app, before anything in them is parsed or verified. That takes longer than reading them, and a thread of the
    /// database should not be busy with it for somebody who publishes nothing.
    struct Rows: Sendable {
        fileprivate let stored: StoredApp
        fileprivate let current: PolicyRecord?
        fileprivate let clock: SigningClock
        fileprivate let date: Date
        /// The highest revision that is not burnt; `nil` if the counter is not burnt either.
        fileprivate let highestUsed: Int?

        /// Reads the rows of an app.
        init(of slug: String, in transaction: any ReadTransaction, loader: HeadLoader) throws {
            let app = try transaction.liveApp(slug)
            try self.init(app: app, head: try transaction.liveHead(slug), in: transaction, loader: loader)
        }

        fileprivate init(app: App, head: Head, in transaction: any ReadTransaction, loader: HeadLoader) throws {
            stored = try transaction.stored(app, head: head, hasSources: false)
            current = head.policyVersion > 0 ? try transaction.policy(app.slug, version: head.policyVersion) : nil
            clock = try transaction.signingClock(appleOffset: loader.signer.appleClockOffset())
            date = PublishingContext.date(loader.now().storable, notBefore: stored.manifest?.issuedAt)
            let limit = RevisionLimit.highest(at: date)
            highestUsed =
                PublishingContext.counted(after: head) > limit
                ? try transaction.manifests(app.slug, before: limit + 1, limit: 1).first?.revision ?? 0 : nil
        }
    }

    /// Reads the state of an app.
    init(of slug: String, in transaction: any ReadTransaction, loader: HeadLoader) throws {
        self.init(try Rows(of: slug, in: transaction, loader: loader), loader: loader)
    }

    /// Takes the app's lock, then reads its state, so that nothing changes before the commit.
    init(locking slug: String, in transaction: any WriteTransaction, loader: HeadLoader) throws {
        let (app, head) = try transaction.lock(slug)
        self.init(try Rows(app: app, head: head, in: transaction, loader: loader), loader: loader)
    }

    /// Parses and verifies the state of an app.
    init(_ rows: Rows, loader: HeadLoader) {
        (stored, current, clock, now) = (rows.stored, rows.current, rows.clock, rows.date)
        let app = stored.app
        catalog = stored.catalog?.catalog.map { ManifestCatalog.trimmed($0, for: app) }
        verified = loader.verify(stored).manifest
        signer = loader.signer
        lowestNext =
            Self.restartedCounter(above: rows.highestUsed, of: app, after: verified, signer: signer, at: now)
            ?? Self.counted(after: stored.head)
    }

    /// Returns the lowest number that the next revision may have by the counter of an app.
    private static func counted(after head: Head) -> Int {
        max(head.revision == .max ? .max : head.revision + 1, head.nextRevision)
    }

    /// Returns the date of a publication: that of this node's clock, or, if the manifest in force is of a node whose clock
    /// is a little ahead, the date of that manifest.
    private static func date(_ now: Date, notBefore issuedAt: Date?) -> Date {
        guard let issuedAt, issuedAt > now, issuedAt.timeIntervalSince(now) <= SigningClock.widestOffset.seconds else {
            return now
        }
        return issuedAt
    }

    /// Returns a lower counter for an app with a burnt one, if the server's keyring has a higher epoch than the
    /// manifest in force: devices order manifests by epoch first, so they accept the lower revision. Returns a number
    /// above every stored revision up to the limit; `nil` if the counter has to stay.
    private static func restartedCounter(
        above used: Int?, of app: App, after verified: VerifiedManifest?, signer: Signer, at now: Date
    ) -> Int? {
        guard let used, let verified, signer.hasNewerKeyring(than: verified.epoch, for: app) else { return nil }
        return max(RevisionLimit.unixSeconds(at: now), used + 1)
    }

    func requirePolicy() throws(ControlPlaneError) -> PolicyRecord {
        guard let current else { throw ControlPlaneError.nothingPublished(app.slug) }
        return current
    }

    /// Whether the manifest in force was issued in the future, by a server whose clock was ahead then.
    var isFromFuture: Bool { stored.manifest.map { $0.issuedAt > now } ?? false }

    /// Returns the number of the next revision, at least `floor`.
    func nextRevision(atLeast floor: Int = 1) throws(ControlPlaneError) -> Int {
        let wanted = max(lowestNext, floor)
        guard wanted < .max else {
            throw ControlPlaneError(
                .revisionNotRising,
                detail:
                    "the revisions of \"\(app.slug)\" are used up: \(Int.max - 1) is the highest; start the server with a "
                    + "keyring of a higher epoch, under which the revision may fall")
        }
        return wanted
    }

    /// Whether the known releases differ from those of the manifest in force in data that apps use.
    var catalogWaits: Bool { head.differs(fromStoredCatalog: stored.catalog?.manifestDigest, of: app) }

    /// The trust state of a device that has accepted the manifest in force; empty if it would reject that manifest
    /// today.
    var deviceState: TrustState { verified?.newState ?? TrustState() }

    /// Returns the publication in force, for a retry and for a publish without a change.
    func unchanged() throws(ControlPlaneError) -> Publication {
        guard let manifest = stored.manifest else {
            throw ControlPlaneError(
                .degraded, detail: "revision \(head.revision) of \"\(app.slug)\" is not in the store; restore a backup")
        }
        return Publication(manifest: manifest, entityTag: current?.entityTag, isNew: false)
    }

    /// Signs a policy with the current catalog.
    func sign(
        _ document: PolicyDocument, version: Int, as number: Int, cause: ManifestRecord.Cause, author: String,
        note: String? = nil
    ) throws(ControlPlaneError) -> SignedRevision {
        try signer.requireKey()
        try clock.check(at: now, after: stored.manifest?.issuedAt)
        return try UnsignedRevision(
            app: app, number: number, policyVersion: version, policy: document.completed(for: app), catalog: catalog,
            cause: cause, author: author, note: note, issuedAt: now
        ).signed(by: signer, for: deviceState)
    }

    /// Stores a revision, with its policy if that is a new one, and moves the head; `nil` is a head with the current
    /// catalog. Pass the transaction of this context.
    func commit(
        _ revision: SignedRevision, policy: PolicyRecord? = nil, head newHead: Head? = nil, audit: [AuditEntry],
        in transaction: any WriteTransaction
    ) throws {
        let newHead = newHead ?? head(after: revision.record)
        guard try transaction.advanceHead(from: head.revision, to: newHead) else { throw StoreError.locked }
        if let policy { try transaction.insertPolicy(policy) }
        try transaction.insertManifest(revision.record)
        for entry in audit + dateChange(by: audit) { try transaction.insertAudit(entry) }
    }

    /// States that a manifest from the future was replaced by one that is dated earlier.
    private func dateChange(by audit: [AuditEntry]) -> [AuditEntry] {
        guard app.signing == .server, isFromFuture, let manifest = stored.manifest, let entry = audit.first else {
            return []
        }
        return [
            AuditEntry(
                at: entry.at, actor: entry.actor, tokenID: entry.tokenID, requestID: entry.requestID,
                action: "manifest.redated", app: entry.app, revision: entry.revision,
                detail:
                    "revision \(manifest.revision) was issued at \(Timestamp.format(manifest.issuedAt)), which is to come"
            )
        ]
    }

    private func head(after record: ManifestRecord) -> Head {
        Head(
            app: app.slug, revision: record.revision, policyVersion: record.policyVersion,
            nextRevision: record.revision + 1, needsReissue: false,
            // The stored digest, not a new one: if another version of the server trims differently, the catalog would
            // otherwise count as changed for ever.
            catalogDigest: catalog == nil ? nil : stored.catalog?.manifestDigest,
            catalogPublishedAt: record.cause == .catalog ? now : head.catalogPublishedAt)
    }
}

extension App {
    /// Throws ``ControlPlaneError`` `signedElsewhere` unless this server signs the app.
    func requireServerSigned() throws(ControlPlaneError) {
        if case .other(let word) = signing { throw ControlPlaneError.unknownSigning(word, of: slug) }
        guard signing == .server else {
            throw ControlPlaneError(
                .signedElsewhere,
                detail:
                    "CI signs \"\(slug)\", so this server creates no revisions of it; sign with `airworthy sign` "
                    + "and publish the signed manifest")
        }
    }
}

extension ControlPlaneError {
    /// Creates the error for an app that a later version of the server lets somebody else sign.
    static func unknownSigning(_ word: String, of app: String) -> ControlPlaneError {
        ControlPlaneError(
            .signedElsewhere,
            detail:
                "\"\(app)\" has the signing \"\(word)\", which this version of the server does not know; update the server"
        )
    }
}
