public import AirworthyPolicy
public import Foundation

extension Airworthy {
    /// The settings of a client besides its sources. The defaults suit an app.
    ///
    /// ```swift
    /// let options = Airworthy.Options(
    ///     installation: Installation(version: "2.2.0", channel: .appstore), folder: temporaryFolder)
    /// let airworthy = Airworthy(.config(url), options: options)
    /// ```
    public struct Options: Sendable {
        /// The installation to decide for.
        public var installation: Installation
        /// The language of the screens, by default the app's, so that they speak as the app around them does. Setting it sets the
        /// language of ``installation``. A view in a `locale` of its own, as in a preview, appears in that.
        public var language: Language = .app {
            didSet { installation.language = language.tag }
        }
        /// The folder for the state. It need not exist. The client excludes its state from backups.
        public var folder: URL
        /// The identifier of the app, so that several apps can share a folder. It must not contain a version, because an
        /// update of the app continues with the same state.
        public var appKey: String
        /// The transport to the sources.
        public var transport: Transport
        /// The time limit of a request in seconds.
        public var deadline: TimeInterval
        /// Whether ``Airworthy/isDevelopment`` includes ad hoc builds, which services such as Firebase App Distribution hand to
        /// testers.
        public var treatsAdHocAsDevelopment = false
        /// Whether StoreKit's `AppTransaction` may be asked about the distribution channel. It may ask a user without an App Store
        /// account to sign in: on a Mac only if the app has a receipt of the App Store, and never in debug builds. Without it the channel
        /// stays unknown on Macs, Apple TV, Apple Watch and Vision Pro, unless ``declaredChannel`` says it.
        public var asksAppTransaction = true
        /// Whether the client tells its server once a day which version is installed: in release builds, unless the app says no.
        public var checkIns: CheckIns
        /// The group of TestFlight's testers to which this user belongs, if the app knows it, e.g. from the account. No device can tell it:
        /// a server knows only which groups have the build. The app's word counts where both have it, or without a server.
        /// Name `.internal` only for a tester of your team: a required update may lead to a build that external testers cannot install.
        public var testerGroup: Channel.Audience?
        /// The function that receives each ``AirworthyEvent`` from the first one on, on any thread: the place for analytics.
        /// ``Airworthy/events`` is the same as a sequence.
        public var onEvent: (@Sendable (AirworthyEvent) -> Void)?
        /// The distribution channel, if the app knows it: `.web` for a Mac app that is downloaded from a web site, `.enterprise` for
        /// one that a company hands out. Nothing is detected then. `nil` detects it.
        ///
        /// ```swift
        /// var options = Airworthy.Options()
        /// options.declaredChannel = .web
        /// let airworthy = Airworthy(.config(url), options: options)
        /// ```
        public var declaredChannel: Channel? {
            get { installation.channel == .unknown ? nil : installation.channel }
            set { installation.channel = newValue ?? .unknown }
        }
        /// The mistakes of the app's code in these options, one sentence each.
        var mistakes: [String] = []

        /// Creates options.
        /// - Parameters:
        ///   - installation: The installation to decide for.
        ///   - folder: The folder for the state.
        ///   - appKey: The identifier of the app.
        ///   - transport: The transport to the sources.
        ///   - deadline: The time limit of a request in seconds.
        ///   - checkIns: Whether the client tells its server once a day which version is installed.
        ///   - language: The language of the screens; `.app` leaves it to `installation`.
        ///   - testerGroup: The group of TestFlight's testers to which this user belongs, if the app knows it.
        public init(
            installation: Installation = .current, folder: URL = Options.defaultFolder,
            appKey: String = Options.defaultAppKey, transport: Transport = .urlSession(), deadline: TimeInterval = 5,
            checkIns: CheckIns = Options.defaultCheckIns, language: Language = .app,
            testerGroup: Channel.Audience? = nil
        ) {
            self.installation = installation
            self.language = language
            if language != .app { self.installation.language = language.tag }
            self.folder = folder
            self.appKey = appKey
            self.transport = transport
            self.deadline = deadline
            self.checkIns = checkIns
            self.testerGroup = testerGroup
        }

        /// Creates options for an app and its extensions: they share the state, and so the install id and the rollout buckets.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.config(url), options: Airworthy.Options(appGroup: "group.com.example.hashtags"))
        /// ```
        /// - Parameter appGroup: The identifier of an app group that all of them are entitled to. Without the entitlement
        ///   the folder of the process is used, which is reported as ``AirworthyEvent/misconfigured(_:)``.
        public init(appGroup: String) {
            self.init(appGroup: appGroup, container: Self.container(of:))
        }

        /// Creates options for an app group with the container of a test.
        package init(appGroup: String, container: (String) -> URL?) {
            self.init()
            guard let shared = container(appGroup) else {
                mistakes = ["The process has no entitlement to the app group \(appGroup), so it shares no state."]
                return
            }
            folder = shared.appendingPathComponent("Library/Application Support", isDirectory: true)
            appKey = appGroup
        }

        private static func container(of group: String) -> URL? {
            #if os(Linux)
            nil
            #else
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
            #endif
        }

        /// The folder `Application Support`, or the temporary folder on systems without it.
        public static var defaultFolder: URL {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory
        }

        /// The bundle identifier, or `app` without a bundle.
        public static var defaultAppKey: String { Bundle.main.bundleIdentifier ?? "app" }
    }
}
