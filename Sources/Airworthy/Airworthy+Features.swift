public import AirworthyPolicy

extension Airworthy {
    /// Whether a feature is on.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything, or anything but a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: key, default: defaultValue)
    }

    /// A feature's value.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything, or something of another kind.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: String, default defaultValue: Value) -> Value {
        let json = core.state.withLock { $0.decision.features[key] }
        return json.flatMap(Value.read) ?? defaultValue
    }

    /// The features as they are now.
    /// - Returns: The values, which do not change any more.
    public func snapshot() -> FeatureSnapshot { FeatureSnapshot(decision.features) }

    /// Puts a value in the place of what the rules say, to try things out. It lasts as long as the process.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - value: The value; `nil` takes the override away.
    public func overrideFeature(_ key: String, with value: JSONValue?) {
        core.change { state, _ in
            state.overrides[key] = value
            return ((), [])
        }
    }
}
