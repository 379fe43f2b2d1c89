package import AirworthyPolicy

/// The facts of an installation in a check-in, in the form in which the server counts them.
package struct CheckInFacts: Hashable, Sendable {
    package let platform: Platform
    package let version: String
    package let build: String?
    package let channel: String
    /// The major and minor version of the system.
    package let os: String?
    package let storefront: Storefront?

    /// The most characters of a version, a build number or a system.
    private static let longestVersion = 32
    /// The most characters of the name of a marketplace.
    private static let longestMarketplace = 64

    /// Creates the facts of an installation; `nil` if its platform is unknown or its version cannot be counted.
    package init?(_ installation: Installation) {
        guard installation.platform.isKnown, let version = Self.short(installation.version?.description) else {
            return nil
        }
        platform = installation.platform
        self.version = version
        build = Self.short(installation.build?.description)
        channel = Self.name(of: installation.channel)
        storefront = installation.storefront
        // The system of another platform says nothing about this one.
        let system = installation.os.flatMap { $0.platform == installation.platform ? $0.version.description : nil }
        os = Self.short(system?.split(separator: ".").prefix(2).joined(separator: "."))
    }

    /// The version with its build, which changes with an update of the app.
    var installed: String { build.map { "\(version) (\($0))" } ?? version }

    private static func short(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count <= longestVersion ? $0 : nil }
    }

    private static func name(of channel: Channel) -> String {
        switch channel {
        case .other: return "\(Channel.unknown)"
        case .marketplace(let store?):
            let isPlain = store.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
            return isPlain && store.utf8.count <= longestMarketplace ? "\(channel)" : "\(Channel.marketplace(nil))"
        default: return "\(channel)"
        }
    }
}

extension CheckInFacts {
    /// Returns the facts as JSON, with sorted keys.
    /// - Parameter day: The day of the check-in; `nil` for the current one.
    /// - Returns: The object.
    package func jsonValue(day: LocalDay? = nil) -> JSONValue {
        var object: JSONObject = [:]
        object["build"] = build.map(JSONValue.string)
        object["channel"] = .string(channel)
        object["day"] = day.map { .string($0.text) }
        object["os"] = os.map(JSONValue.string)
        object["platform"] = .string(platform.description)
        object["storefront"] = storefront.map { .string($0.code) }
        object["version"] = .string(version)
        return .object(object)
    }

    /// Reads stored facts. They pass the same checks as those of an installation.
    package init?(_ json: JSONValue) {
        guard let version = json["version"]?.stringValue, let channel = json["channel"]?.stringValue,
            let platform = (json["platform"]?.stringValue).map({ Platform($0) })
        else { return nil }
        let system = json["os"]?.stringValue.flatMap { try? AppVersion($0) }
        self.init(
            Installation(
                platform: platform, version: version,
                build: json["build"]?.stringValue.flatMap { try? BuildNumber($0) }, channel: Channel(channel),
                os: system.map { OperatingSystem(platform: platform, version: $0) },
                storefront: json["storefront"]?.stringValue.flatMap(Storefront.init)))
    }
}
