#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Evaluates conditions for one installation, or for the same device with another release installed.
struct ConditionEvaluator {
    private let input: DecisionInput
    private let version: AppVersion?
    private let build: BuildNumber?
    private let latest: LatestRelation
    /// Whether TestFlight conditions do not match because the build is in App Review.
    private let hidesTestFlight: Bool
    private let versionHead: KeyHead?
    private let buildHead: KeyHead?
    /// The result of a condition that cannot be evaluated without the build.
    var resultWithoutBuild = Truth.undecided

    init(
        _ input: DecisionInput, version: AppVersion?, build: BuildNumber?, latest: LatestRelation,
        hidesTestFlight: Bool = false
    ) {
        self.input = input
        self.version = version
        self.build = build
        self.latest = latest
        self.hidesTestFlight = hidesTestFlight
        versionHead = version?.key.head
        buildHead = build?.key.head
    }

    var hasBuild: Bool { buildHead != nil }

    private var installation: Installation {
        // `_read` avoids a copy of the installation.
        _read { yield input.installation }
    }

    /// Whether the condition at an index of ``FlatConditions`` holds.
    func truth(at index: Int) -> Truth {
        let node = input.prepared.conditions.nodes[index]
        switch node.kind {
        case .constant(let truth): return truth
        case .installed(let from, let to):
            return orWithoutBuild(truth(from, to, version: versionHead, build: buildHead, latest: latest))
        case .os(let from, let to): return matches(systemsFrom: from, to)
        case .after(let date): return Truth(date <= input.now)
        case .before(let date): return Truth(input.now < date)
        case .all: return !any(from: index + 1, to: Int(node.end), negated: true)
        case .any: return any(from: index + 1, to: Int(node.end), negated: false)
        case .not: return !truth(at: index + 1)
        case .text(let text): return truth(of: input.prepared.conditions.texts[Int(text)])
        }
    }

    /// Kleene's *or* of conditions or, with `negated`, of their opposites. So it is the opposite of their *and*.
    private func any(from start: Int, to end: Int, negated: Bool) -> Truth {
        let nodes = input.prepared.conditions.nodes
        var result = Truth.false
        // Conditions on texts come last, because they cost most.
        var (part, isPastQuickOnes, hasTexts) = (start, false, false)
        while true {
            if part == end {
                if isPastQuickOnes || !hasTexts { return result }
                (part, isPastQuickOnes) = (start, true)
            }
            defer { part = Int(nodes[part].end) }
            if nodes[part].isText != isPastQuickOnes {
                hasTexts = true
                continue
            }
            let truth = truth(at: part)
            switch negated ? !truth : truth {
            case .true: return .true
            case .undecided: result = .undecided
            case .false: break
            }
        }
    }

    /// Whether one of the ranges contains a version and build.
    private func truth(
        _ from: Int32, _ to: Int32, version: KeyHead?, build: KeyHead?, latest: LatestRelation
    ) -> Truth {
        var result = Truth.false
        for index in Int(from)..<Int(to) {
            switch input.prepared.conditions.ranges[index].contains(version: version, build: build, latest: latest) {
            case .true: return .true
            case .undecided: result = .undecided
            case .false: break
            }
        }
        return result
    }

    private func orWithoutBuild(_ truth: Truth) -> Truth {
        if case .undecided = truth, !hasBuild { resultWithoutBuild } else { truth }
    }

    private func matches(systemsFrom from: Int32, _ to: Int32) -> Truth {
        guard let os = installation.os else { return .undecided }
        for index in Int(from)..<Int(to) where input.prepared.conditions.systems[index].platform == os.platform {
            let system = input.prepared.conditions.systems[index]
            return truth(system.from, system.to, version: os.version.key.head, build: nil, latest: .unknown)
        }
        return .false
    }

    // MARK: Texts

    /// Evaluates a condition that is not flat.
    private func truth(of condition: Condition) -> Truth {
        switch condition {
        case .version(let range):
            orWithoutBuild(range.contains(version: version, build: build, latest: { latest }))
        case .build(let range): orWithoutBuild(range.contains(build))
        case .os(let ranges): matches(os: ranges)
        case .platform(let platforms): Truth(platforms.contains(installation.platform))
        case .channel(let channels): channels.reduce(.false) { $0 || matches($1) }
        case .language(let tags): matches(language: tags)
        case .storefront(let codes): installation.storefront.map { Truth(codes.contains($0)) } ?? .undecided
        case .attribute(let name, let values, let ifMissing):
            matches(attribute: name, values: values) ?? ifMissing
        case .rollout(let rollout): matches(rollout)
        default: .undecided
        }
    }

    private func matches(_ channel: Channel) -> Truth {
        if hidesTestFlight, channel.isTestFlight { return .false }
        return input.seen.channel.matches(channel)
    }

    private func matches(os ranges: [Platform: VersionRange]) -> Truth {
        guard let os = installation.os else { return .undecided }
        return ranges[os.platform]?.contains(version: os.version, build: nil, latest: { .unknown }) ?? .false
    }

    /// Whether an attribute is one of some values; `nil` if it is absent.
    private func matches(attribute name: String, values: [JSONValue]) -> Truth? {
        guard let value = installation.attributes[name] else {
            input.unknowns?.needAttribute(name)
            return nil
        }
        return Truth(values.contains { $0.isEqualAttribute(to: value) })
    }

    private func matches(language tags: [String]) -> Truth {
        guard let language = installation.language else {
            input.unknowns?.needLanguage()
            return .undecided
        }
        let lineage = LanguageTag.lineage(of: language)
        return Truth(tags.contains { lineage.contains($0) })
    }

    private func matches(_ rollout: Condition.Rollout) -> Truth {
        input.isBucket(of: rollout.salt ?? "", below: rollout.partsPerMillion).map(Truth.init) ?? .undecided
    }
}

extension JSONValue {
    /// Whether two values of an attribute are equal. Numbers compare by value, not by spelling.
    package func isEqualAttribute(to other: JSONValue) -> Bool {
        if case .number(let a) = self, case .number(let b) = other { return a.isEqual(numerically: b) }
        return self == other
    }
}
