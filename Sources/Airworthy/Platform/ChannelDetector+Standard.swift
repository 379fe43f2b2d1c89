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
}
