#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a rule asks of an installation. Evaluates to a ``Truth``.
public indirect enum Condition: Hashable, Sendable {
    /// The marketing version (and build) lies in the range.
    case version(VersionRange)
    /// The build number lies in the range.
    case build(BuildRange)
    /// The platform is one of these.
    case platform([Platform])
    /// The channel is one of these; a shorter name matches its longer ones.
    case channel([Channel])
    /// The operating system's version lies in the range given for its platform; another platform is false.
    case os([Platform: VersionRange])
    /// The language is one of these or a child of one.
    case language([String])
    /// The App Store country is one of these.
    case storefront([Storefront])
    /// The app's own fact `name` is one of `values`; absent: `ifMissing`.
    case attribute(name: String, values: [JSONValue], ifMissing: Truth)
    /// The device falls into this share.
    case rollout(Rollout)
    /// Now is this instant or later.
    case after(Date)
    /// Now is earlier than this instant.
    case before(Date)
    /// Every one holds; true when empty.
    case all([Condition])
    /// At least one holds; false when empty.
    case any([Condition])
    /// The opposite holds.
    case not(Condition)
    /// A condition this engine cannot read, by its key: always undecided.
    case unknown(String)

    /// A condition that always holds.
    public static let always = Condition.all([])

    /// A share of devices.
    public struct Rollout: Hashable, Sendable {
        /// The share in parts per million, 0 to 1 000 000.
        public var partsPerMillion: UInt32
        /// What the bucket is salted with; `nil` is `<app>/<rule id>`, for features `<app>/<feature key>`.
        public var salt: String?

        /// Makes a share.
        /// - Parameters:
        ///   - partsPerMillion: The share, 0 to 1 000 000.
        ///   - salt: What the bucket is salted with; `nil` is the default.
        public init(partsPerMillion: UInt32, salt: String? = nil) {
            self.partsPerMillion = partsPerMillion
            self.salt = salt
        }
    }

    /// Visits this condition and everything inside it, outermost first.
    /// - Parameter body: Called with each condition.
    public func forEach(_ body: (Condition) -> Void) {
        body(self)
        switch self {
        case .all(let parts), .any(let parts): for part in parts { part.forEach(body) }
        case .not(let part): part.forEach(body)
        default: break
        }
    }

    /// The instants at which the condition may change.
    var instants: [Date] {
        var instants: [Date] = []
        forEach { part in
            switch part {
            case .after(let date), .before(let date): instants.append(date)
            default: break
            }
        }
        return instants
    }
}
