/// The platform a release is built for, and the name of an operating system.
///
/// `ios` covers iPadOS. Names from the future survive as ``other(_:)``.
public enum Platform: Hashable, Sendable, CustomStringConvertible {
    /// iOS and iPadOS.
    case ios
    /// macOS, including Mac Catalyst.
    case macos
    /// tvOS.
    case tvos
    /// watchOS.
    case watchos
    /// visionOS.
    case visionos
    /// A platform this engine does not know, in lower case.
    case other(String)

    /// The platforms this engine knows.
    public static let known: [Platform] = [.ios, .macos, .tvos, .watchos, .visionos]

    /// Reads a name in any letter case; `iPadOS` is `ios`.
    /// - Parameter name: The name, e.g. `ios`, `iOS`, `macOS`.
    public init(_ name: String) {
        switch name.lowercased() {
        case "ios", "ipados": self = .ios
        case "macos": self = .macos
        case "tvos": self = .tvos
        case "watchos": self = .watchos
        case "visionos": self = .visionos
        case let other: self = .other(other)
        }
    }

    /// Whether this engine knows the platform.
    public var isKnown: Bool {
        if case .other = self { false } else { true }
    }

    /// The name as written in documents, e.g. `ios`.
    public var description: String {
        switch self {
        case .ios: "ios"
        case .macos: "macos"
        case .tvos: "tvos"
        case .watchos: "watchos"
        case .visionos: "visionos"
        case .other(let name): name
        }
    }

    /// The name of its operating system as people write it, e.g. `iOS`.
    public var displayName: String {
        switch self {
        case .ios: "iOS"
        case .macos: "macOS"
        case .tvos: "tvOS"
        case .watchos: "watchOS"
        case .visionos: "visionOS"
        case .other(let name): name
        }
    }
}

/// The operating system a copy runs on.
public struct OperatingSystem: Hashable, Sendable, CustomStringConvertible {
    /// Which system.
    public let platform: Platform
    /// Its version, e.g. `17.4`.
    public let version: AppVersion

    /// Makes the fact.
    /// - Parameters:
    ///   - platform: Which system.
    ///   - version: Its version.
    public init(platform: Platform, version: AppVersion) {
        self.platform = platform
        self.version = version
    }

    /// Reads `iOS 17.4` or `iOS=17.4`.
    /// - Parameter text: A name, a blank or `=`, and a version. `nil` is returned for anything else.
    public init?(_ text: String) {
        let parts = text.split(maxSplits: 1) { $0 == "=" || $0 == " " }
        guard parts.count == 2, let version = try? AppVersion(String(parts[1])) else { return nil }
        let platform = Platform(String(parts[0]))
        guard platform.isKnown else { return nil }
        self.init(platform: platform, version: version)
    }

    /// E.g. `iOS 17.4`.
    public var description: String { "\(platform.displayName) \(version)" }
}
