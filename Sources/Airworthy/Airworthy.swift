package import AirworthyChannel
public import AirworthyPolicy
import Foundation

#if canImport(Combine)
public import Combine
#endif

/// The client of one app: whether the installed version may be used, whether there is an update, and which features are on.
///
/// Create one for the process and keep it. A decision is available at once, from the stored policy. ``run()`` refreshes it;
/// start it in a task that lives as long as the app, or use `.updateGate(airworthy)` of `AirworthyUI`, which does so.
///
/// ```swift
/// let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]))
/// if airworthy.decision.blocking { showUpdateScreen() }
/// if airworthy.isEnabled("new-editor") { showEditor() }
/// ```
///
/// All members are callable from any thread. Members that are not `async` return without waiting.
public final class Airworthy: Sendable {
    let core: ClientCore
    let detector: ChannelDetector
    private let treatsAdHocAsDevelopment: Bool

    // MARK: Creating a client

    /// Creates a client from a set-up. Reads a small file and makes no network request.
    ///
    /// ```swift
    /// let airworthy = Airworthy(.appStore(id: 6_504_763_618)) { $0.asksAppTransaction = false }
    /// ```
    /// - Parameters:
    ///   - setup: The sources of rules and release data.
    ///   - options: The other settings.
    ///   - configure: Changes some of the other settings.
    public convenience init(
        _ setup: Setup, options: Options = Options(), configure: (inout Options) -> Void = { _ in }
    ) {
        var options = options
        configure(&options)
        var fixedDecision: Decision?
        var pretended: Channel?
        #if DEBUG
        let arguments = ProcessInfo.processInfo.arguments
        fixedDecision = LaunchArgument.decision(in: arguments, for: options.installation)
        pretended = LaunchArgument.channel(in: arguments)
        options.mistakes += LaunchArgument.mistakes(in: arguments, for: options.installation)
        #endif
        self.init(
            setup, options: options, environment: .live, host: .current, rungs: ChannelHost.standardRungs,
            fixedDecision: fixedDecision, pretended: pretended)
        if let fixedDecision {
            core.environment.log.notice(
                "\(LaunchArgument.decision) makes the decision a constant: \(fixedDecision.line)")
        }
    }

    /// Creates a client from several sources. Reads a small file and makes no network request.
    ///
    /// ```swift
    /// let airworthy = Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
    /// ```
    /// - Parameters:
    ///   - first: The first policy source.
    ///   - others: The sources after it, in order. A source is used only while no source before it has a policy in force.
    ///   - releases: The source of release data besides the manifest.
    ///   - options: The other settings.
    ///   - configure: Changes some of the other settings.
    public convenience init(
        policy first: PolicySource, _ others: PolicySource..., releases: ReleaseSource? = nil,
        options: Options = Options(), configure: (inout Options) -> Void = { _ in }
    ) {
        self.init(Setup(policy: [first] + others, releases: releases), options: options, configure: configure)
    }

    /// Creates a client with the dependencies of a test.
    /// - Parameters:
    ///   - setup: The sources of rules and release data.
    ///   - options: The other settings.
    ///   - environment: The clock and the other dependencies.
    ///   - store: The store of the state; `nil` for the folder in `options`.
    ///   - host: The system, for the detection of the channel.
    ///   - rungs: The evidence of the channel. Consulted only if `options` do not declare the channel.
    ///   - fixedDecision: A decision that replaces that of the rules.
    ///   - pretended: A channel that replaces the detected one.
    package convenience init(
        _ setup: Setup, options: Options, environment: ClientEnvironment, store: (any StateStore)? = nil,
        host: ChannelHost = ChannelHost(family: .other), rungs: [any ChannelRung] = [], fixedDecision: Decision? = nil,
        pretended: Channel? = nil
    ) {
        let rungs = options.asksAppTransaction ? rungs : rungs.filter { $0.step != .transaction }
        let missing = host.missingEvidence(among: rungs, declared: options.declaredChannel)
        let core = ClientCore(
            policies: setup.policies, releases: setup.releases, installation: options.installation,
            store: store ?? FileStateStore(in: options.folder, app: options.appKey), transport: options.transport,
            deadline: options.deadline, environment: environment,
            languageHint: options.language.hint(
                used: options.installation.language, device: environment.deviceLanguage()),
            mistakes: setup.mistakes + options.mistakes + [missing].compactMap { $0 },
            fixedDecision: fixedDecision, checkIns: options.checkIns, onEvent: options.onEvent)
        self.init(
            core: core,
            detector: core.makeDetector(
                for: options.installation, host: host, rungs: rungs, testerGroup: options.testerGroup),
            treatsAdHocAsDevelopment: options.treatsAdHocAsDevelopment, pretended: pretended)
    }

