import AirworthyPolicy

struct ApplyReport {
    let plan: ApplyPlan
    let style: TerminalStyle

    var lines: [String] {
        plan.changed.flatMap {
            [style($0.app, as: .bold) + "  \($0.summary)"] + Self.lines(of: $0, style: style) + [""]
        }
            + unchanged + others + ["Plan: \(plan.headline)."]
    }

    private var unchanged: [String] {
        plan.apps.filter(\.changesNothing).map { "\($0.app)  no change" }
    }

    private var others: [String] {
        guard !plan.others.isEmpty else { return [] }
        let names = plan.others.prefix(20).joined(separator: ", ") + (plan.others.count > 20 ? ", …" : "")
        return ["No folder, so left as they are: \(names)".printable]
    }

    private static func lines(of plan: AppPlan, style: TerminalStyle) -> [String] {
        let report = AppChangeReport(plan: plan, style: style)
        var lines: [String] = []
        if !report.settings.isEmpty { lines += [style("Settings", as: .bold)] + report.settings.map { "  " + $0 } }
        if !report.catalog.isEmpty { lines += [style("Catalog", as: .bold)] + report.catalog.map { "  " + $0 } }
        switch plan.publication {
        case nil: break
        case .policy(_, let preflight): lines += preflight.lines
        case .manifest: lines += report.manifest
        }
        return lines
    }
}

/// The changes of one app in words, part by part.
struct AppChangeReport {
    let plan: AppPlan
    let style: TerminalStyle

    /// The changed settings, or those of a new app.
    var settings: [String] {
        switch plan.settings {
        case nil: []
        case .update(let changes, _): changes.map(\.line)
        case .creation(let body):
            body.members.map { "\($0.key): \(SettingChange.text($0.value))".printable }
        }
    }

    var catalog: [String] {
        guard let catalog = plan.catalog else { return [] }
        let lines = catalog.preflight["diff"].map { PolicyDiffText(diff: $0, style: style).lines } ?? []
        return lines.isEmpty ? ["no release changes; the dates or sources do"] : lines
    }

    /// The difference of a signed manifest.
    var manifest: [String] {
        guard case .manifest(_, let diff, let tag, let impact) = plan.publication else { return [] }
        let unknown = "Whom it hits is not known while the app's settings change, too; apply those first to see it."
        let effect = impact.map { ImpactReport(impact: $0, app: plan.app, style: style).lines } ?? [unknown]
        return [PreflightReport.heading(isFirst: tag == nil)] + DiffReport(diff: diff, fleet: nil, style: style).lines
            + (plan.isNew ? [] : [""] + effect)
    }
}
