public import AirworthyPolicy

/// The distribution channel of this installation, as far as the client has detected it.
///
/// ```swift
/// let detected = airworthy.detectedChannel
/// print(detected.isProvisional ? "\(detected.channel)?" : "\(detected.channel)")
/// ```
public struct DetectedChannel: Hashable, Sendable, CustomStringConvertible {
    /// The channel; `unknown` until there is evidence.
    public let channel: Channel
    /// Whether a better answer may still come, in this launch or a later one.
    public let isProvisional: Bool
    /// Whether the kind of channel is certain: no later answer makes another kind of it. App Review looks like TestFlight. Where the
    /// system does not tell them apart, so everywhere but on iPhones and iPads, TestFlight is never settled. On iOS 15 to 17.3 it counts as
    /// settled. The audience of a TestFlight build may still be open.
    public let isSettled: Bool
    /// The evidence for the channel in a few words, for logs and debug screens. It identifies neither user nor device.
    public let evidence: String
    /// The groups of testers that have this build in TestFlight, as far as the server has named them. A build that is open to both does not
    /// tell to which of them this tester belongs.
    public internal(set) var testerGroups: Set<Channel.Audience> = []
    /// Whether a server knows the build as one of TestFlight.
    package var isKnownToServer: Bool { !testerGroups.isEmpty }

    /// Creates an answer, e.g. for a preview.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - isProvisional: Whether a better answer may still come.
    ///   - isSettled: Whether the kind of channel is certain; by default if the answer is not provisional.
    ///   - evidence: The evidence in a few words.
    public init(channel: Channel, isProvisional: Bool, isSettled: Bool? = nil, evidence: String) {
        self.channel = channel
        self.isProvisional = isProvisional
        self.isSettled = isSettled ?? !isProvisional
        self.evidence = evidence
    }

    /// Whether unfinished work may be shown: certainly a debug build or a TestFlight build; see ``isSettled`` about App Review.
    public var isDeveloper: Bool { isSettled && channel.isDeveloper }

    /// The channel with its evidence, e.g. `testflight (AppDistributor: TestFlight)`.
    public var description: String { "\(channel) (\(evidence))\(isProvisional ? ", provisional" : "")" }
}
