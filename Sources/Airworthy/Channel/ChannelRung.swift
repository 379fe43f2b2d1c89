package import Foundation

/// One way to find out how the copy was distributed.
package protocol ChannelRung: Sendable {
    /// Where on the ladder it stands.
    var step: ChannelStep { get }
    /// How many seconds are waited for it. It need not return, and need not mind being cancelled.
    var deadline: TimeInterval { get }
    /// Looks, at most once in a process.
    /// - Returns: What it found. A failure is an answer too: the next rung is asked.
    func find() async -> ChannelFinding
}

/// A rung that costs next to nothing: it is asked at start, for a provisional answer.
package protocol ImmediateRung: ChannelRung {
    /// Looks without waiting for anything.
    /// - Returns: What it found.
    func findNow() -> ChannelFinding
}

extension ImmediateRung {
    package var deadline: TimeInterval { 1 }

    package func find() async -> ChannelFinding { findNow() }
}

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
