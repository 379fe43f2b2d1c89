public import AirworthyPolicy

/// How this copy of the app got onto the device, as far as that is known now.
public struct DetectedChannel: Hashable, Sendable, CustomStringConvertible {
    /// The channel; `unknown` until something said otherwise.
    public let channel: Channel
    /// Whether a better answer may still come, in this launch or a later one.
    public let isProvisional: Bool
    /// What the channel was told from, in a few words, for logs and debug screens. It names no person and no device.
    public let evidence: String

    /// Makes an answer, e.g. for a preview.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - isProvisional: Whether a better answer may still come.
    ///   - evidence: What it was told from, in a few words.
    public init(channel: Channel, isProvisional: Bool, evidence: String) {
        self.channel = channel
        self.isProvisional = isProvisional
        self.evidence = evidence
    }

    /// Whether unfinished work may show: a debug build or any TestFlight copy.
    public var isDeveloper: Bool { channel.isDeveloper }

    /// E.g. `testflight (AppDistributor: TestFlight)`.
    public var description: String { "\(channel) (\(evidence))\(isProvisional ? ", provisional" : "")" }
}
