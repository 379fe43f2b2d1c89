import Foundation

extension ChannelHost {
    /// The system of this process. Callable from any thread.
    package static var current: ChannelHost {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        var host = ChannelHost(family: .other, major: version.majorVersion, minor: version.minorVersion)
        #if targetEnvironment(macCatalyst)
        host = ChannelHost(family: .catalyst)
        host.hasReceipt = hasMacReceipt
        #elseif os(iOS)
        host.family = .ios
        // The system version may be that of the Mac.
        if isElsewhere { host = ChannelHost(family: .iosElsewhere) }
        #elseif os(macOS)
        host.family = .macos
        host.hasReceipt = hasMacReceipt
        #elseif os(tvOS)
        host.family = .tvos
        #elseif os(watchOS)
        host.family = .watchos
        #elseif os(visionOS)
        host.family = .visionos
        #endif
        #if targetEnvironment(simulator)
        host.isSimulator = true
        #endif
        #if DEBUG && !os(Linux)
        host.isDebugBuild = true
        #endif
        return host
    }

    #if os(macOS) || targetEnvironment(macCatalyst)
    /// Whether there is `Contents/_MASReceipt/receipt`.
    private static var hasMacReceipt: Bool {
        let receipt = Bundle.main.bundleURL.appendingPathComponent("Contents/_MASReceipt/receipt")
        return FileManager.default.fileExists(atPath: receipt.path)
    }
    #endif

    #if os(iOS)
    private static var isElsewhere: Bool {
        if ProcessInfo.processInfo.isiOSAppOnMac { return true }
        // The SDK of Xcode 26.0 lacks the property. Xcode 26.1, the first to have it, has Swift 6.2.1.
        #if compiler(>=6.2.1)
        if #available(iOS 26.1, *) { return ProcessInfo.processInfo.isiOSAppOnVision }
        #endif
        return false
    }
    #endif
}

extension ChannelHost {
    /// The rungs of this platform, from the top.
    package static var standardRungs: [any ChannelRung] {
        var rungs: [any ChannelRung] = []
        #if os(iOS) && !targetEnvironment(macCatalyst)
        rungs.append(ProfileRung())
        #if canImport(MarketplaceKit)
        rungs.append(AppDistributorRung())
        #endif
        rungs.append(ReceiptRung())
        #endif
        #if canImport(StoreKit)
        rungs.append(AppTransactionRung())
        #endif
        return rungs
    }
}
