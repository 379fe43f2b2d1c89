public import AirworthyPolicy
import Foundation

extension Installation {
    /// The running app: version and build from its bundle, system and language from the device. The channel is `unknown`.
    ///
    /// ```swift
    /// var options = Airworthy.Options()
    /// options.installation = .current
    /// options.installation.channel = .enterprise
    /// ```
    public static var current: Installation {
        let bundle = Bundle.main
        let info = bundle.infoDictionary ?? [:]
        let version = info["CFBundleShortVersionString"] as? String ?? ""
        let build = (info["CFBundleVersion"] as? String).flatMap { try? BuildNumber($0) }
        return Installation(
            platform: platform, version: version, build: build, channel: .unknown, os: system,
            // The localisation of the app, which may differ from the device's language.
            language: bundle.preferredLocalizations.first)
    }

    private static var platform: Platform {
        #if os(macOS)
        .macos
        #elseif targetEnvironment(macCatalyst)
        .macos
        #elseif os(tvOS)
        .tvos
        #elseif os(watchOS)
        .watchos
        #elseif os(visionOS)
        .visionos
        #elseif os(Linux)
        .other("linux")
        #else
        .ios
        #endif
    }

    /// The system version; `nil` for an iOS app on a Mac, where it is a macOS version.
    private static var system: OperatingSystem? {
        #if os(iOS) && !targetEnvironment(macCatalyst)
        if ProcessInfo.processInfo.isiOSAppOnMac { return nil }
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let text = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        return (try? AppVersion(text)).map { OperatingSystem(platform: platform, version: $0) }
    }
}