    private init(
        core: ClientCore, detector: ChannelDetector, treatsAdHocAsDevelopment: Bool = false, pretended: Channel? = nil
    ) {
        self.core = core
        self.treatsAdHocAsDevelopment = treatsAdHocAsDevelopment
        self.detector = detector
        if let pretended { detector.override(with: pretended) }
        core.adoptChannel(of: detector)
    }

    /// Creates a client for previews and tests of views. Its decision never changes, it makes no requests and stores nothing.
    ///
    /// ```swift
    /// let required = Decision(.required, for: Installation(version: "2.2.0", channel: .appstore))
    /// let airworthy = Airworthy.preview(required)
    /// ```
    /// - Parameter decision: The decision.
    /// - Returns: The client.
    public static func preview(_ decision: Decision) -> Airworthy { preview(decision, environment: .live) }

    /// Creates a client for previews with the dependencies of a test.
    package static func preview(_ decision: Decision, environment: ClientEnvironment) -> Airworthy {
        var installation = Installation.current
        // The system version does not fit the platform of the decision.
        if installation.platform != decision.platform { installation.os = nil }
        installation.platform = decision.platform
        installation.versionText = decision.installedVersion
        installation.version = try? AppVersion(decision.installedVersion)
        installation.build = decision.installedBuild
        installation.channel = decision.channel
        let core = ClientCore(
            policies: [], releases: nil, installation: installation, store: NoStateStore(),
            transport: Transport { _ in throw CancellationError() }, deadline: 0, environment: environment,
            fixedDecision: decision)
        let host = ChannelHost(family: .other)
        return Airworthy(core: core, detector: core.makeDetector(for: installation, host: host, rungs: []))
    }

    // MARK: Decision and events

    /// The current decision.
    ///
    /// ```swift
    /// if airworthy.decision.blocking { showUpdateScreen() }
    /// ```
    public var decision: Decision { core.state.withLock { $0.decision } }

    /// The current decision, then each new one. A slow listener may miss decisions, but never the last one. Each call returns
    /// a new sequence, which ends when the listening task is cancelled.
    ///
    /// ```swift
    /// for await decision in airworthy.decisions { print(decision.status) }
    /// ```
    public var decisions: AsyncStream<Decision> { core.decisionStream }

    /// The events for the app's own analytics. The first listener also receives up to 64 earlier events.
    ///
    /// ```swift
    /// for await event in airworthy.events {
    ///     if case .refused(let code, _, isAlarm: true) = event { log("alarm: \(code)") }
    /// }
    /// ```
    public var events: AsyncStream<AirworthyEvent> { core.events.stream() }

    #if canImport(Combine)
    /// The current decision at once, then each new one on any thread. A slow subscriber may miss decisions, but never the last
    /// one. The publisher does not complete, and does not retain the client.
    ///
    /// ```swift
    /// airworthy.decisionPublisher.map(\.blocking).sink { print($0) }.store(in: &subscriptions)
    /// ```
    public var decisionPublisher: AnyPublisher<Decision, Never> {
        StreamPublisher(
            current: { [core] in core.state.withLock { $0.decision } }, stream: { [core] in core.decisionStream }
        )
        .eraseToAnyPublisher()
    }

    /// The events for the app's own analytics, on any thread. The first listener also receives up to 64 earlier events.
    ///
    /// ```swift
    /// airworthy.eventPublisher.sink { print($0) }.store(in: &subscriptions)
    /// ```
    public var eventPublisher: AnyPublisher<AirworthyEvent, Never> {
        StreamPublisher(current: { nil }, stream: { [core] in core.events.stream() }).eraseToAnyPublisher()
    }
    #endif

    // MARK: Installation

    /// Returns the distribution channel of the running app, without a client and without a source. It waits for evidence, mostly
    /// not at all. Only a client with a server knows the audience of a TestFlight build.
    ///
    /// The product `AirworthyChannel` does the same without the rest of Airworthy.
    ///
    /// ```swift
    /// if await Airworthy.currentChannel().channel.isTestFlight { showFeedbackButton() }
    /// ```
    /// - Returns: The channel with its evidence.
    public static func currentChannel() async -> DetectedChannel {
        let found = await AppDistribution.current()
        return DetectedChannel(
            channel: Channel(found.channel), isProvisional: !found.isSettled, evidence: found.evidence)
    }

