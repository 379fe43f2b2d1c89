import AirworthyPolicy

/// The versions that exist as several builds on several channels.
final class SharedVersions {
    private struct Question: Hashable {
        let version: AppVersion
        let scopes: BitSet
    }

    private let scopes: [CatalogScope]
    private let effort: LintEffort
    private var builds: [AppVersion: [(scope: Int, build: BuildNumber)]] = [:]
    private var known: [Question: [BuildNumber]] = [:]

    init(_ scopes: [CatalogScope], effort: LintEffort) {
        self.scopes = scopes
        self.effort = effort
        for (index, scope) in scopes.enumerated() {
            for offer in scope.offers.all {
                guard let build = scope.offers.build(offer) else { continue }
                builds[scope.offers.version(offer), default: []].append((index, build))
            }
        }
    }

    /// The builds of a version in ascending order, if not all of them are on the same channels; otherwise none.
    func builds(of version: AppVersion, in chosen: BitSet) -> [BuildNumber] {
        guard let all = builds[version] else { return [] }
        let question = Question(version: version, scopes: chosen)
        if let answer = known[question] { return answer }
        effort.add(all.count)
        var channels: [BuildNumber: Set<Channel>] = [:]
        for (scope, build) in all where chosen.contains(scope) {
            channels[build, default: []].insert(scopes[scope].channel)
        }
        let isShared = channels.count > 1 && Set(channels.values).count > 1
        let answer = isShared ? channels.keys.sorted() : []
        known[question] = answer
        return answer
    }
}
