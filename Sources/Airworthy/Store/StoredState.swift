package import AirworthyPolicy
package import AirworthyTrust
package import Foundation

/// What the client keeps from launch to launch, for one app. It never leaves the device.
package struct StoredState: Hashable, Sendable {
    /// A policy as it was received.
    package struct Document: Hashable, Sendable {
        /// The bytes, exactly.
        package var bytes: [UInt8]
        /// Where they came from: an answer about another address says nothing about them.
        package var url: String
        /// The server's tag for them.
        package var tag: String?
        /// When this content was first stored, by the corrected clock.
        package var storedAt: Date
        /// When the source last confirmed it, by the corrected clock.
        package var confirmedAt: Date
        /// SHA-256 of the content, 64 hex digits: a new one begins a new lifetime.
        package var digest: String

        package init(
            bytes: [UInt8], url: String, tag: String? = nil, storedAt: Date, confirmedAt: Date, digest: String
        ) {
            self.bytes = bytes
            self.url = url
            self.tag = tag
            self.storedAt = storedAt
            self.confirmedAt = confirmedAt
            self.digest = digest
        }
    }

    /// The channel of a build.
    package struct BuildChannel: Hashable, Sendable {
        package var version: String
        package var build: String
        package var channel: Channel
    }

    /// Decides rollouts. Random, made once, never sent.
    package var installID: String
    /// Whether a signed manifest was ever accepted: from then on nobody unsigned can block.
    package var hasAcceptedSigned = false
    /// What keeps older manifests out.
    package var trust = TrustState()
    /// The last good policy of each source.
    package var documents: [String: Document] = [:]
    /// What the App Store said last.
    package var facts: FactsMemory?
    /// Which App Store the account belonged to last.
    package var storefront: Storefront?
    /// What was shown and answered.
    package var history = PromptHistory()
    /// Seconds to add to the device's clock.
    package var correction: TimeInterval = 0
    /// The last builds' channels, the newest last.
    package var channels: [BuildChannel] = []
    /// A server asked not to be asked before, by the device's clock.
    package var barredUntil: Date?

    /// How many builds' channels are kept.
    static let maximumChannels = 4
    /// How many sources' policies are kept.
    static let maximumDocuments = 4

    /// Begins anew.
    package init(installID: String) { self.installID = installID }

    /// Remembers a policy; those of sources that are not asked any more go.
    mutating func keep(_ document: Document, for key: String, among keys: [String]) {
        documents[key] = document
        documents = documents.filter { keys.contains($0.key) }
    }

    /// Remembers a build's channel.
    package mutating func keep(_ channel: Channel, version: String, build: String) {
        channels.removeAll { $0.version == version && $0.build == build }
        channels.append(BuildChannel(version: version, build: build, channel: channel))
        channels = channels.suffix(Self.maximumChannels)
    }

    /// A build's channel, if it was kept.
    package func channel(version: String, build: String) -> Channel? {
        channels.last { $0.version == version && $0.build == build }?.channel
    }
}
