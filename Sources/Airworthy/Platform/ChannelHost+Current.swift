import Foundation

extension ChannelHost {
    /// What this process runs in. From any thread.
    package static var current: ChannelHost {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        var host = ChannelHost(family: .other, major: version.majorVersion, minor: version.minorVersion)
        #if targetEnvironment(macCatalyst)
        host = ChannelHost(family: .catalyst)
        #elseif os(iOS)
        host.family = .ios
        // The system's version may be that of the Mac then.
        if isElsewhere { host = ChannelHost(family: .iosElsewhere) }
        #elseif os(macOS)
        host.family = .macos
        #endif
        #if targetEnvironment(simulator)
        host.isSimulator = true
        #endif
        #if DEBUG && !os(Linux)
        host.isDebugBuild = true
        #endif
        return host
    }

    #if os(iOS)
    private static var isElsewhere: Bool {
        if ProcessInfo.processInfo.isiOSAppOnMac { return true }
        if #available(iOS 26.1, *) { return ProcessInfo.processInfo.isiOSAppOnVision }
        return false
    }
    #endif
}
