/// Evaluates the features for one installation.
struct FeatureEvaluator {
    let input: DecisionInput

    /// The value of each feature.
    ///
    /// In an expired manifest features keep their rules by default: a kill switch must not turn itself back on.
    func values(isExpired: Bool) -> [String: JSONValue] {
        input.manifest.policy.features.reduce(into: [:]) { values, member in
            let (key, feature) = member
            let isReset = isExpired && feature.resetsWhenExpired
            values[key] = (isReset ? nil : matchingRule(of: feature, key: key)?.value) ?? feature.defaultValue
        }
    }

    /// The first rule of a feature that matches. While the build is in App Review, TestFlight conditions match only in
    /// rules that say so.
    func matchingRule(of feature: Feature, key: String) -> Feature.Rule? {
        feature.rules.first { rule in
            var conditions = input.conditions
            conditions.hidesTestFlight = input.isInReview && !rule.includesReview
            return conditions.truth(of: rule.when, salt: key) == .true
        }
    }
}
