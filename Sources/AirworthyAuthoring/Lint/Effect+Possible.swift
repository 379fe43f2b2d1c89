import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The levels that an effect may come to, whatever is installed and offered.
extension Effect {
    private var levels: Set<UpdateLevel> {
        guard isReadable, maintenance == nil else { return [] }
        return Set(perChange.values).union(update.map { [$0] } ?? [])
    }

    /// Whether it may be a mere recommendation, at the instant or later.
    func mayRecommend(at now: Date) -> Bool {
        guard let deadline else { return levels.contains(.recommended) }
        return now < deadline && !levels.isDisjoint(with: [.recommended, .required])
    }

    /// Whether it may require an update, now or after its deadline.
    var mayRequire: Bool {
        levels.contains(.required) || (deadline != nil && levels.contains(.recommended))
    }

    /// Whether it requires an update even if there is no newer release, now or after its deadline.
    var requiresWithoutNewerRelease: Bool { perChange.isEmpty && requiresAssertedRelease }

    /// Whether it exempts every installation that matches, whatever the size of the step.
    var alwaysExempts: Bool { isExemption && levels == [.none] }
}
