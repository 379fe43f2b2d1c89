import AirworthyPolicy
import AirworthyTrust

/// What a verified manifest says about itself.
struct VerificationReport {
    private let verified: VerifiedManifest
    private let pinned: PinnedFiles
    private let isAppGiven: Bool
    private let style: TerminalStyle

    init(_ verified: VerifiedManifest, _ pinned: PinnedFiles, isAppGiven: Bool, _ style: TerminalStyle) {
        self.verified = verified
        self.pinned = pinned
        self.isAppGiven = isAppGiven
        self.style = style
    }

    private var manifest: Manifest { verified.manifest }

    var lines: [String] {
        let verdict = verified.isExpired ? style("VERIFIED, EXPIRED", .yellow, .bold) : style("VERIFIED", .green, .bold)
        let title = "\(manifest.app ?? "no app"), revision \(manifest.revision ?? 0)"
        return ["\(verdict)  \(title.printable)"] + details.lines
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style)
        lines.add("signed by", verified.signedBy.map(pinned.describe).joined(separator: "\n"))
        if !isAppGiven { lines.add("app", "taken from the manifest; give --app to insist on one") }
        lines.add("audience", manifest.audience ?? Pins.defaultAudience)
        lines.add("lineage", manifest.lineage ?? "none")
        lines.add("issued", manifest.issuedAt.map(Timestamp.format))
        lines.add("expires", manifest.expiresAt.map(Timestamp.format) ?? "never")
        lines.add("softens", softening)
        lines.add("keyring", verified.epoch == 0 ? "none" : "epoch \(verified.epoch)")
        lines.add("policy", policy)
        lines.add("catalog", catalog)
        lines.add("payload", "\(verified.payload.count) bytes, SHA-256 \(verified.digest)")
        return lines
    }

    private var softening: String? {
        manifest.effectiveExpiry().map { instant in
            Timestamp.format(instant)
                + (verified.isExpired ? ", so blocks are prompts now" : ", then blocks are prompts")
        }
    }

    private var policy: String {
        let (rules, features) = (manifest.policy.rules.count, manifest.policy.features.count)
        return "\(rules) rule\(rules == 1 ? "" : "s"), \(features) feature\(features == 1 ? "" : "s")"
    }

    private var catalog: String {
        let count = manifest.catalog.releases.count
        guard count > 0 else { return "none" }
        let asOf = manifest.catalog.asOf.map { " as of \(Timestamp.format($0))" } ?? ""
        return "\(count) release\(count == 1 ? "" : "s")\(asOf)"
    }

    /// The same for scripts.
    var jsonValue: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        return [
            "schema": 1,
            "app": text(manifest.app),
            "audience": .string(manifest.audience ?? Pins.defaultAudience),
            "lineage": text(manifest.lineage),
            "revision": manifest.revision.map { .number(JSONNumber($0)) } ?? .null,
            "issuedAt": text(manifest.issuedAt.map(Timestamp.format)),
            "expiresAt": text(manifest.expiresAt.map(Timestamp.format)),
            "softensAt": text(manifest.effectiveExpiry().map(Timestamp.format)),
            "expired": .bool(verified.isExpired),
            "epoch": .number(JSONNumber(verified.epoch)),
            "signedBy": .array(
                verified.signedBy.map { ["keyid": .string($0.key.id), "role": .string($0.role.rawValue)] }),
            "digest": .string(verified.digest),
        ]
    }
}
