/// The facts that differ between installations which are counted together: the buckets of rollouts, the language, and
/// attributes.
///
/// A decision for all of them notes the first such fact that it needs. The caller then decides again for each value of the fact.
package final class UnknownFacts {
    /// A fact that a decision needs.
    package enum Fact: Hashable {
        /// Whether the bucket of a rollout is below a share, in parts per million.
        case bucket(salt: String, below: UInt32)
        /// The language.
        case language
        /// The custom attribute of this name.
        case attribute(String)
    }

    /// All buckets.
    package static let allBuckets: Range<UInt32> = 0..<1_000_000

    /// The first fact that the decision needed and did not know. The decision holds only if there is none.
    package private(set) var needed: Fact?

    private let buckets: [String: Range<UInt32>]
    private let absentAttributes: Set<String>

    /// Creates the facts of some installations.
    /// - Parameters:
    ///   - buckets: The buckets of the installations, by the salt of the rollout; all buckets where it is missing.
    ///   - absentAttributes: The attributes that these installations do not have.
    package init(buckets: [String: Range<UInt32>] = [:], absentAttributes: Set<String> = []) {
        self.buckets = buckets
        self.absentAttributes = absentAttributes
    }

    /// Whether the bucket is below a share.
    func isBucket(of salt: String, below share: UInt32) -> Bool {
        let range = buckets[salt] ?? Self.allBuckets
        if range.lowerBound < share, share < range.upperBound { note(.bucket(salt: salt, below: share)) }
        return range.lowerBound < share
    }

    /// Notes that the language is needed.
    func needLanguage() { note(.language) }

    /// Notes that an attribute is needed, unless it is known to be absent.
    func needAttribute(_ name: String) {
        if !absentAttributes.contains(name) { note(.attribute(name)) }
    }

    private func note(_ fact: Fact) {
        if needed == nil { needed = fact }
    }
}
