import AirworthyPolicy
import ControlPlane
import ReleaseCatalog
import Synchronization

/// The part of an app's live catalog that a kind of caller may see, prepared once for each version of the catalog.
final class PreparedCatalog: Sendable {
    let live: LiveCatalog
    let visibility: TestFlightVisibility
    let builds: BuildIndex
    /// The visible releases, and a policy that has no rules: only links, withdrawn releases and the language.
    let manifest: PreparedManifest

    private let app: App
    private let head: String?

    /// Creates the part of a catalog that callers with or without a token for all details of TestFlight builds may see.
    /// - Complexity: O(builds × groups of a build).
    init(_ live: LiveCatalog, of served: ServedApp, showsDetails: Bool) {
        self.live = live
        app = served.app
        head = served.liveHead?.digest
        let visibility = TestFlightVisibility(of: served, showsDetails: showsDetails, builds: live.merged.builds)
        self.visibility = visibility
        builds = BuildIndex(live.merged.builds)
        manifest = PreparedManifest(
            Manifest(policy: Self.policyForLinks(of: served), catalog: visibility.visiblePart(of: live.catalog)))
    }

    /// The visible releases.
    var catalog: Catalog { manifest.manifest.catalog }

    /// Whether nothing that the preparation depends on has changed.
    func isCurrent(for served: ServedApp, live: LiveCatalog) -> Bool {
        self.live.edition == live.edition && head == served.liveHead?.digest && app == served.app
    }

    private static func policyForLinks(of served: ServedApp) -> Policy {
        guard var policy = served.liveHead?.manifest.policy else {
            return Policy(appleID: served.app.appleID, rules: [], defaultLanguage: served.app.defaultLanguage)
        }
        policy.rules = []
        policy.features = [:]
        policy.appleID = policy.appleID ?? served.app.appleID
        return policy
    }
}

/// The prepared catalogs in use: at most two for each app, one for each kind of caller.
final class PreparedCatalogs: Sendable {
    private struct Key: Hashable {
        let app: String
        let showsDetails: Bool
    }

    /// The place of a prepared catalog. Its lock is held during a preparation, so that callers do not repeat it.
    private final class Slot: Sendable {
        let catalog = Mutex<PreparedCatalog?>(nil)
    }

    private let slots: Mutex<[Key: Slot]> = Mutex([:])

    /// Returns the catalog for callers with or without a token for all details of TestFlight builds, prepared on the
    /// first call for this version of it. A caller that took an older version meanwhile gets the newer one.
    func catalog(of served: ServedApp, live: LiveCatalog, showsDetails: Bool) -> PreparedCatalog {
        let key = Key(app: served.app.slug, showsDetails: showsDetails)
        let slot = slots.withLock { slots in
            let slot = slots[key] ?? Slot()
            slots[key] = slot
            return slot
        }
        return slot.catalog.withLock { known in
            if let known, known.live.edition > live.edition || known.isCurrent(for: served, live: live) {
                return known
            }
            let prepared = PreparedCatalog(live, of: served, showsDetails: showsDetails)
            known = prepared
            return prepared
        }
    }

    func forget(_ app: String) { slots.withLock { slots in slots = slots.filter { $0.key.app != app } } }
}
