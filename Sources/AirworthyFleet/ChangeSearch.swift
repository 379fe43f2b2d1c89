import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the possible changes of a group of installations whose buckets, languages and attributes are unknown.
///
/// It decides for the group as a whole. Where a decision needs an unknown fact, it divides the group by the values of that fact
/// and decides for each part. The sizes of parts with other buckets are known exactly, those of other parts are not.
struct ChangeSearch {
    /// The highest number of parts of a group. What depends on more facts than that counts as unknown.
    private static let mostParts = 256

    private let old: PreparedManifest
    private let new: PreparedManifest
    private let values: FactValues
    private let now: Date

    init(from old: Manifest, to new: Manifest, at now: Date) {
        self.now = now
        values = FactValues(of: [old.policy, new.policy])
        self.old = PreparedManifest(Self.countable(old, at: now))
        self.new = PreparedManifest(Self.countable(new, at: now))
    }

    /// Returns the part of a manifest that installations are counted by. A server renews manifests in time, so none expires.
    private static func countable(_ manifest: Manifest, at now: Date) -> Manifest {
        var manifest = manifest
        manifest.policy.features = [:]
        manifest.issuedAt = now
        manifest.expiresAt = nil
        return manifest
    }

    /// Returns the changes that are possible for installations with these facts.
    /// - Parameters:
    ///   - installation: The facts that the installations share.
    ///   - divisions: The number of further parts that all groups together may be divided into; reduced by those of this group.
    /// - Returns: The changes.
    func changes(of installation: Installation, divisions: inout Int) -> PossibleChanges {
        // A group without a version is one of installations that were too many to count one by one.
        guard installation.version != nil else { return .unknown }
        let parts = 1 + min(Self.mostParts, divisions)
        var partsLeft = parts
        let changes = changes(of: Part(installation: installation), partsLeft: &partsLeft)
        divisions -= parts - partsLeft - 1
        return changes
    }

    /// Installations of a group that share some values of unknown facts, too.
    private struct Part {
        var installation: Installation
        var buckets: [String: Range<UInt32>] = [:]
        var absentAttributes: Set<String> = []
    }

    private func changes(of part: Part, partsLeft: inout Int) -> PossibleChanges {
        guard partsLeft > 0 else { return .unknown }
        partsLeft -= 1
        let unknowns = UnknownFacts(buckets: part.buckets, absentAttributes: part.absentAttributes)
        func outcome(_ manifest: PreparedManifest) -> DecisionChange.Outcome {
            DecisionChange.Outcome(decide(manifest, for: part.installation, at: now, unknowns: unknowns))
        }
        let change = DecisionChange(old: outcome(old), new: outcome(new))
        guard let needed = unknowns.needed else { return PossibleChanges(certain: change) }
        switch needed {
        case .bucket(let salt, let share):
            let buckets = part.buckets[salt] ?? UnknownFacts.allBuckets
            let (below, above) = (buckets.lowerBound..<share, share..<buckets.upperBound)
            var (first, second) = (part, part)
            (first.buckets[salt], second.buckets[salt]) = (below, above)
            return PossibleChanges(
                of: changes(of: first, partsLeft: &partsLeft), share: Double(below.count) / Double(buckets.count),
                and: changes(of: second, partsLeft: &partsLeft))
        case .language:
            guard let languages = values.languages else { return .unknown }
            return changes(ofEither: languages, of: part, partsLeft: &partsLeft) { part, language in
                part.installation.language = language
            }
        case .attribute(let name):
            guard let named = values.values(of: name) else { return .unknown }
            return changes(ofEither: named.map(Optional.some) + [nil], of: part, partsLeft: &partsLeft) { part, value in
                if let value { part.installation.attributes[name] = value } else { part.absentAttributes.insert(name) }
            }
        }
    }

    private func changes<Value>(
        ofEither values: [Value], of part: Part, partsLeft: inout Int, set: (inout Part, Value) -> Void
    ) -> PossibleChanges {
        PossibleChanges(
            ofEither: values.map { value in
                var part = part
                set(&part, value)
                return changes(of: part, partsLeft: &partsLeft)
            })
    }
}
