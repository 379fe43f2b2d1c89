/// Collects what a format cannot say about a policy.
struct PolicyReport {
    private(set) var findings: [Finding] = []

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Something that decides whom a rule hits, or how hard: nothing is written.
    mutating func refuse(_ path: String, _ message: String) {
        findings.append(Finding(code: "not-expressible", severity: .error, path: path, message: message))
    }

    /// Something that only dresses a prompt, or that no client of the format asks for.
    mutating func drop(_ path: String, _ message: String) {
        findings.append(Finding(code: "not-carried", severity: .warning, path: path, message: message))
    }

    mutating func note(_ code: String, _ path: String, _ message: String) {
        findings.append(Finding(code: code, severity: .note, path: path, message: message))
    }

    /// What no format says of an effect.
    mutating func check(_ effect: Effect, at path: String) {
        if !effect.isReadable { refuse(path, "A part of the rule cannot be read, so it cannot be written either.") }
        if effect.isReadable, effect.update == nil, effect.perChange.isEmpty, effect.maintenance == nil {
            refuse(path, "The rule does nothing; leave it out.")
        }
        let decisive: [(key: String, isThere: Bool)] = [
            ("perChange", !effect.perChange.isEmpty), ("deadline", effect.deadline != nil),
            ("releasedFor", effect.releasedFor.seconds > 0), ("maintenance", effect.maintenance != nil),
            ("ifUnavailable", effect.blocksIfUnavailable), ("phased", effect.phasing == .follow),
        ]
        for (key, isThere) in decisive where isThere {
            refuse("\(path).\(key)", "The format cannot say \"\(key)\"; leave the rule out or do without it.")
        }
        if effect.title != nil { drop("\(path).title", "The title is left out: the format has none.") }
        if effect.message != nil { drop("\(path).message", "The message is left out: the format has none.") }
        if effect.skippable { drop("\(path).skippable", "Whether it may be skipped is left to the client.") }
    }

    /// What no format says of a policy.
    mutating func check(_ policy: Policy) {
        if !policy.features.isEmpty { drop("features", "Features are left out: no client of the format asks for any.") }
        if policy.support != nil { drop("support", "The support link is left out: the format has none.") }
    }
}

extension Condition {
    /// The parts that must all hold.
    var conjuncts: [Condition] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The key it is written with.
    var key: String { jsonValue.objectValue?.keys.first ?? "all" }
}

extension VersionRange {
    /// The ranges of which any may hold.
    var members: [VersionRange] {
        let texts = jsonValue.arrayValue?.compactMap(\.stringValue) ?? [description]
        return texts.compactMap { try? VersionRange($0) }
    }

    /// The version, if the range is exactly one and every build of it.
    var exactVersion: AppVersion? {
        explicitBounds.first.flatMap { (try? VersionRange($0.description)) == self ? $0 : nil }
    }

    /// The lowest and the highest version the range names, each with every build it names: what it may be made of.
    private var corners: (low: [BuildVersion], high: [BuildVersion]) {
        guard let low = explicitBounds.min(), let high = explicitBounds.max(), !low.hasSuffix, !high.hasSuffix else {
            return ([], [])
        }
        let inside = description.split(separator: "(").dropFirst().flatMap { group in
            group.prefix { $0 != ")" }.split { !$0.isNumber && $0 != "." }
        }
        let builds = Set(inside.compactMap { try? BuildNumber(String($0)) })
        // Two are enough for everything these formats can say.
        guard builds.count <= 2 else { return ([], []) }
        func all(_ version: AppVersion) -> [BuildVersion] {
            [BuildVersion(version)] + builds.map { BuildVersion(version, $0) }
        }
        return (all(low), all(high))
    }

    /// The version below which everything lies in the range, if that is all it says.
    var ceiling: BuildVersion? { corners.low.first { $0.below == self } }

    /// The version from which on everything lies in the range, if that is all it says.
    var floor: BuildVersion? { corners.low.first { $0.andLater == self } }

    /// The two versions the range lies between, the later one left out, if that is all it says.
    var ends: (start: BuildVersion, end: BuildVersion)? {
        let corners = corners
        for start in corners.low {
            for end in corners.high where start < end && start.upTo(end) == self { return (start, end) }
        }
        return nil
    }
}
