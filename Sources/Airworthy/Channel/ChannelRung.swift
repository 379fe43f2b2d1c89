package import Foundation

/// The rungs of the ladder, from the top.
package enum ChannelStep: String, Hashable, Sendable, CaseIterable {
    /// `embedded.mobileprovision` in the bundle.
    case profile = "provisioning profile"
    /// MarketplaceKit's `AppDistributor`.
    case distributor = "AppDistributor"
    /// StoreKit's `AppTransaction`.
    case transaction = "AppTransaction"
    /// The name of the receipt file.
    case receipt
}

/// A source of evidence for the distribution channel.
package protocol ChannelRung: Sendable {
    /// The position on the ladder.
    var step: ChannelStep { get }
    /// The time limit in seconds. The rung need not return at all, and may ignore cancellation.
    var deadline: TimeInterval { get }
    /// Looks for evidence. The detector calls it at most once in a process.
    /// - Returns: The evidence. After a failure the detector consults the next rung.
    func find() async -> ChannelFinding
}

/// A rung that costs next to nothing. The detector consults it at launch for a provisional answer.
package protocol ImmediateRung: ChannelRung {
    /// Looks for evidence without waiting.
    /// - Returns: The evidence.
    func findNow() -> ChannelFinding
}

extension ImmediateRung {
    package var deadline: TimeInterval { 1 }

    package func find() async -> ChannelFinding { findNow() }
}
