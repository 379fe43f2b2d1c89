/// The system that an app runs on, as far as it determines which rungs apply.
package struct ChannelHost: Hashable, Sendable {
    /// The kind of app and system.
    package enum Family: String, Hashable, Sendable, CaseIterable {
        /// An iOS or iPadOS app on its own kind of device.
        case ios = "iOS"
        /// An iOS app on a Mac or a Vision.
        case iosElsewhere = "iOS app elsewhere"
        /// A macOS app.
        case macos = "macOS"
        /// A Mac Catalyst app.
        case catalyst = "Mac Catalyst"
        /// A tvOS app.
        case tvos = "tvOS"
        /// A watchOS app.
        case watchos = "watchOS"
        /// A visionOS app.
        case visionos = "visionOS"
        /// Anything else: the client does not detect the channel.
        case other

        /// Whether the app was made for the Mac.
        package var isMac: Bool { self == .macos || self == .catalyst }

        /// Whether `AppDistributor` exists there, on new enough versions.
        var hasDistributor: Bool { self == .ios }
    }

    /// The kind of app and system.
    package var family: Family
    /// The major version of the system; 0 if unknown.
    package var major: Int
    /// The minor version of the system.
    package var minor: Int
    /// Whether the system is a simulator.
    package var isSimulator: Bool
    /// Whether this module was built for debugging.
    package var isDebugBuild: Bool
    /// Whether the app has a receipt, which every app from the App Store and TestFlight has on a Mac.
    package var hasReceipt: Bool

    /// Creates a description of a system.
    package init(
        family: Family, major: Int = 0, minor: Int = 0, isSimulator: Bool = false, isDebugBuild: Bool = false,
        hasReceipt: Bool = true
    ) {
        self.family = family
        self.major = major
        self.minor = minor
        self.isSimulator = isSimulator
        self.isDebugBuild = isDebugBuild
        self.hasReceipt = hasReceipt
    }

    /// Whether a rung applies to this system.
    package func supports(_ step: ChannelStep) -> Bool {
        switch (step, family) {
        case (_, .other): false
        case (.profile, .ios), (.profile, .iosElsewhere): true
        case (.distributor, .ios): isAtLeast(17, minor: 4)
        case (.transaction, .ios): isAtLeast(16)
        // Without a receipt the app is not from the App Store, and StoreKit would ask its user to sign in, at every launch.
        case (.transaction, .macos): isAtLeast(13) && hasReceipt
        case (.transaction, .catalyst): hasReceipt
        case (.transaction, .tvos): isAtLeast(16)
        case (.transaction, .watchos): isAtLeast(9)
        // The system version means nothing in an app for another system; the adapter checks availability.
        case (.transaction, .iosElsewhere), (.transaction, .visionos): true
        case (.receipt, .ios): true
        // All receipts have the same name on macOS and Catalyst.
        case (.receipt, _), (.profile, _), (.distributor, _): false
        }
    }

    /// The rungs that apply to this system, from the top.
    ///
    /// From iOS 16 to 17.3 the receipt comes before `AppTransaction`: a sandbox receipt settles TestFlight there, and
    /// `AppTransaction` may ask the user to sign in.
    package var steps: [ChannelStep] {
        let steps = ChannelStep.allCases.filter(supports)
        guard family == .ios, !supports(.distributor) else { return steps }
        return steps.filter { $0 != .transaction } + steps.filter { $0 == .transaction }
    }

    private func isAtLeast(_ major: Int, minor: Int = 0) -> Bool { (self.major, self.minor) >= (major, minor) }
}
