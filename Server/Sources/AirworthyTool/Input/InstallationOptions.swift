import AirworthyPolicy
import ArgumentParser

/// What the command line says about an installation.
struct InstallationOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The marketing version, such as 2.2.0.")
    var version: String

    @Option(parsing: .unconditional, help: "The build, such as 310.")
    var build: String?

    @Option(
        parsing: .unconditional, help: "The platform the copy was built for.",
        completion: .list(Platform.known.map(\.description)))
    var platform = "ios"

    @Option(
        parsing: .unconditional, help: "How the copy got onto the device.",
        completion: .list(Channel.knownNames.filter { !$0.contains("<") }))
    var channel = "appstore"

    @Option(parsing: .unconditional, help: ArgumentHelp("The system it runs on.", valueName: "iOS=17.4"))
    var os: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The App Store country, such as JP.", valueName: "JP"))
    var storefront: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The language the app shows, such as ja.", valueName: "ja"))
    var language: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The random id that places it in rollouts.", valueName: "id"))
    var installID: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The app's own fact; true, false and numbers are typed, \"5\" in quotes is text. May be repeated.",
            valueName: "key=value"))
    var attribute: [String] = []

    func validate() throws {
        var seen: Set<String> = []
        for (key, _) in try attribute.map(Self.split) where !seen.insert(key).inserted {
            throw ValidationError("--attribute \(key) is given twice.")
        }
    }

    /// - Returns: The facts.
    /// - Throws: ``ToolError`` with status 65 for a value that cannot be read.
    func installation() throws -> Installation {
        let version = try AppVersion(argument: version, option: "version")
        let attributes = try attribute.map(Self.split).map { ($0.key, Self.value($0.text)) }
        return Installation(
            platform: try platformFact(), version: version.description, build: try buildFact(),
            channel: try channelFact(), os: try osFact(), language: language, storefront: try storefrontFact(),
            installID: installID, attributes: Dictionary(attributes) { first, _ in first })
    }

    private func platformFact() throws(ToolError) -> Platform {
        let fact = Platform(platform)
        guard fact.isKnown else {
            throw Self.unreadable("platform", platform, Platform.known.map(\.description).joined(separator: ", "))
        }
        return fact
    }

    private func buildFact() throws(ToolError) -> BuildNumber? {
        guard let build else { return nil }
        do throws(VersionError) {
            return try BuildNumber(build)
        } catch {
            throw ToolError(.badData, "--build: \(error.message)")
        }
    }

    private func channelFact() throws(ToolError) -> Channel {
        let fact = Channel(channel)
        guard fact.isKnown else {
            throw Self.unreadable("channel", channel, Channel.knownNames.joined(separator: ", "))
        }
        return fact
    }

    private func osFact() throws(ToolError) -> OperatingSystem? {
        guard let os else { return nil }
        guard let fact = OperatingSystem(os) else {
            let names = Platform.known.map(\.displayName).joined(separator: ", ")
            throw Self.unreadable("os", os, "a name and a version, such as iOS=17.4 or \"iOS 17.4\" (\(names))")
        }
        return fact
    }

    private func storefrontFact() throws(ToolError) -> Storefront? {
        guard let storefront else { return nil }
        guard let fact = Storefront(storefront) else {
            throw Self.unreadable("storefront", storefront, "a country such as JP or JPN")
        }
        return fact
    }

    private static func unreadable(_ option: String, _ value: String, _ wanted: String) -> ToolError {
        ToolError(.badData, "--\(option): `\(value.printable)` is not one; write \(wanted)")
    }

    private static func split(_ attribute: String) throws -> (key: String, text: String) {
        guard let sign = attribute.firstIndex(of: "="), sign > attribute.startIndex else {
            throw ValidationError("--attribute \(attribute) has no key and value; write it as key=value.")
        }
        return (String(attribute[..<sign]), String(attribute[attribute.index(after: sign)...]))
    }

    /// Reads `true`, `false`, numbers and quoted strings as JSON does; anything else is the text itself.
    private static func value(_ text: String) -> JSONValue {
        guard let value = try? JSONReader.read(text).jsonValue else { return .string(text) }
        switch value {
        case .bool, .number, .string: return value
        case .null, .array, .object: return .string(text)
        }
    }
}
