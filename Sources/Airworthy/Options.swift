public import AirworthyPolicy
public import Foundation

extension Airworthy {
    /// What a client needs besides its sources. The defaults are right for an app.
    public struct Options: Sendable {
        /// The facts of this copy.
        public var installation: Installation
        /// The folder to keep the state in. It need not exist, and nothing of it should be in a backup.
        public var folder: URL
        /// Which app the state is about, so that several can share a folder. Never a version: an update of the app has to
        /// find its state.
        public var appKey: String
        /// How to reach the sources.
        public var transport: Transport
        /// Seconds after which a source counts as silent.
        public var deadline: TimeInterval

        /// Gathers the options.
        /// - Parameters:
        ///   - installation: The facts of this copy.
        ///   - folder: The folder to keep the state in.
        ///   - appKey: Which app the state is about.
        ///   - transport: How to reach the sources.
        ///   - deadline: Seconds after which a source counts as silent.
        public init(
            installation: Installation = .current, folder: URL = Options.defaultFolder,
            appKey: String = Options.defaultAppKey, transport: Transport = .urlSession(), deadline: TimeInterval = 5
        ) {
            self.installation = installation
            self.folder = folder
            self.appKey = appKey
            self.transport = transport
            self.deadline = deadline
        }

        /// `Application Support`, where the system has one.
        public static var defaultFolder: URL {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory
        }

        /// The bundle's identifier, or `app` without one.
        public static var defaultAppKey: String { Bundle.main.bundleIdentifier ?? "app" }

        var store: any StateStore { FileStateStore(in: folder, app: appKey) }
    }
}
