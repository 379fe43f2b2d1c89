/// The number of cells of an app on a day, and the cell for an installation for whose own there is no room.
///
/// Facts are left out one after the other: the storefront, the system, the build. Cells of invented versions have a small budget of
/// their own, so that they take no room from known ones.
package struct CellBudget {
    /// The cells that there are.
    package struct Size: Hashable, Sendable {
        /// The cells of known versions, and those without a version.
        package var known: Int
        /// The cells of other versions.
        package var unknown: Int

        package init(known: Int = 0, unknown: Int = 0) {
            self.known = known
            self.unknown = unknown
        }

        package mutating func add(_ cell: AdoptionCell, of budget: CellBudget) {
            if budget.isKnown(cell) { known += 1 } else { unknown += 1 }
        }
    }

    /// The highest number of cells of known versions with all facts.
    package static let known = 20_000
    /// The highest number of cells of other versions with all facts.
    package static let unknown = 250

    /// What is left of a cell's facts, and the number of cells below which it may be a new one.
    private static let steps: [(facts: @Sendable (AdoptionCell) -> AdoptionCell, known: Int, unknown: Int)] = [
        ({ $0 }, known, unknown), (\.withoutStorefront, 20_500, 350), (\.withoutSystem, 21_000, 450),
        (\.versionOnly, 21_500, 500),
    ]
    /// The number of steps that are left out when the memory is scarce.
    private static let detailed = 3

    private let versions: KnownVersions

    package init(_ versions: KnownVersions) { self.versions = versions }

    /// Whether a cell counts as one of a known version.
    package func isKnown(_ cell: AdoptionCell) -> Bool { cell.version.isEmpty || versions.contains(cell) }

    /// Returns the cell that an installation is counted in: the first one that exists, or for which there is room, when
    /// facts are left out one after the other. If room is scarce, new cells have few facts.
    package func place(
        for cell: AdoptionCell, among size: Size, isScarce: Bool = false, exists: (AdoptionCell) -> Bool
    ) -> AdoptionCell {
        if exists(cell) { return cell }
        for step in Self.steps.dropFirst(isScarce ? Self.detailed : 0) {
            let candidate = step.facts(cell)
            let hasRoom = isKnown(candidate) ? size.known < step.known : size.unknown < step.unknown
            if hasRoom || exists(candidate) { return candidate }
        }
        return cell.other
    }

    /// For a cell, those in which its installations may have been counted, its own first.
    package static let stands = steps.map(\.facts) + [\.other]
}
