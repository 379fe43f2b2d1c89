import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// The options that describe an installation.
struct InstallationOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The marketing version, such as 2.2.0.")
    var version: String

    @Option(parsing: .unconditional, help: "The build, such as 310.")
    var build: String?

    @Option(
        parsing: .unconditional,
        help: "The platform the app was built for. (default: ios, or android for its channels)",
        completion: .list(Platform.known.map(\.description)))
    var platform: String?

    @Option(
        parsing: .unconditional,
        help: "The distribution channel of the installation. (default: appstore, or play for android)",
        completion: .list(Channel.knownNames.filter { !$0.contains("<") }))
    var channel: String?

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

    func installation() throws -> Installation {
        let version = try parse(
            version, option: "version", as: AppVersion.init(value:), orElse: "Give a build with --build.")
        let given = try platform.map { try parse($0, option: "platform", as: Platform.init(value:)) }
        let channel =
            try channel.map { try parse($0, option: "channel", as: Channel.init(value:)) }
            ?? (given == .android ? .play(nil) : .appstore)
        let attributes = try attribute.map(Self.split).map { ($0.key, AttributeText.value(of: $0.text)) }
        return Installation(
            platform: given ?? (channel.isOfAndroid ? .android : .ios),
            version: version.description,
            build: try build.map { try parse($0, option: "build", as: BuildNumber.init(value:)) },
            channel: channel,
            os: try os.map { try parse($0, option: "os", as: OperatingSystem.init(value:)) }, language: language,
            storefront: try storefront.map { try parse($0, option: "storefront", as: Storefront.init(value:)) },
            installID: installID, attributes: Dictionary(attributes) { first, _ in first })
    }

    private func parse<Value>(
        _ text: String, option: String, as parse: (String) throws(InvalidValue) -> Value, orElse advice: String? = nil
    ) throws(ToolError) -> Value {
        do throws(InvalidValue) {
            return try parse(text)
        } catch {
            throw .badData("--\(option): \(error.text)" + (advice.map { " \($0)" } ?? ""))
        }
    }

    private static func split(_ attribute: String) throws -> (key: String, text: String) {
        guard let sign = attribute.firstIndex(of: "="), sign > attribute.startIndex else {
            throw ValidationError("--attribute \(attribute) has no key and value; write it as key=value.")
        }
        return (String(attribute[..<sign]), String(attribute[attribute.index(after: sign)...]))
    }
}
