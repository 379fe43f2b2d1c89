extension CodeText {
    /// The codes of what has the wrong shape or wrong values in a policy, a manifest, a catalog or the settings of an app.
    static let reader = [
        finding(
            "missing-key",
            meaning: "A key is missing that must be there.",
            remedy: "Add it; the message says what to write."),
        finding(
            "unknown-key",
            meaning: "No key of this name exists here, so it would be silently without effect.",
            remedy: "Correct the name, or remove the key.",
            example: """
                - when: { verison: 2.2.0 }
                + when: { version: 2.2.0 }
                """),
        finding(
            "duplicate-key",
            meaning: "A key appears twice in the same object.",
            remedy: "Keep one of the two."),
        finding(
            "wrong-type",
            meaning: "A value is of another kind than the key takes.",
            remedy: "Write what the message asks for. Leave the key out instead of writing `null`."),
        finding(
            "empty-list",
            meaning: "A list is empty.",
            remedy: "Name at least one, or leave the key out."),
        finding(
            "empty-object",
            meaning: "An object is empty.",
            remedy: "Name at least one key, or leave the object out."),
        finding(
            "too-deep",
            meaning: "Objects and lists are nested more than 64 deep.",
            remedy: "Flatten them."),
        finding(
            "too-large",
            meaning: "The file is larger than this reader takes, or a YAML file has too many anchors, keys or values.",
            remedy: "Make it smaller; the message has the limit."),
        finding(
            "bad-schema",
            meaning: "The file is of a later schema than this version reads.",
            remedy: "Use a newer airworthy, or write `schema: 1`."),
        finding(
            "schema-too-new",
            meaning: "The manifest is of a later schema than this version reads.",
            remedy: "Use a newer airworthy."),
        finding(
            "bad-value",
            meaning: "The value is none of those that the key takes, or is empty.",
            remedy: "Write one that the message names."),
        finding(
            "number-version",
            meaning: "A version is written as a number, which loses its last zero: `1.10` would become `1.1`.",
            remedy: "Put the version or the build in quotes.",
            example: """
                - "when": {"version": 1.10}
                + "when": {"version": "1.10"}
                """),
        finding(
            "bad-version",
            meaning: "The text is no version and no build.",
            remedy: "Write a version such as `2.2.1`, or a build such as `310`."),
        finding(
            "bad-range",
            meaning: "The text is no range of versions or builds.",
            remedy: "Write one such as `<2.2`, `>=2.0 <2.2.1` or `2.2.0`."),
        finding(
            "bad-date",
            meaning: "The text is no instant.",
            remedy: "Write date, time and offset, such as `2026-11-20T00:00:00Z`."),
        finding(
            "bad-period",
            meaning: "The text is no duration.",
            remedy: "Write one such as `PT12H` or `P7D`."),
        finding(
            "bad-percentage",
            meaning: "The value is no percentage.",
            remedy: "Write a number from 0 to 100 with at most four decimals, without quotes and without `%`."),
        finding(
            "bad-url",
            meaning: "The text is no URL that may be opened here.",
            remedy: "Write an https URL; `support` takes https or mailto."),
        finding(
            "bad-language",
            meaning: "The text is no language tag.",
            remedy: "Write one such as `en` or `zh-Hans`."),
        finding(
            "bad-storefront",
            meaning: "The text is no country of an App Store.",
            remedy: "Write a code such as `JP`; that of the United Kingdom is `GB`."),
        finding(
            "bad-channel",
            meaning: "No channel has this name.",
            remedy: "Write one of those that the message names."),
        finding(
            "bad-platform",
            meaning: "No platform has this name.",
            remedy: "Write one of those that the message names."),
        finding(
            "duplicate-id",
            meaning: "Two rules have the same id.",
            remedy: "Give each rule its own."),
        finding(
            "reserved-id",
            meaning: "Ids that begin with `$` are reserved.",
            remedy: "Choose another id."),
        finding(
            "no-effect",
            meaning: "The rule does nothing. In a `config.json`, which names no version then, this is a warning.",
            remedy: "Give the rule `update`, `perChange` or `maintenance`; in a `config.json`, name a version."),
        finding(
            "maintenance-with-update",
            meaning: "A rule has `maintenance` and a key about updates.",
            remedy: "Make two rules of it."),
        finding(
            "feature-type",
            meaning: "The value of a feature's rule is of another kind than its default.",
            remedy: "Use one kind for both: text, numbers, objects, or true and false."),
        finding(
            "wrong-app",
            meaning: "The file says that it is for another app.",
            remedy: "Send it to the right app, or remove the key."),
        finding(
            "wrong-file",
            meaning: "`apply` does not know what this file is for.",
            remedy: "Rename it or move it elsewhere."),
        finding(
            "malformed-manifest",
            meaning: "The signed content is not JSON.",
            remedy: "Sign the policy again with `airworthy sign`."),
        finding(
            "malformed-policy",
            meaning: "The rules that an app made of its own file have mistakes.",
            remedy: "See the event in the app's console, and correct what `.json(url)` returns."),
        finding(
            "signature-not-checked",
            meaning: "`check` read the content of a signed file, but did not check the signature.",
            remedy: "Check that with `airworthy verify`."),
        finding(
            "unusable",
            meaning: "The text cannot be read as a policy at all.",
            remedy: "See the message beside it."),
    ]

    private static func finding(
        _ code: String, meaning: String, remedy: String, example: String? = nil
    ) -> CodeText {
        CodeText(code, in: .reader, meaning: meaning, remedy: remedy, example: example)
    }
}
