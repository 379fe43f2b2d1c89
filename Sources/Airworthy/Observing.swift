public import AirworthyPolicy

#if canImport(Combine)
public import Combine
#endif
#if canImport(Observation)
public import Observation
#endif

#if canImport(Observation)
/// The client as an observable object, from iOS 17 on: views that read a property are drawn again when it changes. Below iOS 17
/// use `AirworthyObject`.
///
/// ```swift
/// @Environment(ObservedAirworthy.self) private var release
///
/// var body: some View { Text(release.decision.status.rawValue) }
/// ```
/// The gate of AirworthyUI makes one for the views inside. Elsewhere create one for the process, not in a view: SwiftUI evaluates the initial
/// value of a `State` at each update of the view around it.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable public final class ObservedAirworthy {
    /// The client.
    public let airworthy: Airworthy
    /// The current decision.
    public private(set) var decision: Decision
    /// Whether unfinished work may be shown, as ``Airworthy/Airworthy/isDevelopment``.
    public private(set) var isDevelopment: Bool
    @ObservationIgnored private var following: [FollowingTask] = []

    /// Creates the object. It follows the client as long as it lives; something must run the client, such as the gate.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) {
        self.airworthy = airworthy
        decision = airworthy.decision
        isDevelopment = airworthy.isDevelopment
        following = [
            FollowingTask(airworthy.decisions) { [weak self] in self?.decision = $0 },
            FollowingTask(airworthy.detectedChannels) { [weak self] _ in
                if let self { isDevelopment = airworthy.isDevelopment }
            },
        ]
    }

    /// The distribution channel.
    public var channel: Channel { decision.channel }

    /// Whether a feature is on.
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one that is not a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: FeatureKey(key, default: defaultValue))
    }

    /// Returns the value of a feature.
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: FeatureKey<Value>) -> Value {
        // The property is read so that the view depends on it.
        airworthy.value(of: key, in: decision)
    }
}
#endif

#if canImport(Combine)
/// The client as an `ObservableObject`. From iOS 17 on `ObservedAirworthy` does the same with fewer updates of views.
///
/// ```swift
/// @EnvironmentObject private var release: AirworthyObject
///
/// var body: some View { Text(release.decision.status.rawValue) }
/// ```
@MainActor public final class AirworthyObject: ObservableObject {
    /// The client.
    public let airworthy: Airworthy
    /// The current decision.
    @Published public private(set) var decision: Decision
    /// Whether unfinished work may be shown, as ``Airworthy/Airworthy/isDevelopment``.
    @Published public private(set) var isDevelopment: Bool
    private var following: [FollowingTask] = []

    /// Creates the object. It follows the client as long as it lives; something must run the client, such as the gate.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) {
        self.airworthy = airworthy
        decision = airworthy.decision
        isDevelopment = airworthy.isDevelopment
        following = [
            FollowingTask(airworthy.decisions) { [weak self] in self?.decision = $0 },
            FollowingTask(airworthy.detectedChannels) { [weak self] _ in
                if let self { isDevelopment = airworthy.isDevelopment }
            },
        ]
    }

    /// The distribution channel.
    public var channel: Channel { decision.channel }

    /// Whether a feature is on.
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one that is not a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: FeatureKey(key, default: defaultValue))
    }

    /// Returns the value of a feature.
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: FeatureKey<Value>) -> Value {
        airworthy.value(of: key, in: decision)
    }
}
#endif

/// A task that handles the elements of a stream on the main actor, and ends with its owner.
private final class FollowingTask: Sendable {
    private let task: Task<Void, Never>

    init<Element: Sendable>(_ stream: AsyncStream<Element>, handle: @escaping @MainActor (Element) -> Void) {
        task = Task { @MainActor in
            for await element in stream { handle(element) }
        }
    }

    deinit { task.cancel() }
}
