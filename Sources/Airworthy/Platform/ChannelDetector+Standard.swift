extension ChannelDetector {
    /// The rungs that this platform has, from the top.
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

    /// The detector of the running app.
    /// - Parameters:
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    ///   - store: Remembers the channel from launch to launch.
    ///   - audiences: Asks who can install this build, if somebody can be asked.
    /// - Returns: The detector, with a provisional answer.
    package static func standard(
        version: String, build: String, store: any ChannelStore, audiences: Audiences? = nil
    ) -> ChannelDetector {
        ChannelDetector(
            version: version, build: build, host: .current, rungs: standardRungs, store: store, audiences: audiences)
    }
}
