/// A rule with the index of its condition in ``FlatConditions``.
struct PreparedRule: Sendable {
    let rule: Rule
    let condition: Int

    var effect: Effect {
        // `_read` avoids a copy of the effect.
        _read { yield rule.effect }
    }
}

/// A feature with the indices of its rules' conditions in ``FlatConditions``.
struct PreparedFeature: Sendable {
    let key: String
    let feature: Feature
    let conditions: [Int]
}
