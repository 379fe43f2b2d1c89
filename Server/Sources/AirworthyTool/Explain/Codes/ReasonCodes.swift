import AirworthyPolicy

extension CodeText {
    /// The reasons of decisions.
    static let reasons = [
        reason(
            .noRule, meaning: "No rule matched.", remedy: "Nothing, if none should. `--explain` shows why each did not."
        ),
        reason(.matched, meaning: "A rule matched and had its effect.", remedy: "Nothing."),
        reason(.exempt, meaning: "A rule says `update: none` for this installation.", remedy: "Nothing."),
        reason(
            .upToDate, meaning: "A rule matched, but there is nothing newer to recommend.",
            remedy: "Nothing, if the known releases are right."),
        reason(.targetReached, meaning: "A rule matched, but its `target` is installed.", remedy: "Nothing."),
        reason(
            .stepNotNamed, meaning: "A rule matched, but its `perChange` names no level for a step of this size.",
            remedy: "Name the step, or write `update` beside it."),
        reason(
            .maintenanceOver, meaning: "A rule matched, but its maintenance is over.", remedy: "Remove the rule."),
        reason(.beforeDeadline, meaning: "The update becomes required at the deadline.", remedy: "Nothing."),
        reason(
            .betaExpiry, meaning: "The installed beta expires soon, or has expired.",
            remedy: "Nothing: testers are asked to update."),
        reason(
            .unreadableVersion, meaning: "The installed version cannot be read, so no rule applies.",
            remedy: "Write numbers and dots as the version of the app."),
        reason(
            .newerThanKnown, meaning: "The installation is newer than every known release.",
            remedy: "Nothing; or add the release to the catalog."),
        reason(
            .undecidedExemption,
            meaning: "Something that may spare this installation could not be decided, so nothing blocks.",
            remedy: "`--explain` marks it with `?`. Often the system, the country or an attribute is unknown."),
        reason(
            .inReview, meaning: "This very build is in App Review, and reviewers are not blocked.",
            remedy: "Nothing: it ends with the review."),
        reason(
            .foreignHost,
            meaning:
                "The app runs on a system of another platform, such as an iPhone app on a Mac, so it is unknown what it can "
                + "install.", remedy: "Nothing."),
        reason(
            .testFlightGroups, meaning: "It is not known whether the tester's groups have the build.",
            remedy: "Give the build to all groups, or let a server tell internal testers apart."),
        reason(
            .unconfirmedDeadline, meaning: "The deadline has passed, but the rules were not confirmed since.",
            remedy: "Nothing: it counts as soon as the device is online."),
        reason(
            .osTooOld, meaning: "The newest release needs a newer system than the device has.",
            remedy: "Nothing; or offer a release for older systems, or write `ifUnavailable: block`."),
        reason(
            .notInStorefront,
            meaning: "The newest release is not sold in this country or, while the country is unknown, not in all.",
            remedy: "Release it there, or leave the country out in `when`."),
        reason(
            .notSettled, meaning: "The release has not been out for as long as `releasedFor` asks.",
            remedy: "Wait; or shorten `releasedFor`."),
        reason(
            .noOffer, meaning: "Releases are known, but none satisfies the rule for this installation.",
            remedy: "`--explain` lists each with what speaks against it."),
        reason(
            .loop, meaning: "After the update a rule would require another one.",
            remedy: "Exclude the newer release in `when`; `airworthy check` finds the rule."),
        reason(
            .noURL, meaning: "No link is known that leads to the update.",
            remedy: "Add `appleID` or `links` to the policy, or a `url` to the rule."),
        reason(
            .noEvidence,
            meaning:
                "No release is known for this platform and channel, so nothing proves that the update can be installed.",
            remedy:
                "Give a catalog, let a server ask Apple, or write a `url` into the rule that fits the channel. On debug builds and "
                + "TestFlight a rule has to name the channel."),
        reason(
            .phased, meaning: "The phased release has not reached this device.",
            remedy: "Wait; or write `phased: ignore`."),
    ]

    private static func reason(_ reason: Reason, meaning: String, remedy: String) -> CodeText {
        CodeText(reason.rawValue, in: .reason, meaning: meaning, remedy: remedy)
    }
}
