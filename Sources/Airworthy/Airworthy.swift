public import AirworthyPolicy

/// Release control for one app: whether this copy may carry on, and which features it has.
///
/// Make one for the process and keep it. There is an answer at once, from what is stored; the sources are asked by
/// ``run()``, which the app starts in a task of its own:
///
/// ```swift
/// let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]))
/// // In a view: .task { await airworthy.run() }
/// ```
///
/// Everything here can be called from any thread, and nothing waits unless it is `async`.
public final class Airworthy: Sendable {
    let core: ClientCore
    let detector: ChannelDetector

    /// Makes a client from a set-up in one line.
    /// - Parameters:
    ///   - setup: Where rules and facts come from.
    ///   - options: Everything else.
    public convenience init(_ setup: Setup, options: Options = Options()) {
        self.init(
            setup, options: options, environment: .live, host: .current, rungs: ChannelDetector.standardRungs)
    }

    /// Makes a client.
    /// - Parameters:
    ///   - policy: Where rules come from, in order: the next one counts while the one before has nothing in force.
    ///   - releases: Where release data comes from, besides the manifest.
    ///   - options: Everything else.
    public convenience init(policy: PolicySource..., releases: ReleaseSource? = nil, options: Options = Options()) {
        self.init(Setup(policy: policy, releases: releases), options: options)
    }

    /// The former name of ``init(policy:releases:options:)``.
    /// - Parameters:
    ///   - policy: The policy sources.
    ///   - facts: The source of release data.
    ///   - options: The options.
    @available(*, deprecated, renamed: "init(policy:releases:options:)")
    public convenience init(policy: PolicySource..., facts: ReleaseSource?, options: Options = Options()) {
        self.init(Setup(policy: policy, releases: facts), options: options)
    }

    /// Makes a client of parts that a test gives.
    /// - Parameters:
    ///   - setup: Where rules and facts come from.
    ///   - options: Everything else.
    ///   - environment: The clock and the like.
    ///   - store: Where the state is kept; `nil` is what the options say.
    ///   - host: What the copy runs in, as far as the detection of its channel goes.
    ///   - rungs: What tells the channel. They are asked only if the options do not say it.
    package convenience init(
        _ setup: Setup, options: Options, environment: ClientEnvironment, store: (any StateStore)? = nil,
        host: ChannelHost = ChannelHost(family: .other), rungs: [any ChannelRung] = []
    ) {
        let core = ClientCore(
            policies: setup.policies, facts: setup.releases, installation: options.installation,
            store: store ?? options.store, transport: options.transport, deadline: options.deadline,
            environment: environment)
        self.init(core, core.detector(for: options.installation, host: host, rungs: rungs))
    }

    init(_ core: ClientCore, _ detector: ChannelDetector) {
        (self.core, self.detector) = (core, detector)
        core.learn(from: detector)
    }

    // MARK: Answers

    /// What this copy is asked to do, as far as is known now.
    public var decision: Decision { core.state.withLock { $0.decision } }

    /// The decision of now, then each new one. A slow listener misses those in between, never the last. The sequence ends
    /// when the listener's task is cancelled. Each caller gets a sequence of its own.
    public var decisions: AsyncStream<Decision> { core.decisionStream }

    /// What happened, for the app's own analytics. The first listener also gets what happened before it came, as far as
    /// 64 events.
    public var events: AsyncStream<AirworthyEvent> { core.events.stream() }

    /// How this copy was distributed; `unknown` until something says otherwise.
    public var channel: Channel { core.state.withLock { $0.installation.channel } }

    /// What decisions are made for.
    public var installation: Installation { core.state.withLock { $0.installation } }

    // MARK: Facts

    /// Tells a fact of the app's own that rules can ask about.
    /// - Parameters:
    ///   - value: A string, a number or a Boolean; `nil` takes it back.
    ///   - name: The name that rules use.
    public func setAttribute(_ value: JSONValue?, for name: String) {
        core.change { state, _ in
            state.installation.attributes[name] = value
            return ((), [])
        }
    }

    /// Tells which App Store the account belongs to, where the app knows better than StoreKit, which ``run()`` asks
    /// otherwise.
    /// - Parameter storefront: The store; `nil` if it is not known any more.
    public func setStorefront(_ storefront: Storefront?) {
        core.change { state, _ in
            state.isStorefrontSaid = true
            state.setStorefront(storefront)
            return ((), [])
        }
    }
}
