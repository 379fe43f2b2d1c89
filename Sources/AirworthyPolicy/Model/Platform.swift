/// A platform of releases and operating systems.
///
/// `ios` includes iPadOS. Names of later versions are kept as ``other(_:)``.
///
/// ```swift
/// Platform("iPadOS") == .ios  // true
/// ```
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
    /// Android.
    case android
    /// An unknown platform, in lower case.
    case other(String)

    /// The known platforms.
    public static let known: [Platform] = [.ios, .macos, .tvos, .watchos, .visionos, .android]

    /// Creates a platform from a name in any letter case; `iPadOS` is `ios`.
    /// - Parameter name: The name, e.g. `ios`, `iOS`, `macOS`.
    public init(_ name: String) {
        switch name.lowercased() {
        case "ios", "ipados": self = .ios
        case "macos": self = .macos
        case "tvos": self = .tvos
        case "watchos": self = .watchos
        case "visionos": self = .visionos
        case "android": self = .android
        case let other: self = .other(other)
        }
    }

    /// Whether this version knows the platform.
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
        case .android: "android"
        case .other(let name): name
        }
    }

    /// The name of the operating system for users, e.g. `iOS`.
    public var displayName: String {
        switch self {
        case .ios: "iOS"
        case .macos: "macOS"
        case .tvos: "tvOS"
        case .watchos: "watchOS"
        case .visionos: "visionOS"
        case .android: "Android"
        case .other(let name): name
        }
    }
}

/// An operating system with its version.
///
/// ```swift
/// let os = OperatingSystem("iOS 17.4")
/// ```
public struct OperatingSystem: Hashable, Sendable, CustomStringConvertible {
    /// The platform.
    public let platform: Platform
    /// The version, e.g. `17.4`.
    public let version: AppVersion

    /// Creates an operating system.
    /// - Parameters:
    ///   - platform: The platform.
    ///   - version: The version.
    public init(platform: Platform, version: AppVersion) {
        self.platform = platform
        self.version = version
    }

    /// Creates an operating system from `iOS 17.4` or `iOS=17.4`.
    ///
    /// Returns `nil` for any other text.
    /// - Parameter text: A name, a space or `=`, and a version.
    public init?(_ text: String) {
        let parts = text.split(maxSplits: 1) { $0 == "=" || $0 == " " }
        guard parts.count == 2, let version = try? AppVersion(String(parts[1])) else { return nil }
        let platform = Platform(String(parts[0]))
        guard platform.isKnown else { return nil }
        self.init(platform: platform, version: version)
    }

    /// The text form, e.g. `iOS 17.4`.
    public var description: String { "\(platform.displayName) \(version)" }
}
