import AirworthyChannel
public import AirworthyPolicy
public import Foundation

// Overrides, explanations and hooks for development and tests.
extension Airworthy {
    /// Replaces the value of a feature until the process ends, to try it out.
    ///
    /// ```swift
    /// airworthy.overrideFeature("new-editor", with: true)
    /// ```
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - value: The value; `nil` removes the override.
    public func overrideFeature(_ key: String, with value: JSONValue?) {
        core.change { state, _ in state.featureOverrides[key] = value }
    }

    /// Replaces the detected channel until the process ends, to try out other rules. Never stored, and ignored in an
    /// installation from the App Store, a marketplace, a web site or an enterprise. Callable from any thread.
    ///
    /// ```swift
    /// airworthy.overrideChannel(.testflight(.external))
    /// ```
    /// - Parameter channel: The channel; `nil` removes the override.
    public func overrideChannel(_ channel: Channel?) {
        detector.override(with: channel)
        core.adoptChannel(of: detector)
    }

    /// The channel set by ``overrideChannel(_:)``.
    package var channelOverride: Channel? { detector.override }

    /// The policy in force and its age. Callable from any thread, without waiting.
    ///
    /// ```swift
    /// let status = airworthy.policyStatus
    /// print(status.source, status.revision ?? 0, status.isExpired)
    /// ```
    public var policyStatus: PolicyStatus {
        let deviceTime = core.environment.now()
        return core.state.withLock { $0.policyStatus(at: deviceTime) }
    }

    /// Returns the decision for this or another version with a trace of how it came about. Changes nothing and makes no
    /// request. Callable from any thread.
    ///
    /// ```swift
    /// let whatIf = airworthy.explain(version: "2.2.0")
    /// print(whatIf.status, whatIf.reason)
    /// ```
    /// - Parameters:
    ///   - version: The version to decide for; by default the installed one. The decision treats invalid text as an
    ///     unreadable version.
    ///   - build: The build to decide for; by default the installed one, or unknown for another version.
    /// - Returns: The decision with its trace. In a preview it is the preview's decision.
    public func explain(version: String? = nil, build: String? = nil) -> Decision {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            var installation = state.installation
            if let version, version != installation.versionText {
                installation.versionText = version
                installation.version = try? AppVersion(version)
                installation.build = nil
            }
            if let build { installation.build = try? BuildNumber(build) }
            return state.decision(for: installation, at: deviceTime, trace: true)
        }
    }

    /// The decision, the policy in force, the facts that rules match and the evidence of the channel, as text for a debug screen
    /// or a bug report. The server's page "Explain" reads it. It has the names of custom attributes but not their values, and
    /// identifies neither user nor device. Callable from any thread, without waiting.
    ///
    /// ```swift
    /// print(airworthy.summary)
    /// ```
    public var summary: String { "\(clientSummary)\n\(detector.summary)" }

    /// The status, the revision and the facts of ``summary`` in at most 800 bytes, for a QR code. The server's page "Explain" reads
    /// it, too.
    package var shortReport: String { clientSummary.shortReport }

    private var clientSummary: ClientSummary {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            ClientSummary(
                decision: state.decision, installation: state.installation, status: state.policyStatus(at: deviceTime),
                now: state.corrected(deviceTime),
                secondsUntilRefresh: state.schedule.secondsUntilDue(at: deviceTime), mistakes: core.mistakes)
        }
    }

    /// Waits until the state is written, for tests that end the process. Not part of the public API.
    @_spi(Testing)
    public func finishWriting() async { await core.finishWriting() }

    /// Creates a client as the next launch would, with the state of this one instead of the file, for measurements of a launch
    /// apart from reading the file. It stores nothing. Not part of the public API.
    /// - Parameters:
    ///   - setup: The sources of rules and release data.
    ///   - options: The other settings.
    /// - Returns: The client.
    @_spi(Testing)
    public func relaunched(_ setup: Setup, options: Options) -> Airworthy {
        Airworthy(
            setup, options: options, environment: .live, store: KnownState(core.state.withLock { $0.stored }),
            host: .current, rungs: ChannelHost.standardRungs)
    }

    /// Creates a client with its own clock, for end-to-end tests. Not part of the public API.
    /// - Parameters:
    ///   - setup: The sources of rules and release data.
    ///   - options: The other settings.
    ///   - timeZone: The time zone of the device.
    ///   - now: The clock of the device.
    ///   - sleep: The function that waits by that clock; throws `CancellationError` when the task is cancelled.
    @_spi(Testing)
    public convenience init(
        _ setup: Setup, options: Options, timeZone: TimeZone, now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        var environment = ClientEnvironment.live
        environment.now = now
        environment.sleep = sleep
        environment.timeZone = { timeZone }
        self.init(setup, options: options, environment: environment)
    }
}
