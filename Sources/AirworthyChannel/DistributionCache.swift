package import Foundation

/// The distribution of the running app as far as it is known without waiting: what this process has found, else what an earlier launch of the
/// same installation found and stored in a small file.
package final class DistributionCache: Sendable {
    private struct Stored: Codable {
        let installation: String
        let channel: String
        let evidence: String
    }

    private let file: URL?
    private let installation: String
    private let host: ChannelHost
    private let known = Locked<AppDistribution?>(nil)

    /// Creates a cache. It reads the file when it is first asked.
    /// - Parameters:
    ///   - file: The file; `nil` stores nothing.
    ///   - installation: The identity of the installed build. Another installation does not believe what is stored.
    ///   - host: The system.
    package init(file: URL?, installation: String, host: ChannelHost) {
        self.file = file
        self.installation = installation
        self.host = host
    }

    /// The distribution, at once and from any thread; `unknown` before anything is found.
    package var distribution: AppDistribution {
        known.withLock { known in
            let distribution = known ?? stored ?? AppDistribution(ChannelLadder(host: host).verdict)
            known = distribution
            return distribution
        }
    }

    /// Sets what was found. A settled distribution is stored for the next launch; what cannot be written is found again there.
    /// - Parameter found: The distribution.
    package func set(_ found: AppDistribution) {
        let before = distribution
        known.withLock { $0 = found }
        guard found.isSettled, found != before, let file,
            let bytes = try? JSONEncoder().encode(
                Stored(installation: installation, channel: found.channel.description, evidence: found.evidence))
        else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? bytes.write(to: file, options: .atomic)
    }

    private var stored: AppDistribution? {
        guard let file, let bytes = try? Data(contentsOf: file),
            let stored = try? JSONDecoder().decode(Stored.self, from: bytes), stored.installation == installation,
            let channel = DistributionChannel(stored.channel)
        else { return nil }
        return AppDistribution(channel: channel, isSettled: true, evidence: stored.evidence)
    }

    /// The cache of the running app. A build keeps its number on its way from TestFlight to the App Store, but an installation from there
    /// has a folder or a receipt of another name.
    static let standard = DistributionCache(
        file: FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent("Airworthy/\(Bundle.main.bundleIdentifier ?? "app").distribution.json"),
        installation: [
            Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "",
            Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? "",
            Bundle.main.bundlePath, receipt,
        ].joined(separator: "\n"),
        host: .current)

    private static var receipt: String {
        #if os(Linux)
        ""
        #else
        Bundle.main.appStoreReceiptURL?.lastPathComponent ?? ""
        #endif
    }
}

extension DistributionChannel {
    /// Reads a name as ``description`` writes it; `nil` for another text.
    init?(_ name: String) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let plain: [DistributionChannel] = [.debug, .testflight, .appstore, .web, .adhoc, .enterprise, .unknown]
        if let channel = plain.first(where: { $0.description == name }) {
            self = channel
        } else if parts[0] == "marketplace" {
            self = .marketplace(parts.count == 2 ? parts[1] : nil)
        } else {
            return nil
        }
    }
}
