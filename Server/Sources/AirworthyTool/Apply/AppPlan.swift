import AirworthyPolicy
import ControlPlane

/// The changes of one app, with the versions on the server that they replace.
struct AppPlan {
    enum Settings {
        /// The app does not exist yet. The value is the request's body.
        case creation(JSONObject)
        /// The app's settings with this entity tag change.
        case update([SettingChange], over: String?)
    }

    struct Import {
        let file: CatalogFile
        /// The server's answer; for a new app in the same form.
        let preflight: JSONValue

        /// The entity tag of the stored catalog, with quotes; `nil` without one.
        var entityTag: String? { preflight["basedOn"]?.stringValue.map { "\"\($0)\"" } }
    }

    enum Publication {
        case policy(PolicySource, PreflightReport)
        /// A manifest that CI signed, the difference, the digest of the manifest in force with quotes, and the effect on the known
        /// installations, which nobody can say while the app's settings change, too.
        case manifest(SignedFile, PolicyDiff, over: String?, impact: JSONValue?)
    }

    let app: String
    let settings: Settings?
    let catalog: Import?
    let publication: Publication?
    /// The findings of a policy that stays as it is; `nil` if there is no policy or it changes.
    let unchanged: PreflightReport?

    var isNew: Bool { if case .creation = settings { true } else { false } }
    /// Whether a manifest that CI signed is published.
    var isManifest: Bool { if case .manifest = publication { true } else { false } }
    /// The predicted effect of the publication; `nil` without one, and where it is not known.
    var impact: JSONValue? {
        switch publication {
        case nil: nil
        case .policy(_, let report): report.json["impact"]
        case .manifest(_, _, _, let impact): impact
        }
    }

    var changesNothing: Bool { settings == nil && catalog == nil && publication == nil }

    /// The report of the policy, if the server publishes it only with a reason.
    var refused: PreflightReport? {
        guard case .policy(_, let report) = publication, report.isRefused else { return nil }
        return report
    }

    /// The rights that a token needs for the changes.
    var rights: [String] {
        [settings == nil ? nil : "apps", catalog == nil ? nil : "catalog", publication == nil ? nil : "publish"]
            .compactMap { $0 }
    }

    /// The changes in words, such as `settings, policy`.
    var summary: String {
        let publication: String? =
            switch self.publication {
            case nil: nil
            case .policy: "policy"
            case .manifest: "manifest"
            }
        let settings = self.settings == nil ? nil : isNew ? "new app" : "settings"
        return [settings, catalog == nil ? nil : "catalog", publication].compactMap { $0 }.joined(separator: ", ")
    }

    var jsonValue: JSONValue {
        var object: JSONObject = ["app": .string(app), "changes": .bool(!changesNothing)]
        switch settings {
        case nil: object["settings"] = .null
        case .creation(let body): object["settings"] = ["action": "create", "settings": .object(body)]
        case .update(let changes, _):
            object["settings"] = ["action": "update", "changes": .array(changes.map(\.jsonValue))]
        }
        object["catalog"] = catalog.map { ["action": "import", "diff": $0.preflight["diff"] ?? .null] } ?? .null
        switch publication {
        case nil: object["policy"] = unchanged.map { ["action": "none", "preflight": $0.json] } ?? .null
        case .policy(_, let report): object["policy"] = ["action": "publish", "preflight": report.json]
        case .manifest(_, let diff, _, let impact):
            object["policy"] = ["action": "publish-manifest", "diff": diff.jsonValue, "impact": impact ?? .null]
        }
        return .object(object)
    }
}

struct ApplyPlan {
    let apps: [AppPlan]
    /// The apps on the server that have no folder. They stay as they are.
    let others: [String]

    var changed: [AppPlan] { apps.filter { !$0.changesNothing } }
    var refused: [AppPlan] { apps.filter { $0.refused != nil } }

    /// Such as `1 of 2 apps changes`.
    var headline: String {
        let count = changed.count
        guard count > 0 else { return "no changes" }
        return "\(count.grouped) of \(apps.count.counted("app")) change\(count == 1 ? "s" : "")"
    }

    var members: JSONObject {
        [
            "changes": .of(changed.count), "refused": .of(refused.count),
            "apps": .array(apps.map(\.jsonValue)), "others": .of(others),
        ]
    }
}
