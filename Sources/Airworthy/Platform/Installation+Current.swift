public import AirworthyPolicy
import Foundation

extension Installation {
    /// The copy that runs: version and build from its bundle, system and language from the device. How it was distributed is
    /// not known yet.
    public static var current: Installation {
        let bundle = Bundle.main
        let info = bundle.infoDictionary ?? [:]
        let version = info["CFBundleShortVersionString"] as? String ?? ""
        let build = (info["CFBundleVersion"] as? String).flatMap { try? BuildNumber($0) }
        return Installation(
            platform: platform, version: version, build: build, channel: .unknown, os: system,
            // The app's own localisation, which is not the device's region.
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

    /// An iOS app on a Mac or a Vision runs on a system whose number is not of its platform.
    private static var system: OperatingSystem? {
        #if os(iOS) && !targetEnvironment(macCatalyst)
        if ProcessInfo.processInfo.isiOSAppOnMac { return nil }
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let text = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        return (try? AppVersion(text)).map { OperatingSystem(platform: platform, version: $0) }
    }
}
