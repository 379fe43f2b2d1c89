import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// The settings of an app that can be given when it is created and changed later.
struct AppOptions: ParsableArguments {
    /// The amount of public information about internal TestFlight builds.
    enum InternalBuilds: String, ExpressibleByArgument, CaseIterable { case none, facts, full }

    /// The builds whose notes for testers are public.
    enum TestFlightNotes: String, ExpressibleByArgument, CaseIterable { case none, external, all }

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The Apple ID, the app's number on the App Store.", valueName: "n"))
    var appleID: Int?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A platform of the app, the main one first. May be repeated.", valueName: "ios"),
        completion: .list(Platform.known.map(\.description)))
    var platform: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The language of texts that are missing in the user's language.", valueName: "en"))
    var language: String?

    @Option(help: "The amount of public information about internal TestFlight builds.")
    var internalBuilds: InternalBuilds?

    @Option(
        name: .customLong("testflight-notes"),
        help: "The TestFlight builds whose \"What to Test\" notes are public; external by default.")
    var testFlightNotes: TestFlightNotes?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A storefront to look the app up in; US by default. May be repeated.", valueName: "jp"))
    var storefront: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The App Store Connect key to use; by default the server's first.", valueName: "key id"))
    var appleKey: String?

    @Option(
        help: ArgumentHelp("A root key that released builds pin. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var root: [String] = []

    @Option(
        help: ArgumentHelp("An online key that released builds pin themselves. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var online: [String] = []

    /// The former name of `--root`.
    @Option(parsing: .unconditionalSingleValue, help: .hidden)
    var pin: [String] = []

    func validate() throws {
        guard pin.isEmpty else {
            throw ValidationError("--pin was renamed to --root; for an online key write --online.")
        }
    }

    /// Returns the given settings as members of a request.
    /// - Throws: ``ToolError`` with status 65 or 66.
    func members() throws(ToolError) -> JSONObject {
        var object = JSONObject()
        object["appleID"] = try positiveNumber(appleID, option: "apple-id").map { .of($0) }
        if !platform.isEmpty { object["platforms"] = .array(try platform.map(Self.platformName).map(JSONValue.string)) }
        if !storefront.isEmpty {
            object["storefronts"] = .array(try storefront.map(Self.storefrontCode).map(JSONValue.string))
        }
        object["appleKeyID"] = appleKey.map(JSONValue.string)
        object["defaultLanguage"] = language.map(JSONValue.string)
        object["internalBuilds"] = internalBuilds.map { .string($0.rawValue) }
        object["testFlightNotes"] = testFlightNotes.map { .string($0.rawValue) }
        let pins =
            try root.map { path throws(ToolError) in try Self.pin(file: path, role: .root) }
            + online.map { path throws(ToolError) in try Self.pin(file: path, role: .online) }
        if !pins.isEmpty { object["pins"] = .array(pins) }
        return object
    }

    static func platformName(_ name: String) throws(ToolError) -> String {
        let platform = Platform(name)
        guard platform.isKnown else {
            let known = Platform.known.map(\.description).joined(separator: ", ")
            throw .badData("--platform: `\(name.printable)` is not a platform; write \(known)")
        }
        return platform.description
    }

    static func storefrontCode(_ name: String) throws(ToolError) -> String {
        guard let storefront = Storefront(name) else {
            throw .badData("--storefront: `\(name.printable)` is not a country; write one such as jp or JPN")
        }
        return storefront.code
    }

    private static func pin(file path: String, role: Role) throws(ToolError) -> JSONValue {
        ["key": .string(try PublicKey(file: path).base64), "role": .string(role.rawValue)]
    }
}
