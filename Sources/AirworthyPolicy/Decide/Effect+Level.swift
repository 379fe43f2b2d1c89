/// The levels that an effect can come to.
extension Effect {
    /// The level for a step to the offered version; `nil` if the rule names none.
    func level(from installed: AppVersion, to offered: AppVersion) -> UpdateLevel? {
        perChange.isEmpty ? update : perChange[ChangeStep(from: installed, to: offered)] ?? update
    }

    /// Whether it exempts every installation that matches, whatever is installed and offered.
    package var isExemption: Bool { perChange.isEmpty && update == UpdateLevel.none }

    /// Whether it requires the update behind its own URL, whose version is unknown, now or after its deadline.
    package var requiresAssertedRelease: Bool {
        guard isReadable, maintenance == nil else { return false }
        return update == .required || (deadline != nil && update == .recommended)
    }
}
