/// A bound of a range: a version or a build. Both are written and compared in the same way.
protocol RangeBound: Comparable, Sendable {
    /// The noun for messages.
    static var noun: String { get }
    /// Example ranges for messages.
    static var example: String { get }
    /// Whether `latest` is allowed as a bound.
    static var allowsLatest: Bool { get }

    /// Creates a bound from text without white space around it.
    init(bytes: ArraySlice<UInt8>) throws(VersionError)

    var key: VersionKey { get }
    var hasSuffix: Bool { get }
}

extension AppVersion: RangeBound {
    static var noun: String { "version" }
    static var example: String { "`2.2.0`, `<1.4` or `2.2.*`" }
    static var allowsLatest: Bool { true }
}

extension BuildNumber: RangeBound {
    static var noun: String { "build" }
    static var example: String { "`310`, `<310` or `300...310`" }
    static var allowsLatest: Bool { false }
    var hasSuffix: Bool { false }
}

extension RangeBound {
    /// The key below which `<` cuts. For a bound without a suffix it is below the bound's own betas.
    fileprivate var lowerEdge: VersionKey { hasSuffix ? key : key.numericFloor }
}

/// A comparison with a bound.
enum Comparison: String, Sendable {
    case below = "<"
    case atMost = "<="
    case exactly = ""
    case atLeast = ">="
    case above = ">"

    func interval(_ bound: some RangeBound) -> KeyInterval {
        switch self {
        case .below: KeyInterval(to: .before(bound.lowerEdge))
        case .atMost: KeyInterval(to: .after(bound.key))
        case .exactly: KeyInterval(from: .before(bound.key), to: .after(bound.key))
        case .atLeast: KeyInterval(from: .before(bound.key))
        case .above: KeyInterval(from: .after(bound.key))
        }
    }

    var relations: LatestRelations {
        switch self {
        case .below: .older
        case .atMost: [.older, .same]
        case .exactly: .same
        case .atLeast: [.same, .newer]
        case .above: .newer
        }
    }
}
