extension CodeText {
    /// The codes of reading and writing other formats, and of reading lookup answers.
    static let conversion = [
        finding(
            "unknown-format",
            meaning: "The file is no policy and none of the other known formats.",
            remedy:
                "See `airworthy convert --help` for those. Read a format of your own in the app with `.json(url) { … }`."
        ),
        finding(
            "not-expressible",
            meaning: "The format cannot express a part of the policy, so the file was not written.",
            remedy: "Change the policy, or use a signed manifest, which can carry all of it."),
        finding(
            "not-carried",
            meaning: "A part of the file has no counterpart and is left out.",
            remedy: "Check whether you need it."),
        finding(
            "not-writable",
            meaning: "The format can be read but not written.",
            remedy: "Write another one; see `airworthy convert --help`."),
        finding(
            "left-out",
            meaning: "A rule is left out, because the format cannot express it.",
            remedy: "See the message for the reason."),
        finding(
            "old-clients",
            meaning: "Old clients of the format do not hear of a rule, or of a platform.",
            remedy: "Nothing, if no such client is in use. Otherwise see the message."),
        finding(
            "releases-not-carried",
            meaning: "A policy contains no releases, so those of the file are lost.",
            remedy: "Give a catalog with `--catalog` when deciding or signing."),
        finding(
            "requirement-as-attribute",
            meaning:
                "A requirement of Prince of Versions becomes a condition on the attribute of that name, which must equal the value.",
            remedy: "Set the attribute in the app, if its check was another one."),
        finding(
            "data-not-found",
            meaning: "The file has no entry for the platform, or none that can be read.",
            remedy: "Add one."),
        finding(
            "no-minimum-os",
            meaning:
                "Without a readable `min-os-required` existing clients recommend the version to no device; Airworthy recommends it "
                + "to all.",
            remedy: "Add the key, if the version needs a newer system."),
        finding(
            "not-found",
            meaning: "The App Store's answer is empty: the app is not sold in that storefront, or not known there.",
            remedy: "Check the Apple ID and the storefront. It does not mean that there is no update."),
        finding(
            "other-app",
            meaning: "The result is for another bundle ID or Apple ID.",
            remedy: "Check the Apple ID."),
        finding(
            "not-software",
            meaning: "The result is a song, a book or the like.",
            remedy: "Check the Apple ID."),
        finding(
            "unsupported-device",
            meaning: "The result's list of devices does not have the device.",
            remedy: "Nothing: the release cannot be installed there."),
    ]

    private static func finding(_ code: String, meaning: String, remedy: String) -> CodeText {
        CodeText(code, in: .conversion, meaning: meaning, remedy: remedy)
    }
}
