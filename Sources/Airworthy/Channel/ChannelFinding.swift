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
