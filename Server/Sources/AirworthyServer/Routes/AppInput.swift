import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ServerSupport

/// The body of a request that creates or changes an app.
package enum AppInput {
    /// The members of an app that can be changed.
    package static let changeable = [
        "bundleID", "appleID", "platforms", "defaultLanguage", "internalBuilds", "testFlightNotes", "storefronts",
        "appleKeyID", "pins",
    ]
    /// All members of a new app.
    package static let all = ["slug", "signing", "audience", "lineage"] + changeable

    /// Reads a new app, and returns notes for the response with it. The server's online keys are the default pins if
    /// the server signs.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func draft(
        _ object: InputObject, ownKeys: [PublicKey]
    ) throws(HTTPProblem) -> (draft: AppService.Draft, notes: [String]) {
        var draft = AppService.Draft(
            slug: try object.requiredText("slug"), bundleID: try object.requiredText("bundleID"),
            appleID: try object.number("appleID"), pins: [],
            signing: try object.choice("signing", of: App.Signing.self) ?? .server, lineage: try object.text("lineage"),
            internalBuilds: try object.choice("internalBuilds", of: App.InternalBuilds.self) ?? .facts,
            testFlightNotes: try object.choice("testFlightNotes", of: App.TestFlightNotes.self) ?? .external)
        if let platforms = try platforms(in: object) { draft.platforms = platforms }
        if let storefronts = try storefronts(in: object) { draft.storefronts = storefronts }
        draft.appleKeyID = try object.text("appleKeyID")
        if let language = try object.text("defaultLanguage") { draft.defaultLanguage = language }
        if let audience = try object.text("audience") { draft.audience = audience }
        if let pins = try pins(in: object) {
            draft.pins = pins
            return (draft, [])
        }
        guard draft.signing == .server else {
            throw .body(
                at: object.place(of: "pins"),
                detail: "\"pins\" is missing; list the pipeline's keys that the app's builds pin")
        }
        draft.pins = ownKeys.map { PinnedKey($0, role: .online) }
        return (draft, [ownKeysNote])
    }

    /// Reads changes of an app.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func changes(_ object: InputObject) throws(HTTPProblem) -> AppService.Changes {
        var changes = AppService.Changes(
            bundleID: try object.text("bundleID"), platforms: try platforms(in: object),
            defaultLanguage: try object.text("defaultLanguage"), pins: try pins(in: object),
            internalBuilds: try object.choice("internalBuilds", of: App.InternalBuilds.self),
            testFlightNotes: try object.choice("testFlightNotes", of: App.TestFlightNotes.self),
            storefronts: try storefronts(in: object))
        if object.has("appleKeyID") { changes.appleKeyID = .some(try object.text("appleKeyID")) }
        if object.has("appleID") { changes.appleID = .some(try object.number("appleID")) }
        return changes
    }

    private static let ownKeysNote = """
        No pins were given, so this server's online keys are pinned. That is fine for a trial. Before the app ships, \
        create two root keys with "airworthy keys new", pin them in its builds, and list the same pins here.
        """

    private static func platforms(in object: InputObject) throws(HTTPProblem) -> [Platform]? {
        guard let texts = try object.texts("platforms") else { return nil }
        var platforms: [Platform] = []
        for (text, pointer) in texts {
            guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy({ $0.isASCIILetterOrDigit }) else {
                throw .body(at: pointer, detail: "a platform is 1 to 32 letters and digits, such as \"ios\"")
            }
            platforms.append(Platform(text))
        }
        return platforms
    }

    private static func storefronts(in object: InputObject) throws(HTTPProblem) -> [Storefront]? {
        guard let texts = try object.texts("storefronts") else { return nil }
        var storefronts: [Storefront] = []
        for (text, pointer) in texts {
            guard let storefront = Storefront(text), storefront.code == text else {
                throw .body(at: pointer, detail: "write a country as two capital letters, such as \"JP\"")
            }
            storefronts.append(storefront)
        }
        return storefronts
    }

    private static func pins(in object: InputObject) throws(HTTPProblem) -> [PinnedKey]? {
        guard let list = try object.list("pins") else { return nil }
        var pins: [PinnedKey] = []
        for (node, pointer) in list {
            let pin = try InputObject(node, at: pointer, known: ["key", "role", "id"])
            guard let key = PublicKey(base64: try pin.requiredText("key")) else {
                throw .body(at: pin.place(of: "key"), detail: "write the 32 bytes of an Ed25519 public key in base64")
            }
            if let id = try pin.text("id"), id != key.id {
                throw .body(
                    at: pin.place(of: "id"), detail: "the id of this key is \(key.id); write it or leave it out")
            }
            guard let role = try pin.choice("role", of: Role.self) else {
                throw .body(at: pin.place(of: "role"), detail: "\"role\" is missing; write \"root\" or \"online\"")
            }
            pins.append(PinnedKey(key, role: role))
        }
        return pins
    }
}
