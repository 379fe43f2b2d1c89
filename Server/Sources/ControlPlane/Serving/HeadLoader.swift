import AirworthyPolicy
import AirworthyTrust
import Foundation
import ReleaseCatalog
import ServerSupport

/// Creates the served state of apps from the stored one.
struct HeadLoader: Sendable {
    let served: ServedApps
    let signers: Replaceable<Signer>
    let compress: @Sendable ([UInt8]) -> [UInt8]?
    let now: @Sendable () -> Date

    var signer: Signer { signers.value }

    /// Creates the slot of an app, and the alarm to raise. Verifies the manifest in force with the current pins.
    /// `edition` is a number from ``ServedApps/nextEdition()`` that was taken before `stored` was read.
    /// - Complexity: Verifies about three signatures, reads and compresses the manifest.
    func slot(
        for stored: StoredApp, replacing old: ServedApps.Slot?, edition: Int
    ) -> (slot: ServedApps.Slot, alarm: Alarm?) {
        let releaseData = ReleaseData(app: stored.app.slug, records: stored.sources)
        let (loaded, floor, raised) = load(stored, replacing: old)
        var (app, alarm) = (loaded, raised)
        app.catalog = LiveCatalog(
            stored.sources, merged: releaseData.merged(for: stored.app.target, at: now()), stored: stored.catalog,
            edition: edition)
        if let problem = releaseData.problems.first {
            app.warning = app.warning ?? problem
            alarm = alarm ?? .unreadable
        }
        let slot = ServedApps.Slot(
            entry: .app(app), edition: Edition(manifest: floor, stored: StoredEdition(stored)))
        return (slot, alarm)
    }

    private func load(
        _ stored: StoredApp, replacing old: ServedApps.Slot?
    ) -> (app: ServedApp, floor: HeadOrder, alarm: Alarm?) {
        var app = ServedApp(app: stored.app, state: .unpublished, catalog: nil)
        app.revision = stored.head.revision
        let floor = old?.edition.manifest ?? .zero
        switch verify(stored) {
        case .nothing: return (app, floor, nil)
        case .valid(let revision):
            let head = kept(revision, from: old) ?? loaded(revision)
            if head.order.isBelow(floor), case .app(let before) = old?.entry {
                // The server never serves a lower revision than before, even if the store contains one.
                app.state = before.state
                app.revision = before.revision
                app.warning =
                    "the store names revision \(head.revision), below the one in force, \(floor.revision); if it "
                    + "was restored, raise the head with `airworthy heads bump`"
                return (app, floor, .headWentBack)
            }
            app.state = .live(head)
            app.warning = signer.problem(
                for: stored.app, keyringInForce: revision.verified.newState.keyring)
            return (app, head.order, app.warning == nil ? nil : .notTrusted)
        case .rejected(let reason):
            app.state = .degraded(reason)
            // The app no longer trusts the keys of the served manifest, so any trusted manifest may replace it.
            return (app, .zero, .notTrusted)
        case .unreadable(let reason):
            app.state = .degraded(reason)
            return (app, floor, .unreadable)
        }
    }

    /// The result of verifying the manifest in force as a new installation of the app does.
    enum Verification {
        case nothing
        case valid(SignedRevision)
        case rejected(String)
        case unreadable(String)

        var manifest: VerifiedManifest? {
            if case .valid(let revision) = self { revision.verified } else { nil }
        }
    }

    /// Verifies the manifest in force with the current pins.
    func verify(_ stored: StoredApp) -> Verification {
        let revision = stored.head.revision
        guard revision > 0 else { return .nothing }
        guard let record = stored.manifest, let bytes = record.bytes else {
            return .unreadable("the bytes of revision \(revision) are not in the store; restore a backup")
        }
        guard ContentDigest.hex(bytes) == record.digest else {
            return .unreadable("the bytes of revision \(revision) were changed in the store; restore a backup")
        }
        switch SignedManifest.verify(bytes, pins: stored.app.trustPins, now: now()) {
        case .success(let verified) where verified.manifest.revision == revision:
            return .valid(SignedRevision(record: record, verified: verified))
        case .success: return .unreadable("the bytes of revision \(revision) are of another one; restore a backup")
        case .failure(let refusal):
            return .rejected("the app's builds would refuse revision \(revision): \(refusal.description)")
        }
    }

    /// Returns the served form of a manifest if it is in force already, so that what was prepared for it is kept.
    private func kept(_ revision: SignedRevision, from old: ServedApps.Slot?) -> LoadedHead? {
        guard case .app(let app) = old?.entry, case .live(let head) = app.state, head.digest == revision.record.digest,
            head.revision == revision.record.revision, head.epoch == revision.verified.epoch,
            head.policyVersion == revision.record.policyVersion
        else { return nil }
        return head
    }

    /// Returns the in-memory form of a manifest with its bytes.
    func loaded(_ revision: SignedRevision) -> LoadedHead {
        let (record, verified) = (revision.record, revision.verified)
        let bytes = record.bytes ?? []
        return LoadedHead(
            revision: record.revision, epoch: verified.epoch, policyVersion: record.policyVersion, envelope: bytes,
            compressed: compress(bytes), digest: record.digest, manifest: verified.manifest)
    }
}
