/// What a copy runs in, as far as it decides which rungs make sense.
package struct ChannelHost: Hashable, Sendable {
    /// The kind of app and system.
    package enum Family: String, Hashable, Sendable, CaseIterable {
        /// An app for iOS or iPadOS, on a device of its own kind.
        case ios = "iOS"
        /// An app for iOS on a Mac or a Vision.
        case iosElsewhere = "iOS app elsewhere"
        /// An app for macOS.
        case macos = "macOS"
        /// Mac Catalyst.
        case catalyst = "Mac Catalyst"
        /// Anything else: the channel is not detected there.
        case other
    }

    /// The kind of app and system.
    package var family: Family
    /// The major version of the system; 0 where it is not known.
    package var major: Int
    /// The minor version of the system.
    package var minor: Int
    /// Whether it is a simulator.
    package var isSimulator: Bool
    /// Whether this module was built for debugging.
    package var isDebugBuild: Bool

    /// Gathers the facts.
    package init(
        family: Family, major: Int = 0, minor: Int = 0, isSimulator: Bool = false, isDebugBuild: Bool = false
    ) {
        self.family = family
        self.major = major
        self.minor = minor
        self.isSimulator = isSimulator
        self.isDebugBuild = isDebugBuild
    }

    /// Whether the system is at least some version.
    package func isAtLeast(_ major: Int, _ minor: Int = 0) -> Bool { (self.major, self.minor) >= (major, minor) }

    /// Whether a rung makes sense here.
    package func has(_ step: ChannelStep) -> Bool {
        switch (step, family) {
        case (_, .other): false
        case (.profile, .ios), (.profile, .iosElsewhere): true
        case (.distributor, .ios): isAtLeast(17, 4)
        case (.transaction, .ios): isAtLeast(16)
        case (.transaction, .macos): isAtLeast(13)
        // The version of the system says nothing there; the adapter knows whether it can be asked.
        case (.transaction, .iosElsewhere), (.transaction, .catalyst): true
        case (.receipt, .ios): true
        // macOS and Catalyst call every receipt the same.
        case (.receipt, _), (.profile, _), (.distributor, _): false
        }
    }
}
