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
        /// Anything else: the client does not detect the channel.
        case other
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

    /// Creates a description of a system.
    package init(
        family: Family, major: Int = 0, minor: Int = 0, isSimulator: Bool = false, isDebugBuild: Bool = false
    ) {
        self.family = family
        self.major = major
        self.minor = minor
        self.isSimulator = isSimulator
        self.isDebugBuild = isDebugBuild
    }

    /// Whether a rung applies to this system.
    package func supports(_ step: ChannelStep) -> Bool {
        switch (step, family) {
        case (_, .other): false
        case (.profile, .ios), (.profile, .iosElsewhere): true
        case (.distributor, .ios): isAtLeast(17, minor: 4)
        case (.transaction, .ios): isAtLeast(16)
        case (.transaction, .macos): isAtLeast(13)
        // The system version means nothing here; the adapter checks availability.
        case (.transaction, .iosElsewhere), (.transaction, .catalyst): true
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
