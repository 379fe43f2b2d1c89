extension VersionRange {
    /// One member of a list: everything it mentions must hold.
    ///
    /// Intervals are everything when not mentioned, instead of optional: reading one in place then costs no copy.
    struct Term: Hashable, Sendable {
        let mentionsVersion: Bool
        let versions: KeyInterval
        let relations: LatestRelations
        let mentionsBuild: Bool
        let builds: KeyInterval

        init(_ conditions: RangeConditions<AppVersion>? = nil, builds: KeyInterval? = nil) {
            mentionsVersion = conditions?.interval != nil
            versions = conditions?.interval ?? .everything
            relations = conditions?.relations ?? .all
            mentionsBuild = builds != nil
            self.builds = builds ?? .everything
        }

        func contains(version: AppVersion?, build: BuildNumber?, latest: () -> LatestRelation) -> Truth {
            var answer = Truth.true
            if mentionsVersion {
                if let version {
                    if !versions.contains(version.key) { return .false }
                } else {
                    answer = .undecided
                }
            }
            if mentionsBuild {
                if let build {
                    if !builds.contains(build.key) { return .false }
                } else {
                    answer = .undecided
                }
            }
            if relations == .all { return answer }
            return answer && (version == nil ? .undecided : relations.accepts(latest()))
        }

        var isEmpty: Bool { versions.isEmpty || relations.isEmpty || builds.isEmpty }

        func isDisjoint(from other: Term) -> Bool {
            isEmpty || other.isEmpty || versions.isDisjoint(from: other.versions)
                || builds.isDisjoint(from: other.builds)
        }
    }
}
