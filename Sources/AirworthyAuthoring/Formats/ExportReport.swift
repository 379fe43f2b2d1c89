import AirworthyPolicy

/// Collects the parts of a policy that another format cannot express.
struct ExportReport {
    private(set) var findings: [Finding] = []

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Reports a part that determines which installations a rule matches or what it requires. Nothing is written.
    mutating func refuse(_ path: String, because reason: String) {
        findings.append(Finding(code: "not-expressible", severity: .error, path: path, message: reason))
    }

    /// Reports a part that is left out: a detail of a prompt, or a part that no client of the format uses.
    mutating func drop(_ path: String, because reason: String) {
        findings.append(Finding(code: "not-carried", severity: .warning, path: path, message: reason))
    }

    mutating func note(_ code: String, at path: String, message: String) {
        findings.append(Finding(code: code, severity: .note, path: path, message: message))
    }

    /// Reports the parts of an effect that no format can express.
    mutating func check(_ effect: Effect, at path: String) {
        if !effect.isReadable {
            refuse(path, because: "A part of the rule cannot be read, so it cannot be written either.")
        }
        if effect.isReadable, effect.update == nil, effect.perChange.isEmpty, effect.maintenance == nil {
            refuse(path, because: "The rule does nothing; leave it out.")
        }
        let decisive: [(key: String, isPresent: Bool)] = [
            ("perChange", !effect.perChange.isEmpty), ("deadline", effect.deadline != nil),
            ("releasedFor", effect.releasedFor.seconds > 0), ("maintenance", effect.maintenance != nil),
            ("ifUnavailable", effect.blocksIfUnavailable), ("phased", effect.phasing == .follow),
        ]
        for (key, isPresent) in decisive where isPresent {
            refuse(
                "\(path).\(key)", because: "The format does not support \"\(key)\"; remove it or leave the rule out.")
        }
        if effect.title != nil { drop("\(path).title", because: "The title is left out: the format has none.") }
        if effect.message != nil { drop("\(path).message", because: "The message is left out: the format has none.") }
        if effect.skippable {
            drop("\(path).skippable", because: "It is left out: clients of the format decide whether users may skip.")
        }
    }

    /// Reports the parts of a policy that no format can express.
    mutating func check(_ policy: Policy) {
        if !policy.features.isEmpty {
            drop("features", because: "Features are left out: the format has none.")
        }
        if policy.support != nil { drop("support", because: "The support link is left out: the format has none.") }
    }
}
