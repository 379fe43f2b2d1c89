import AirworthyPolicy
import Foundation
import ServerSupport

/// Reissues manifests without a person: before they expire, after a raised counter, and with a changed catalog or keyring.
struct Renewals: Sendable {
    /// The remaining lifetime below which a manifest is renewed.
    static let margin = Duration.seconds(20 * 86_400)
    /// The number of manifests that are reissued at the same time. Each takes a connection to the database.
    private static let concurrent = 4

    let store: any Store
    let publishing: PublishingService
    let signers: Replaceable<Signer>
    let alarms: Alarms
    let now: @Sendable () -> Date

    private var served: ServedApps { alarms.served }

    /// Reissues the manifests that are due.
    func publishDue() async {
        let due: [String]
        do {
            due = try await store.read { try $0.appsWithHeads() }
                .filter { mayBeDue($0.app, head: $0.head, catalog: $0.catalog) }.map(\.app.slug)
        } catch {
            return alarms.raise(.storeFailed, "renewal.failed", because: error)
        }
        await withTaskGroup(of: Void.self) { group in
            for (place, slug) in due.enumerated() {
                if place >= Self.concurrent { await group.next() }
                group.addTask { await publishIfDue(slug) }
            }
        }
    }

    private func publishIfDue(_ slug: String) async {
        do {
            let reissued = try await publishing.publishIfDue(slug, by: .server)
            guard let alert = reissued?.alert else { return }
            alarms.raise(.catalogAlert, "catalog.alert", ["app": slug, "problem": alert])
        } catch let error as ControlPlaneError where [.preconditionFailed, .notFound, .gone].contains(error.kind) {
            // After another publish or a deletion nothing is due any more.
        } catch {
            served.raise(.renewalFailed)
            let problem = "it could not be reissued: \(Alarms.text(of: error))"
            // Report the problem once, not every minute.
            if (try? served.app(slug).warning) != problem {
                alarms.report("renewal.failed", ["app": slug, "error": Alarms.text(of: error)])
            }
            served.change(slug) { $0.warning = problem }
        }
    }

    /// Whether a manifest may be due. The transaction checks again; this spares a lock for each app every minute.
    private func mayBeDue(_ app: App, head: Head, catalog: CatalogMark?) -> Bool {
        let now = now()
        guard app.signing == .server, head.policyVersion > 0 else { return false }
        if head.needsReissue { return true }
        if head.differs(fromStoredCatalog: catalog?.manifestDigest, of: app) { return true }
        guard case .live(let live) = (try? served.app(app.slug))?.state, let end = live.manifest.expiresAt else {
            return true
        }
        let isFromFuture = live.manifest.issuedAt.map { $0.timeIntervalSince(now) > SigningClock.widestOffset.seconds }
        return isFromFuture ?? false || end.timeIntervalSince(now) < Self.margin.seconds
            || signers.value.hasNewerKeyring(than: live.epoch, for: app)
    }
}
