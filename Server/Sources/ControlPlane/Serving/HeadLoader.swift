import AirworthyPolicy
import AirworthyTrust
import Foundation
import ReleaseCatalog

/// Makes what is served from what is stored.
struct HeadLoader: Sendable {
    let served: ServedApps
    let signer: Signer
    let compress: @Sendable ([UInt8]) -> [UInt8]?
    let now: @Sendable () -> Date

    /// Verifies the manifest in force with today's pins and makes the entry of an app.
    /// - Parameters:
    ///   - stored: What the store has.
    ///   - old: What is there now, if anything is.
    ///   - generation: A number that was taken before it was read; see ``ServedApps/nextGeneration()``.
    /// - Returns: What should be there, and what to raise.
    /// - Complexity: About three signatures are checked, the manifest is read and compressed.
    func slot(
        for stored: StoredApp, instead old: ServedApps.Slot?, generation: Int
    ) -> (slot: ServedApps.Slot, alarm: Alarm?) {
        let knowledge = ReleaseData(app: stored.app.slug, records: stored.sources)
        let live = ServedApp.LiveCatalog(
            stored.sources, knowledge.merged(for: stored.app.target, at: now()), stored: stored.catalog,
            generation: generation)
        var app = ServedApp(app: stored.app, state: .unpublished, catalog: live)
        app.revision = stored.head.revision
        var slot = ServedApps.Slot(
            entry: .app(app), floor: old?.floor ?? .zero, seen: stored.head.revision,
            seenCatalog: stored.catalog?.digest, seenSources: SourceMark(stored.sources))
        var alarm: Alarm?
        switch judge(stored) {
        case .nothing: break
        case .good(let verified, let record):
            let head = loaded(record, verified)
            if head.order.isBelow(slot.floor), case .app(let before) = old?.entry {
                // Never backwards: what is there stays, whatever the store says.
                app.state = before.state
                app.revision = before.revision
                app.warning =
                    "the store names revision \(head.revision), below the one in force, \(slot.floor.revision); if it "
                    + "was restored, raise the head with `airworthy heads bump`"
                alarm = .headWentBack
            } else {
                app.state = .live(head)
                app.warning = signer.problem(for: stored.app)
                alarm = app.warning == nil ? nil : .notTrusted
                slot.floor = head.order
            }
        case .refused(let why):
            app.state = .degraded(why)
            // Nobody trusted vouches for it any more, so it holds nobody back.
            slot.floor = .zero
            alarm = .notTrusted
        case .unreadable(let why):
            app.state = .degraded(why)
            alarm = .unreadable
        }
        if let problem = knowledge.problems.first {
            app.warning = app.warning ?? problem
            alarm = alarm ?? .unreadable
        }
        slot.entry = .app(app)
        return (slot, alarm)
    }

    /// The manifest in force, as the app's builds judge it that know nothing else.
    enum Judgement {
        case nothing
        case good(VerifiedManifest, ManifestRecord)
        case refused(String)
        case unreadable(String)

        /// What was verified, if it is good.
        var verified: VerifiedManifest? {
            if case .good(let verified, _) = self { verified } else { nil }
        }
    }

    /// Judges the manifest in force with today's pins.
    func judge(_ stored: StoredApp) -> Judgement {
        let revision = stored.head.revision
        guard revision > 0 else { return .nothing }
        guard let record = stored.manifest, let bytes = record.bytes else {
            return .unreadable("the bytes of revision \(revision) are not in the store; restore a backup")
        }
        guard ContentDigest.hex(bytes) == record.digest else {
            return .unreadable("the bytes of revision \(revision) were changed in the store; restore a backup")
        }
        switch SignedManifest.verify(bytes, pins: stored.app.trustPins, now: now()) {
        case .success(let verified) where verified.manifest.revision == revision: return .good(verified, record)
        case .success: return .unreadable("the bytes of revision \(revision) are of another one; restore a backup")
        case .failure(let refusal):
            return .refused("the app's builds would refuse revision \(revision): \(refusal.description)")
        }
    }

    /// The form that is served.
    /// - Parameters:
    ///   - record: A manifest with its bytes.
    ///   - verified: What it says.
    /// - Returns: The manifest in memory.
    func loaded(_ record: ManifestRecord, _ verified: VerifiedManifest) -> LoadedHead {
        let bytes = record.bytes ?? []
        return LoadedHead(
            revision: record.revision, epoch: verified.epoch, policyVersion: record.policyVersion, envelope: bytes,
            compressed: compress(bytes), digest: record.digest, manifest: verified.manifest)
    }
}