    /// The distribution channel of this installation; `unknown` until there is evidence.
    ///
    /// ```swift
    /// if airworthy.channel == .appstore { askForReview() }
    /// ```
    public var channel: Channel { core.state.withLock { $0.installation.channel } }

    /// The distribution channel with its evidence. ``run()`` improves it. Callable from any thread, without waiting.
    ///
    /// ```swift
    /// print(airworthy.detectedChannel)  // testflight (AppDistributor: TestFlight)
    /// ```
    public var detectedChannel: DetectedChannel { detector.current }

    /// Whether unfinished work may be shown: certainly a debug build or a TestFlight build, or an ad hoc build if
    /// ``Options/treatsAdHocAsDevelopment`` says so. App Review looks like TestFlight. Where the system tells them apart, on iPhones and
    /// iPads from iOS 17.4 on, it is `false` in review. Elsewhere a TestFlight build is one of development only once a server knows it,
    /// and that it is not in review; on iOS 15 to 17.3 at once.
    ///
    /// ```swift
    /// if airworthy.isDevelopment { showLogs() }
    /// ```
    public var isDevelopment: Bool {
        let detected = detectedChannel
        if detected.isDeveloper { return true }
        if treatsAdHocAsDevelopment, detected.isSettled, detected.channel == .adhoc { return true }
        guard detected.isKnownToServer, detected.channel.isTestFlight else { return false }
        return core.state.withLock { $0.isKnownToBePastReview }
    }

    /// The detected channel, then each change.
    package var detectedChannels: AsyncStream<DetectedChannel> { detector.changes }

    /// The installation that decisions are made for.
    ///
    /// ```swift
    /// print(airworthy.installation.versionText)
    /// ```
    public var installation: Installation { core.state.withLock { $0.installation } }

    /// Sets a custom attribute that rules can match. Attributes never leave the device.
    ///
    /// ```swift
    /// airworthy.setAttribute("team", for: "plan")
    /// ```
    /// - Parameters:
    ///   - value: A string, a number or a Boolean; `nil` removes the attribute.
    ///   - name: The name of the attribute in rules.
    public func setAttribute(_ value: JSONValue?, for name: String) {
        core.change { state, _ in state.installation.attributes[name] = value }
    }

    /// Sets the storefront of the account, if the app knows better than StoreKit. Any other text than a country is ignored and reported
    /// as ``AirworthyEvent/misconfigured(_:)``.
    ///
    /// ```swift
    /// airworthy.setStorefront("JP")
    /// ```
    /// - Parameter country: The country as StoreKit's `JPN` or as `JP`; `nil` if it is unknown.
    public func setStorefront(_ country: String?) {
        let storefront = country.flatMap(Storefront.init)
        guard (storefront == nil) == (country == nil) else {
            return core.reportMistake("\(country ?? "") is no country of a storefront, which is e.g. JP or JPN.")
        }
        core.change { state, _ in
            state.isStorefrontOverridden = true
            state.setStorefront(storefront)
        }
    }

    // MARK: Features

    /// Whether a feature is on.
    ///
    /// ```swift
    /// if airworthy.isEnabled("new-editor") { showEditor() }
    /// ```
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one that is not a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: key, default: defaultValue)
    }

    /// Returns the value of a feature.
    ///
    /// ```swift
    /// let tabs = airworthy.value(for: "tabs", default: 3)
    /// ```
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one of another type.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: String, default defaultValue: Value) -> Value {
        value(of: FeatureKey(key, default: defaultValue), in: decision)
    }

    /// Reports the use of a feature by a view.
    package func reportExposure(of feature: String, value: JSONValue) {
        core.reportExposure(of: feature, value: value)
    }

    /// Returns the value of a feature in a decision, and reports its use.
    package func value<Value: FeatureValue>(of key: FeatureKey<Value>, in decision: Decision) -> Value {
        guard let json = decision.features[key.name] else { return key.defaultValue }
        core.reportExposure(of: key.name, value: json)
        return Value.read(json) ?? key.defaultValue
    }

    /// Returns the value of a feature with a typed key.
    ///
    /// ```swift
    /// let columns = airworthy.value(for: .columns)
    /// ```
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: FeatureKey<Value>) -> Value {
        value(for: key.name, default: key.defaultValue)
    }

    /// Returns the current values of all features, for a screen whose features must not change while it is visible.
    ///
    /// ```swift
    /// let features = airworthy.snapshot()
    /// ```
    /// - Returns: The values.
    public func snapshot() -> FeatureSnapshot { FeatureSnapshot(decision.features) }
}
