package import AirworthyPolicy
package import ControlPlane

/// An app as admins see it.
package struct AppPayload: Sendable {
    private let app: App
    private let state: ServedApp.State
    private let notes: [String]

    /// - Parameters:
    ///   - app: The app.
    ///   - served: What is served of it on this node, if anything.
    ///   - notes: What its admin should know.
    package init(_ app: App, in served: ServedApps, notes: [String] = []) {
        self.app = app
        state = (try? served.app(app.slug))?.state ?? .unpublished
        self.notes = notes
    }

    /// The app in JSON; `notes` only where there are some.
    package var jsonValue: JSONValue {
        var object: JSONObject = [
            "slug": .string(app.slug), "bundleID": .string(app.bundleID), "appleID": .of(app.appleID),
            "platforms": .of(app.platforms.map(\.description)), "defaultLanguage": .string(app.defaultLanguage),
            "signing": .string(app.signing.rawValue), "audience": .string(app.audience),
            "lineage": .string(app.lineage), "internalBuilds": .string(app.internalBuilds.rawValue),
            "pins": .array(app.pins.map(\.jsonValue)), "createdAt": .of(app.createdAt), "head": head,
        ]
        if !notes.isEmpty { object["notes"] = .of(notes) }
        return .object(object)
    }

    private var head: JSONValue {
        switch state {
        case .live(let head): Self.head("live", head, problem: nil)
        case .unpublished: Self.head("unpublished", nil, problem: nil)
        case .degraded(let why): Self.head("degraded", nil, problem: why)
        }
    }

    private static func head(_ state: String, _ head: LoadedHead?, problem: String?) -> JSONValue {
        [
            "state": .string(state), "problem": .of(problem), "revision": .of(head?.revision),
            "policyVersion": .of(head?.policyVersion), "digest": .of(head?.digest),
            "issuedAt": .of(head?.manifest.issuedAt), "expiresAt": .of(head?.manifest.expiresAt),
        ]
    }
}
