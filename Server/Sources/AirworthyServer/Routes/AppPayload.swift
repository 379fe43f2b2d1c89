import AirworthyPolicy
import ControlPlane

/// The JSON of an app for admins.
struct AppPayload: Sendable {
    let app: App
    /// The app as this node serves it.
    let served: ServedApp?
    /// The address that callers use, if it is configured.
    var publicURL: String?
    /// Hints for the admin.
    var notes: [String] = []

    /// The app as JSON, with `notes` only if there are any.
    var jsonValue: JSONValue {
        var object: JSONObject = ["slug": .string(app.slug)]
        // The settings around the pins, in the order that responses always had.
        let parts = App.settings.split { $0.name == "pins" }
        for setting in parts[0] { object[setting.name] = setting.json(app) }
        object["signing"] = .string(app.signing.rawValue)
        object["audience"] = .string(app.audience)
        object["lineage"] = .string(app.lineage)
        for setting in parts[1] { object[setting.name] = setting.json(app) }
        object["webhookURL"] = .of(publicURL.map { "\($0)/hooks/app-store-connect/\(app.slug)" })
        object["pins"] = .array(app.pins.map(\.jsonValue))
        object["createdAt"] = .of(app.createdAt)
        object["head"] = head
        if !notes.isEmpty { object["notes"] = .of(notes) }
        return .object(object)
    }

    private var head: JSONValue {
        let head = served?.liveHead
        // The revision of a degraded app helps the operator.
        let revision = head?.revision ?? served.flatMap { $0.revision > 0 ? $0.revision : nil }
        return [
            "state": .string(served?.stateName ?? "unpublished"), "problem": .of(served?.problem),
            "revision": .of(revision), "policyVersion": .of(head?.policyVersion), "digest": .of(head?.digest),
            "issuedAt": .of(head?.manifest.issuedAt), "expiresAt": .of(head?.manifest.expiresAt),
        ]
    }
}

extension ServedApp {
    /// The manifest in force; `nil` if there is none or it cannot be served.
    var liveHead: LoadedHead? { if case .live(let head) = state { head } else { nil } }

    /// Whether the app has a manifest that cannot be served.
    var isDegraded: Bool { if case .degraded = state { true } else { false } }

    /// The name of the state in JSON and metrics.
    var stateName: String {
        switch state {
        case .live: "live"
        case .degraded: "degraded"
        case .unpublished: "unpublished"
        }
    }
}
