package import Foundation

/// The evidence that a rung found. ``ChannelLadder`` interprets it.
package enum ChannelFinding: Hashable, Sendable {
    /// The purpose of an embedded provisioning profile.
    package enum Profile: String, Hashable, Sendable {
        case development
        case adHoc = "ad hoc"
        case enterprise
        /// A profile of none of these kinds.
        case store
        /// The file exists but could not be read.
        case unreadable
    }

    /// The cases of `AppDistributor`.
    package enum Distributor: Hashable, Sendable {
        case appStore
        case testFlight
        case marketplace(String)
        case web
        case other
        /// A case newer than this code.
        case unrecognised
    }

    /// The environment of an `AppTransaction`.
    package enum Environment: Hashable, Sendable {
        case production
        case sandbox
        case xcode
        /// The raw value of an environment newer than this code.
        case other(String)
    }

    case profile(Profile)
    case distributor(Distributor)
    /// A transaction with a verified signature.
    case transaction(Environment)
    /// A transaction without a verified signature.
    case unverifiedTransaction
    /// The receipt's file name, and whether the file exists.
    case receipt(name: String, exists: Bool)
    /// No evidence, or none on this system.
    case absent
    /// A failure; the text is for people.
    case failed(String)
    /// No answer within the time limit.
    case timedOut
    /// Not consulted yet.
    case pending
}

extension ChannelFinding: CustomStringConvertible {
    package var description: String {
        switch self {
        case .profile(let profile): profile.rawValue
        case .distributor(let distributor): "\(distributor)"
        case .transaction(let environment): "\(environment), verified"
        case .unverifiedTransaction: "not verified"
        case .receipt(let name, let exists): "\(name)\(exists ? "" : ", which is missing")"
        case .absent: "none"
        case .failed(let reason): "failed: \(reason)"
        case .timedOut: "no answer in time"
        case .pending: "not answered yet"
        }
    }
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
