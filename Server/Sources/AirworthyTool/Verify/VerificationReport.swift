import AirworthyPolicy
import AirworthyTrust

/// The output of `verify`.
struct VerificationReport {
    let verified: VerifiedManifest
    let pinned: PinnedKeyFiles
    let isAppGiven: Bool
    var style = TerminalStyle.standardOutput

    private var manifest: Manifest { verified.manifest }

    var lines: [String] {
        let verdict =
            verified.isExpired
            ? style("VERIFIED, EXPIRED", as: .yellow, .bold) : style("VERIFIED", as: .green, .bold)
        let title = "\(manifest.app ?? "no app"), revision \(manifest.revision ?? 0)"
        return ["\(verdict)  \(title.printable)"] + details.lines
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("signed by", value: verified.signedBy.map(pinned.describe).joined(separator: "\n"))
        lines.add("app", value: isAppGiven ? nil : "taken from the manifest; give --app to require one")
        lines.add("audience", value: manifest.audience ?? Pins.defaultAudience)
        lines.add("lineage", value: manifest.lineage ?? "none")
        lines.add("issued", value: manifest.issuedAt.map(Timestamp.format))
        lines.add("expires", value: manifest.expiresAt.map(Timestamp.format) ?? "never")
        lines.add("relaxed", value: relaxation)
        lines.add("keyring", value: verified.epoch == 0 ? "none" : "epoch \(verified.epoch)")
        let (rules, features) = (manifest.policy.rules.count, manifest.policy.features.count)
        lines.add("policy", value: "\(rules.counted("rule")), \(features.counted("feature"))")
        lines.add("catalog", value: catalog)
        lines.add("payload", value: "\(verified.payload.count) bytes, SHA-256 \(verified.digest)")
        return lines
    }

    private var relaxation: String? {
        manifest.effectiveExpiry().map { instant in
            Timestamp.format(instant)
                + (verified.isExpired ? ", so blocks are prompts now" : ", then blocks are prompts")
        }
    }

    private var catalog: String {
        let count = manifest.catalog.releases.count
        guard count > 0 else { return "none" }
        let asOf = manifest.catalog.asOf.map { " as of \(Timestamp.format($0))" } ?? ""
        return count.counted("release") + asOf
    }

    var jsonValue: JSONValue {
        [
            "schema": 1,
            "app": .text(manifest.app),
            "audience": .string(manifest.audience ?? Pins.defaultAudience),
            "lineage": .text(manifest.lineage),
            "revision": manifest.revision.map(JSONValue.count) ?? .null,
            "issuedAt": .time(manifest.issuedAt),
            "expiresAt": .time(manifest.expiresAt),
            "softensAt": .time(manifest.effectiveExpiry()),
            "expired": .bool(verified.isExpired),
            "epoch": .count(verified.epoch),
            "signedBy": .array(
                verified.signedBy.map { ["keyid": .string($0.key.id), "role": .string($0.role.rawValue)] }),
            "digest": .string(verified.digest),
        ]
    }
}
