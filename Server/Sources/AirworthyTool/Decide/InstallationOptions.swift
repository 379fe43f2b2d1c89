import AirworthyPolicy
import ArgumentParser

/// The options that describe an installation.
struct InstallationOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The marketing version, such as 2.2.0.")
    var version: String

    @Option(parsing: .unconditional, help: "The build, such as 310.")
    var build: String?

    @Option(
        parsing: .unconditional, help: "The platform the app was built for.",
        completion: .list(Platform.known.map(\.description)))
    var platform = "ios"

    @Option(
        parsing: .unconditional, help: "The distribution channel of the installation.",
        completion: .list(Channel.knownNames.filter { !$0.contains("<") }))
    var channel = "appstore"

    @Option(parsing: .unconditional, help: ArgumentHelp("The operating system.", valueName: "iOS=17.4"))
    var os: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The App Store country, such as JP.", valueName: "JP"))
    var storefront: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The language the app shows, such as ja.", valueName: "ja"))
    var language: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The random id that rollouts are based on.", valueName: "id"))
    var installID: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A custom attribute; true, false and numbers are typed, \"5\" in quotes is text. May be repeated.",
            valueName: "key=value"))
    var attribute: [String] = []

    func validate() throws {
        var seen: Set<String> = []
        for (key, _) in try attribute.map(Self.split) where !seen.insert(key).inserted {
            throw ValidationError("--attribute \(key) is given twice.")
        }
    }

    /// Returns the installation.
    /// - Throws: ``ToolError`` with status 65 for a value that cannot be read.
    func installation() throws -> Installation {
        let version = try AppVersion(argument: version, option: "version")
        let attributes = try attribute.map(Self.split).map { ($0.key, Self.value(of: $0.text)) }
        return Installation(
            platform: try parsedPlatform(), version: version.description, build: try parsedBuild(),
            channel: try parsedChannel(), os: try parsedOS(), language: language, storefront: try parsedStorefront(),
            installID: installID, attributes: Dictionary(attributes) { first, _ in first })
    }

    private func parsedPlatform() throws(ToolError) -> Platform {
        let value = Platform(platform)
        guard value.isKnown else {
            throw Self.unreadable(
                option: "platform", value: platform, expected: Platform.known.map(\.description).joined(separator: ", ")
            )
        }
        return value
    }

    private func parsedBuild() throws(ToolError) -> BuildNumber? {
        guard let build else { return nil }
        do throws(VersionError) {
            return try BuildNumber(build)
        } catch {
            throw .badData("--build: \(error.message)")
        }
    }

    private func parsedChannel() throws(ToolError) -> Channel {
        let value = Channel(channel)
        guard value.isKnown else {
            throw Self.unreadable(
                option: "channel", value: channel, expected: Channel.knownNames.joined(separator: ", "))
        }
        return value
    }

    private func parsedOS() throws(ToolError) -> OperatingSystem? {
        guard let os else { return nil }
        guard let value = OperatingSystem(os) else {
            let names = Platform.known.map(\.displayName).joined(separator: ", ")
            throw Self.unreadable(
                option: "os", value: os, expected: "a name and a version, such as iOS=17.4 or \"iOS 17.4\" (\(names))")
        }
        return value
    }

    private func parsedStorefront() throws(ToolError) -> Storefront? {
        guard let storefront else { return nil }
        guard let value = Storefront(storefront) else {
            throw Self.unreadable(option: "storefront", value: storefront, expected: "a country such as JP or JPN")
        }
        return value
    }

    private static func unreadable(option: String, value: String, expected: String) -> ToolError {
        .badData("--\(option): `\(value.printable)` is not a valid value; write \(expected)")
    }

    private static func split(_ attribute: String) throws -> (key: String, text: String) {
        guard let sign = attribute.firstIndex(of: "="), sign > attribute.startIndex else {
            throw ValidationError("--attribute \(attribute) has no key and value; write it as key=value.")
        }
        return (String(attribute[..<sign]), String(attribute[attribute.index(after: sign)...]))
    }

    /// Parses `true`, `false`, numbers and quoted strings as JSON. Everything else is a string.
    private static func value(of text: String) -> JSONValue {
        guard let value = try? JSONReader.read(text).jsonValue else { return .string(text) }
        switch value {
        case .bool, .number, .string: return value
        case .null, .array, .object: return .string(text)
        }
    }
}
