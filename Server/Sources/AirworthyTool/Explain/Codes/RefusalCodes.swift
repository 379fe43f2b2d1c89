extension CodeText {
    /// The codes with which apps and `airworthy verify` refuse a signed manifest. The last accepted one stays in force.
    static let refusals = [
        alarm(
            "too-large", meaning: "The file has more than 256 KiB.",
            remedy: "Shorten texts, or remove old releases. `airworthy sign` refuses above 240 KiB."),
        harmless(
            "malformed-envelope",
            meaning:
                "The file is not JSON, or a part of it is missing: often the page of a captive portal, or an error page.",
            remedy: "Look at what the address serves."),
        harmless(
            "malformed-base64", meaning: "A part of the file is not strict Base64.", remedy: "Serve the file unchanged."
        ),
        alarm(
            "duplicate-key",
            meaning: "A key occurs twice in an object, so two parsers could read two different documents.",
            remedy: "Sign again with `airworthy sign`."),
        alarm(
            "wrong-payload-type", meaning: "The file is no manifest; or no keyring, where one is expected.",
            remedy: "Use the right file."),
        alarm("too-many-signatures", meaning: "The file has more than 8 signatures.", remedy: "Sign with fewer keys."),
        alarm(
            "unknown-key",
            meaning: "No signature is by a trusted key: another signer, a revoked key, or the keyring is missing.",
            remedy: "Sign with a root key, or with a key of the keyring, and attach the keyring."),
        alarm(
            "bad-signature", meaning: "The signature names a trusted key, but does not match these bytes.",
            remedy: "Serve the file exactly as it was signed."),
        alarm(
            "untrusted-keyring", meaning: "No root key that the app trusts signed the keyring.",
            remedy: "Sign the keyring with such a root key."),
        alarm(
            "epoch-went-back",
            meaning:
                "The keyring is older than the one that this installation accepted: a replay, or an old file was attached.",
            remedy: "Attach the current keyring."),
        alarm(
            "same-epoch-other-keys", meaning: "Two keyrings with different keys have the same epoch.",
            remedy: "Sign one with a higher epoch."),
        harmless(
            "crypto-unavailable", meaning: "This build of the library cannot verify signatures.",
            remedy: "Build it with the package trait `SwiftCrypto`."),
        alarm(
            "malformed-keyring", meaning: "The keyring cannot be read.", remedy: "Create it with `airworthy keyring`."),
        alarm(
            "malformed-manifest", meaning: "The signature is valid, but the content is no manifest.",
            remedy: "Create it with `airworthy sign`."),
        harmless(
            "schema-too-new", meaning: "The format is of a later version of the library.",
            remedy: "Update the library in the app. Until then its last accepted manifest stays in force."),
        alarm(
            "no-revision", meaning: "The manifest has no revision, so its age cannot be judged.",
            remedy: "Sign with `--revision`."),
        alarm(
            "no-issued-at", meaning: "The manifest has no date, so its lifetime cannot be judged.",
            remedy: "Create it with `airworthy sign`."),
        alarm(
            "wrong-app", meaning: "The manifest or its keyring is for another app; or the manifest names none.",
            remedy: "Give each app its own file."),
        alarm(
            "wrong-audience", meaning: "The manifest is for another audience, such as `staging`.",
            remedy: "Check where the app fetches it."),
        alarm(
            "wrong-lineage", meaning: "The manifest is of another origin.",
            remedy: "Check where the app fetches it. `airworthy sign` keeps the lineage of `--previous`."),
        alarm(
            "revision-went-back",
            meaning:
                "The manifest is older than the one that this installation accepted: a replay, or the revision was lowered.",
            remedy: "Publish a higher revision."),
        harmless(
            "stale-copy",
            meaning: "The manifest is older than the one that this installation accepted, but by less than a day.",
            remedy: "Nothing, if a cache lags behind. If you published it: raise the revision."),
        alarm(
            "same-revision-other-bytes",
            meaning: "Two manifests have the same revision: two signers ran at once, or one signed twice.",
            remedy: "Publish one with a higher revision, and let one job sign at a time."),
    ]

    private static func alarm(_ code: String, meaning: String, remedy: String) -> CodeText {
        CodeText(code, in: .refusal, meaning: "\(meaning) This is an alarm.", remedy: remedy)
    }

    private static func harmless(_ code: String, meaning: String, remedy: String) -> CodeText {
        CodeText(code, in: .refusal, meaning: meaning, remedy: remedy)
    }
}
