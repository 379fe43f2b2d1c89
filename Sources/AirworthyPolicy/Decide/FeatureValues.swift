/// The values of the features for one installation.
extension Evaluation {
    /// - Parameter isExpired: Whether the manifest is past its lifetime. Features keep evaluating: a kill switch must not
    ///   switch itself back on.
    /// - Returns: The value of each feature.
    func features(isExpired: Bool) -> [String: JSONValue] {
        manifest.policy.features.reduce(into: [:]) { values, feature in
            values[feature.key] = value(of: feature.value, feature.key, isExpired: isExpired)
        }
    }

    private func value(of feature: Feature, _ key: String, isExpired: Bool) -> JSONValue {
        if isExpired, feature.resetsWhenExpired { return feature.defaultValue }
        return matchingRule(of: feature, key)?.value ?? feature.defaultValue
    }

    /// The first rule of a feature that matches. A copy in App Review does not pass for TestFlight unless a rule says so.
    func matchingRule(of feature: Feature, _ key: String) -> Feature.Rule? {
        feature.rules.first { rule in
            var subject = truth
            subject.hidesTestFlight = isInReview && !rule.includesReview
            return subject(rule.when, salt: key) == .true
        }
    }
}
