package import AirworthyPolicy
import Synchronization

/// The versions of an app that its catalog or the policy in force knows. Their installations cannot be crowded out by invented
/// versions; see ``CellBudget``.
package struct KnownVersions: Hashable, Sendable {
    /// The number of parts that versions are counted with, such as `2.1.0`.
    private static let parts = 3

    /// Knows every version: nothing tells real ones from invented ones.
    package static let all = KnownVersions()

    /// The known builds of each version in its usual spelling; any build if none is known. `nil` if every version is known.
    private let builds: [String: Set<String>]?
    /// The spelling that the catalog has for a version, where it is not the usual one.
    private let spellings: [String: String]

    private init() {
        builds = nil
        spellings = [:]
    }

    /// Collects versions. Without a release in the catalog every version is known.
    package init(catalog: Catalog?, policy: Policy?) {
        guard let catalog, !catalog.releases.isEmpty else {
            self = .all
            return
        }
        var builds: [String: Set<String>] = [:]
        var spellings: [String: String] = [:]
        var anyBuild: Set<String> = []
        for release in catalog.releases {
            let version = Self.text(of: release.version)
            if version != release.version.description { spellings[version] = release.version.description }
            if release.build == nil { anyBuild.insert(version) }
            builds[version, default: []].formUnion(release.build.map { [Self.text(of: $0)] } ?? [])
        }
        for version in anyBuild { builds[version] = [] }
        for version in (policy.map(Self.versions) ?? []).map(Self.text(of:)) where builds[version] == nil {
            builds[version] = []
        }
        self.builds = builds
        self.spellings = spellings
    }

    private static func versions(of policy: Policy) -> [AppVersion] {
        var versions = (policy.withdrawn?.explicitBounds ?? []) + policy.rules.compactMap(\.effect.target?.version)
        for condition in policy.rules.map(\.when) + policy.features.values.flatMap({ $0.rules.map(\.when) }) {
            condition.forEach { part in
                if case .version(let range) = part { versions += range.explicitBounds }
            }
        }
        return versions
    }

    /// Returns the spelling that a version is counted with, such as `2.1.0` for `2.1`.
    package static func text(of version: AppVersion) -> String {
        CanonicalVersion.text(version.description, parts: parts)
    }

    /// Returns the spelling that a build number is counted with.
    package static func text(of build: BuildNumber) -> String { CanonicalVersion.text(build.description, parts: 1) }

    /// Whether a cell's version is known, and its build, if the builds of the version are.
    package func contains(_ cell: AdoptionCell) -> Bool {
        guard let builds else { return true }
        guard let known = builds[cell.version] else { return false }
        let build = cell.build
        return known.isEmpty || build.isEmpty || known.contains(build)
    }

    /// Returns rows with the catalog's spelling of each version.
    package func spelled(_ rows: [AdoptionRow]) -> [AdoptionRow] {
        if spellings.isEmpty { return rows }
        let counts = rows.map { row in
            var cell = row.cell
            if let spelling = spellings[cell.version] { cell[.version] = spelling }
            return (cell, row.count)
        }
        // Earlier servers stored versions as they were sent.
        return Dictionary(counts, uniquingKeysWith: +).map { AdoptionRow(cell: $0.key, count: $0.value) }
    }

    /// Returns counts with the catalog's spelling of each version.
    package func spelled(_ counts: [DailyCount]) -> [DailyCount] {
        if spellings.isEmpty { return counts }
        return counts.map { count in
            DailyCount(
                day: count.day, version: spellings[count.version] ?? count.version, channel: count.channel,
                count: count.count)
        }
    }
}

/// The known versions of the served apps. They are collected again when an app has changed.
final class KnownVersionsCache: Sendable {
    private let served: ServedApps
    private let entries = Mutex<[String: (change: Int, versions: KnownVersions)]>([:])

    init(served: ServedApps) {
        self.served = served
        served.whenRemoved { [weak self] slug in self?.entries.withLock { $0[slug] = nil } }
    }

    /// Returns the known versions of an app; all of an app that is not served.
    func versions(of slug: String) -> KnownVersions {
        guard let change = served.edition(of: slug), let app = try? served.app(slug) else {
            entries.withLock { $0[slug] = nil }
            return .all
        }
        if let entry = entries.withLock({ $0[slug] }), entry.change == change { return entry.versions }
        let versions = KnownVersions(
            catalog: app.catalog?.catalog, policy: (try? app.head)?.manifest.policy)
        entries.withLock { $0[slug] = (change, versions) }
        return versions
    }
}
