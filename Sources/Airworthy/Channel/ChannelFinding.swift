/// What a rung found. The ladder decides what it means.
package enum ChannelFinding: Hashable, Sendable {
    /// What an embedded provisioning profile is for.
    package enum Profile: String, Hashable, Sendable {
        case development
        case adHoc = "ad hoc"
        case enterprise
        /// A profile of none of these kinds.
        case store
        /// There is a file, but it could not be read.
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
        /// An environment newer than this code, as written.
        case other(String)
    }

    case profile(Profile)
    case distributor(Distributor)
    /// A transaction whose signature was verified.
    case transaction(Environment)
    /// A transaction whose signature was not verified.
    case unverifiedTransaction
    /// The receipt's file name, and whether the file is there.
    case receipt(name: String, exists: Bool)
    /// There is none, or the system has no such thing.
    case absent
    /// It failed; the text is for people.
    case failed(String)
    /// It did not answer in time.
    case timedOut
    /// It was not asked yet.
    case pending
}
