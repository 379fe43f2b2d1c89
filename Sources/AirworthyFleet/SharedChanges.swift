import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The possible changes of installations, found once for all between which no decision makes a difference.
struct SharedChanges {
    /// Installations with the same possible changes.
    struct Entry {
        /// One of the installations.
        let installation: Installation
        /// The changes.
        let changes: PossibleChanges
        /// The number of installations.
        fileprivate(set) var count = 0
    }

    /// The highest number of parts that all installations are divided into, besides themselves.
    private static let mostDivisions = 100_000

    /// The entries so far, in the order of their first group.
    private(set) var entries: [Entry] = []

    private let search: ChangeSearch
    private let facts: DecisiveFacts
    private var places: [Installation: Int] = [:]
    private var divisions = Self.mostDivisions
    private var systems = Representatives<OperatingSystem, DecisiveFacts.SystemKind>()
    private var storefronts = Representatives<Storefront, DecisiveFacts.StorefrontKind>()

    init(from old: Manifest, to new: Manifest, at now: Date) {
        search = ChangeSearch(from: old, to: new, at: now)
        facts = DecisiveFacts(of: [old, new])
    }

    /// Adds a group.
    /// - Returns: The changes that are possible for its installations.
    mutating func add(_ group: InstallationGroup) -> PossibleChanges {
        let installation = representative(of: group.installation)
        let place = places[installation] ?? entries.count
        if place == entries.count {
            let changes = search.changes(of: installation, divisions: &divisions)
            entries.append(Entry(installation: installation, changes: changes))
            places[installation] = place
        }
        entries[place].count += group.count
        return entries[place].changes
    }

    /// Returns the installation with the first system and the first storefront that are seen as its own are.
    private mutating func representative(of installation: Installation) -> Installation {
        var installation = installation
        installation.os = installation.os.map { systems.representative(of: $0, kind: facts.kind) }
        installation.storefront = installation.storefront.map { storefronts.representative(of: $0, kind: facts.kind) }
        return installation
    }
}

/// The first of some values of each kind.
private struct Representatives<Value: Hashable, Kind: Hashable> {
    /// The highest number of values that are remembered. Forged installations may have a system each.
    private static var mostValues: Int { 10_000 }

    private var ofValues: [Value: Value] = [:]
    private var ofKinds: [Kind: Value] = [:]

    /// Returns the first value of the same kind. Asks for the kind of a value once, as long as there are not too many.
    mutating func representative(of value: Value, kind: (Value) -> Kind) -> Value {
        if let known = ofValues[value] { return known }
        let kind = kind(value)
        let first = ofKinds[kind] ?? value
        ofKinds[kind] = first
        if ofValues.count < Self.mostValues { ofValues[value] = first }
        return first
    }
}
