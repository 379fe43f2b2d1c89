import AirworthyPolicy

extension CodeText {
    /// The codes of the linter, errors first.
    static let linter = [
        error(
            "weaker-above-stronger",
            meaning:
                "A rule that recommends an update stands above one that requires it. The first rule that matches decides, so "
                + "installations that match both see a prompt and are not blocked.",
            remedy: "Move the rule that requires up, or make the conditions exclude each other.",
            example: """
                  schema: 1
                  rules:
                -   - { id: nudge, when: { version: <3.0 }, update: recommended }
                    - { id: broken, when: { version: 2.2.0 }, update: required }
                +   - { id: nudge, when: { version: <3.0 }, update: recommended }
                """),
        error(
            "loop",
            meaning:
                "The update that a rule requires is caught by a required rule itself, so no update ever satisfies it: people "
                + "install one and are blocked again.",
            remedy: "Exclude the newer release in `when`, give `version` an upper bound, or give the rule a `target`.",
            example: """
                  schema: 1
                  rules:
                -   - when: { version: ">=2.0" }
                +   - when: { version: ">=2.0 <2.2.1" }
                      update: required
                """),
        error(
            "block-without-help",
            meaning:
                "`ifUnavailable: block` stops people for whom there is no update, and the screen would tell them nothing.",
            remedy: "Add a `message` to the rule and `support` at the top of the policy, or remove `ifUnavailable`.",
            example: """
                  schema: 1
                + support: mailto:help@example.com
                  rules:
                    - when: { version: 2.2.0 }
                      update: required
                      ifUnavailable: block
                +     message: { en: This version can lose data. Please write to us. }
                """),
        error(
            "empty-range",
            meaning: "No version can lie in the range, so the rule never matches.",
            remedy: "Check the order of the bounds.",
            example: """
                  schema: 1
                  rules:
                -   - when: { version: ">=3.0 <2.0" }
                +   - when: { version: ">=2.0 <3.0" }
                      update: recommended
                """),
        error(
            "blocks-newest",
            meaning:
                "The rule applies to the newest release of a channel, even if for some users only. They cannot update to anything, "
                + "so a required update would not be enforced. With `ifUnavailable: block` they are stopped, and this is a "
                + "warning.",
            remedy:
                "Exclude the newest release in `when`. If it is the bad one, publish a newer one first, or stop its users with "
                + "`ifUnavailable: block` and a `message`."),
        error(
            "unreachable-target",
            meaning: "The rule's `target` is newer than every release that can be installed.",
            remedy: "Publish that release first, or lower the target."),
        error(
            "never-enforced",
            meaning:
                "The rule requires an update, but no known release and no URL leads to one, so nobody is ever blocked. On a "
                + "server, where releases are added later, this is a warning.",
            remedy:
                "Add the release to the catalog, with the policy's `appleID` or `links`; or give the rule a `url` that fits its "
                + "channel.",
            example: """
                  schema: 1
                  rules:
                    - when: { version: 2.2.0, channel: appstore }
                      update: required
                +     url: https://apps.apple.com/app/id6504763618
                """),
        warning(
            "needs-catalog",
            meaning: "Without a catalog the rule cannot be enforced, because no release is known.",
            remedy:
                "Check and sign the policy with `--catalog`, import the releases with `airworthy catalog import`, or give the rule a `url`."
        ),
        warning(
            "app-store-only",
            meaning:
                "The rule can be enforced on the App Store only, because no newer release is known for the other channels. In a "
                + "`config.json` this is a note, because such a file has no channels.",
            remedy: "Add releases for the other channels, or write `channel: appstore` if this is intended."),
        warning(
            "unreachable-rule",
            meaning:
                "A rule above exempts every installation or, in a feature, always matches, so this one and those below it never act.",
            remedy: "Move the rule up."),
        warning(
            "never-matches",
            meaning: "No installation can match all conditions of the rule.",
            remedy: "Loosen one, or write `any` for alternatives.",
            example: """
                  schema: 1
                  rules:
                -   - when: { all: [{ version: <1.4 }, { version: ">=2.0" }] }
                +   - when: { any: [{ version: <1.4 }, { version: ">=2.0 <2.1" }] }
                      update: recommended
                """),
        warning(
            "condition-over",
            meaning: "The date of `before` has passed, so the condition never holds again.",
            remedy: "Remove the condition, or move the date."),
        warning(
            "deadline-passed",
            meaning: "The deadline has passed, so the update is required from now on.",
            remedy: "Move the deadline; or write `required`, if this is intended."),
        warning(
            "maintenance-over",
            meaning: "The end of the maintenance has passed.",
            remedy: "Remove the rule."),
        warning(
            "maintenance-too-long",
            meaning:
                "Devices end a maintenance 7 days after the manifest was signed, so that a lost server never locks an app up.",
            remedy: "Publish again before that, or shorten the maintenance."),
        warning(
            "maintenance-without-message",
            meaning: "People would not know why they have to wait.",
            remedy: "Add a `message`."),
        warning(
            "skippable-required",
            meaning: "Neither a required update nor one with a deadline can be skipped.",
            remedy: "Remove `skippable`."),
        warning(
            "unused-key",
            meaning: "The key has no influence on the effect of this rule.",
            remedy: "Remove the key."),
        warning(
            "unlisted-channel",
            meaning:
                "Excluding channels leaves `debug`, `adhoc` or `unknown` in. There an update is never required unless the rule "
                + "lists the channel.",
            remedy: "List the channels that the rule is for.",
            example: """
                  schema: 1
                  rules:
                -   - when: { version: 2.2.0, not: { channel: testflight } }
                +   - when: { version: 2.2.0, channel: appstore }
                      update: required
                      url: https://apps.apple.com/app/id6504763618
                """),
        warning(
            "no-url",
            meaning: "No link leads to the update, so it is never required.",
            remedy: "Add `appleID` or `links` to the policy, or a `url` to the rule."),
        warning(
            "url-does-not-fit",
            meaning:
                "No channel of the rule can use the URL: the App Store needs an apps.apple.com link, TestFlight a TestFlight "
                + "link, other channels a host of your own.",
            remedy: "Correct the URL, or the channels of the rule."),
        warning(
            "missing-default-language",
            meaning:
                "The text is missing in the policy's default language, so users of other languages see a built-in text.",
            remedy: "Add the text in the default language, which is `en` unless `defaultLanguage` says otherwise."),
        warning(
            "hidden-characters",
            meaning:
                "A text contains a control character or an override of the writing direction, which people cannot see and which "
                + "can make a text read as another one. Checked in `title`, `message` and the `notes` of a catalog.",
            remedy: "Remove the character."),
        warning(
            "testflight-storefronts",
            meaning:
                "A TestFlight offer has a list of countries, but TestFlight has no storefronts. Testers of other countries can get "
                + "the build, and no rule leads them to it.",
            remedy: "Leave the list out."),
        warning(
            "not-for-channel",
            meaning:
                "A release is offered on a channel of another platform, such as an iOS release on `play`, so nobody gets it. Or an "
                + "offer on `play…` or `sideload` has what only Apple's stores have: `phase`, `groups` or `expiresAt`.",
            remedy: "Correct the `platform` of the release or the channel, or leave the key out."),
        warning(
            "rollout-without-id",
            meaning:
                "The share of a rule without an id depends on its position, so moving the rule changes which devices are in it.",
            remedy: "Give the rule an `id`, or the rollout a `salt`."),
        warning(
            "unknown-condition",
            meaning: "This version of airworthy does not know the condition, which therefore never matches.",
            remedy: "Check its name, or update airworthy."),
        warning(
            "unknown-effect",
            meaning: "This version of airworthy does not know a part of the rule, which therefore does nothing.",
            remedy: "Check the rule, or update airworthy."),
        warning(
            "floor-above-newest",
            meaning: "The rule names a version above the newest known release.",
            remedy: "Check the version. If it is right, publish the release first."),
        warning(
            "target-not-everywhere",
            meaning: "In a channel or a country no release is as new as the rule's `target`.",
            remedy: "Publish the release there, or exclude it in `when`."),
        warning(
            "never-settles",
            meaning:
                "`releasedFor` waits for a while after a release, but no known release has a date, so the wait never ends.",
            remedy: "Add `publishedAt` to the catalog, or remove the key."),
        warning(
            "phased-required",
            meaning:
                "A phased release is under way, and a required update does not wait for it: everybody updates at once.",
            remedy: "Write `phased: follow` to wait for it, or `phased: ignore` if this is intended."),
        warning(
            "several-builds",
            meaning: "The version exists as several builds on several channels, and the rule matches all of them.",
            remedy: "Name one, such as `2.2.0 (310)`, or a `channel`."),
        note(
            "target-is-minimum",
            meaning:
                "The App Store serves only its newest release, so there a `target` means that release or a newer one.",
            remedy: "Nothing, if this is intended."),
        note(
            "catalog-checks-skipped",
            meaning: "Without a catalog, the checks that need one were skipped.",
            remedy: "Give one with `--catalog` to check these, too."),
        note(
            "more-findings",
            meaning: "There are more findings of this severity than are listed.",
            remedy: "Correct those that are, and check again."),
    ]

    private static func error(
        _ code: String, meaning: String, remedy: String, example: String? = nil
    ) -> CodeText {
        CodeText(code, in: .linter, severity: .error, meaning: meaning, remedy: remedy, example: example)
    }

    private static func warning(
        _ code: String, meaning: String, remedy: String, example: String? = nil
    ) -> CodeText {
        CodeText(code, in: .linter, severity: .warning, meaning: meaning, remedy: remedy, example: example)
    }

    private static func note(_ code: String, meaning: String, remedy: String) -> CodeText {
        CodeText(code, in: .linter, severity: .note, meaning: meaning, remedy: remedy)
    }
}
