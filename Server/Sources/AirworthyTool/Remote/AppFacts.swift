import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// What may be said about an app when it is made and later.
struct AppFacts: ParsableArguments {
    /// How much of TestFlight builds is public.
    enum InternalBuilds: String, ExpressibleByArgument, CaseIterable { case none, facts, full }

    @Option(parsing: .unconditional, help: ArgumentHelp("The App Store's number for it.", valueName: "n"))
    var appleID: Int?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A platform it is made for, the main one first. May be repeated.", valueName: "ios"),
        completion: .list(Platform.known.map(\.description)))
    var platform: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The language of texts when the asked one is missing.", valueName: "en"))
    var language: String?

    @Option(help: "How much of TestFlight builds is public.")
    var internalBuilds: InternalBuilds?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A country whose App Store is asked; US if none is given. May be repeated.", valueName: "jp"))
    var storefront: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The App Store Connect key to ask with; the server's first if not given.", valueName: "key id"))
    var appleKey: String?

    @Option(
        help: ArgumentHelp("A root key that shipped builds pin. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var root: [String] = []

    @Option(
        help: ArgumentHelp("An online key that shipped builds pin themselves. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var online: [String] = []

    /// What was said, for a request.
    /// - Throws: ``ToolError`` with status 65 or 66.
    func members() throws(ToolError) -> JSONObject {
        var object = JSONObject()
        object["appleID"] = try positive(appleID, option: "apple-id").map(JSONValue.count)
        if !platform.isEmpty { object["platforms"] = .array(try platform.map(Self.checked).map(JSONValue.string)) }
        if !storefront.isEmpty {
            object["storefronts"] = .array(try storefront.map(Self.country).map(JSONValue.string))
        }
        object["appleKeyID"] = appleKey.map(JSONValue.string)
        object["defaultLanguage"] = language.map(JSONValue.string)
        object["internalBuilds"] = internalBuilds.map { .string($0.rawValue) }
        let pins =
            try root.map { path throws(ToolError) in try Self.pin(path, .root) }
            + online.map { path throws(ToolError) in try Self.pin(path, .online) }
        if !pins.isEmpty { object["pins"] = .array(pins) }
        return object
    }

    private static func checked(_ name: String) throws(ToolError) -> String {
        let platform = Platform(name)
        guard platform.isKnown else {
            let known = Platform.known.map(\.description).joined(separator: ", ")
            throw ToolError(.badData, "--platform: `\(name.printable)` is not one; write \(known)")
        }
        return platform.description
    }

    private static func country(_ name: String) throws(ToolError) -> String {
        guard let storefront = Storefront(name) else {
            throw ToolError(.badData, "--storefront: `\(name.printable)` is no country; write one such as jp or JPN")
        }
        return storefront.code
    }

    private static func pin(_ path: String, _ role: Role) throws(ToolError) -> JSONValue {
        ["key": .string(try PublicKey(file: path).base64), "role": .string(role.rawValue)]
    }
}
