/// The relation of an installation to the newest offer for it.
public enum LatestRelation: String, Hashable, Sendable, CaseIterable {
    /// A newer offer exists.
    case older
    /// The installation is the newest offer.
    case same
    /// The installation is newer than every offer.
    case newer
    /// The newest offer is unknown.
    case unknown
}

/// The relations a range accepts.
struct LatestRelations: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let older = LatestRelations(rawValue: 1)
    static let same = LatestRelations(rawValue: 2)
    static let newer = LatestRelations(rawValue: 4)
    /// Every relation: the range does not contain `latest`.
    static let all: LatestRelations = [.older, .same, .newer]

    func accepts(_ relation: LatestRelation) -> Truth {
        switch relation {
        case .older: Truth(contains(.older))
        case .same: Truth(contains(.same))
        case .newer: Truth(contains(.newer))
        case .unknown: .undecided
        }
    }
}
