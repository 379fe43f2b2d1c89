/// Evaluates the features for one installation.
struct FeatureEvaluator {
    let input: DecisionInput

    /// The value of each feature.
    ///
    /// In an expired manifest features keep their rules by default: a kill switch must not turn itself back on.
    func values(isExpired: Bool) -> [String: JSONValue] {
        var values = input.prepared.defaultFeatures
        for feature in input.prepared.features where !(isExpired && feature.feature.resetsWhenExpired) {
            if let rule = matchingRule(of: feature) { values[feature.key] = rule.value }
        }
        return values
    }

    /// The first rule of a feature that matches. While the build is in App Review, TestFlight conditions match only in
    /// rules that say so.
    func matchingRule(of feature: PreparedFeature) -> Feature.Rule? {
        for (index, rule) in feature.feature.rules.enumerated() {
            let conditions = input.conditions(hidingTestFlight: input.isInReview && !rule.includesReview)
            if case .true = conditions.truth(at: feature.conditions[index]) { return rule }
        }
        return nil
    }
}
