package import AirworthyPolicy
package import ControlPlane

/// An app as admins see it.
package struct AppPayload: Sendable {
    private let app: App
    private let served: ServedApp?
    private let publicURL: String?
    private let notes: [String]

    /// - Parameters:
    ///   - app: The app.
    ///   - served: What is served of it on this node, if anything.
    ///   - publicURL: The address callers use, if it is known.
    ///   - notes: What its admin should know.
    package init(_ app: App, in served: ServedApps, publicURL: String? = nil, notes: [String] = []) {
        self.app = app
        self.publicURL = publicURL
        self.served = try? served.app(app.slug)
        self.notes = notes
    }

    /// The app in JSON; `notes` only where there are some.
    package var jsonValue: JSONValue {
        var object: JSONObject = [
            "slug": .string(app.slug), "bundleID": .string(app.bundleID), "appleID": .of(app.appleID),
            "platforms": .of(app.platforms.map(\.description)), "defaultLanguage": .string(app.defaultLanguage),
            "signing": .string(app.signing.rawValue), "audience": .string(app.audience),
            "lineage": .string(app.lineage), "internalBuilds": .string(app.internalBuilds.rawValue),
            "storefronts": .of(app.storefronts.map(\.code)), "appleKeyID": .of(app.appleKeyID),
            "webhookURL": .of(publicURL.map { "\($0)/hooks/app-store-connect/\(app.slug)" }),
            "pins": .array(app.pins.map(\.jsonValue)), "createdAt": .of(app.createdAt), "head": head,
        ]
        if !notes.isEmpty { object["notes"] = .of(notes) }
        return .object(object)
    }

    private var head: JSONValue {
        let (state, head) = named
        return [
            "state": .string(state), "problem": .of(served?.problem),
            "revision": .of(head?.revision ?? degradedRevision),
            "policyVersion": .of(head?.policyVersion), "digest": .of(head?.digest),
            "issuedAt": .of(head?.manifest.issuedAt), "expiresAt": .of(head?.manifest.expiresAt),
        ]
    }

    /// What an operator has to know of an app that cannot be served.
    private var degradedRevision: Int? { served.flatMap { $0.revision > 0 ? $0.revision : nil } }

    private var named: (state: String, head: LoadedHead?) {
        switch served?.state {
        case .live(let head): ("live", head)
        case .degraded: ("degraded", nil)
        case .unpublished, nil: ("unpublished", nil)
        }
    }
}
