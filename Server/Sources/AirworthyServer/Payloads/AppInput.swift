import AirworthyPolicy
package import AirworthyTrust
package import ControlPlane

/// What an admin sends about an app.
package enum AppInput {
    /// The members of an app that can be changed.
    package static let changeable = [
        "bundleID", "appleID", "platforms", "defaultLanguage", "internalBuilds", "storefronts", "appleKeyID", "pins",
    ]
    /// Every member of a new app.
    package static let all = ["slug", "signing", "audience", "lineage"] + changeable

    /// Reads a new app.
    /// - Parameters:
    ///   - object: What was sent.
    ///   - ownKeys: The server's online keys, which stand in for pins that were left out where the server signs.
    /// - Returns: What the app is to be, and what the answer has to say about it.
    /// - Throws: ``Problem`` 400 with a pointer.
    package static func draft(
        _ object: InputObject, ownKeys: [PublicKey]
    ) throws(Problem) -> (draft: AppService.Draft, notes: [String]) {
        var draft = AppService.Draft(
            slug: try object.requiredText("slug"), bundleID: try object.requiredText("bundleID"),
            appleID: try object.number("appleID"), pins: [],
            signing: try object.choice("signing", App.Signing.self) ?? .server, lineage: try object.text("lineage"),
            internalBuilds: try object.choice("internalBuilds", App.InternalBuilds.self) ?? .facts)
        if let platforms = try platforms(object) { draft.platforms = platforms }
        if let storefronts = try storefronts(object) { draft.storefronts = storefronts }
        draft.appleKeyID = try object.text("appleKeyID")
        if let language = try object.text("defaultLanguage") { draft.defaultLanguage = language }
        if let audience = try object.text("audience") { draft.audience = audience }
        if let pins = try pins(object) {
            draft.pins = pins
            return (draft, [])
        }
        guard draft.signing == .server else {
            throw .body(object.place("pins"), "\"pins\" is missing: list the keys that CI signs with and builds pin")
        }
        draft.pins = ownKeys.map { PinnedKey($0, role: .online) }
        return (draft, [ownKeysNote])
    }

    /// Reads changes of an app.
    /// - Throws: ``Problem`` 400 with a pointer.
    package static func changes(_ object: InputObject) throws(Problem) -> AppService.Changes {
        var changes = AppService.Changes(
            bundleID: try object.text("bundleID"), platforms: try platforms(object),
            defaultLanguage: try object.text("defaultLanguage"), pins: try pins(object),
            internalBuilds: try object.choice("internalBuilds", App.InternalBuilds.self),
            storefronts: try storefronts(object))
        if object.has("appleKeyID") { changes.appleKeyID = .some(try object.text("appleKeyID")) }
        if object.has("appleID") { changes.appleID = .some(try object.number("appleID")) }
        return changes
    }

    private static let ownKeysNote = """
        No pins were given, so this server's online keys are pinned: good for a trial. Before an app ships, make two \
        roots with "airworthy keys new", pin them in its builds, and list the same pins here.
        """

    private static func platforms(_ object: InputObject) throws(Problem) -> [Platform]? {
        guard let texts = try object.texts("platforms") else { return nil }
        var platforms: [Platform] = []
        for (text, pointer) in texts {
            guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(isNameByte) else {
                throw .body(pointer, "a platform is 1 to 32 letters and digits, such as \"ios\"")
            }
            platforms.append(Platform(text))
        }
        return platforms
    }

    private static func storefronts(_ object: InputObject) throws(Problem) -> [Storefront]? {
        guard let texts = try object.texts("storefronts") else { return nil }
        var storefronts: [Storefront] = []
        for (text, pointer) in texts {
            guard let storefront = Storefront(text), storefront.code == text else {
                throw .body(pointer, "write a country as two capital letters, such as \"JP\"")
            }
            storefronts.append(storefront)
        }
        return storefronts
    }

    private static func pins(_ object: InputObject) throws(Problem) -> [PinnedKey]? {
        guard let list = try object.list("pins") else { return nil }
        var pins: [PinnedKey] = []
        for (node, pointer) in list {
            let pin = try InputObject(node, at: pointer, known: ["key", "role", "id"])
            guard let key = PublicKey(base64: try pin.requiredText("key")) else {
                throw .body(pin.place("key"), "write the 32 bytes of an Ed25519 public key in base64")
            }
            if let id = try pin.text("id"), id != key.id {
                throw .body(pin.place("id"), "this key's id is \(key.id); leave it out or write that")
            }
            guard let role = try pin.choice("role", Role.self) else {
                throw .body(pin.place("role"), "\"role\" is missing: \"root\" or \"online\"")
            }
            pins.append(PinnedKey(key, role: role))
        }
        return pins
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
