/// What the caller believes is in force: `If-Match` and `If-None-Match`.
package enum Precondition: Hashable, Sendable {
    /// The policy in force has one of these entity tags, without quotes.
    case matches([String])
    /// No policy was published yet: `If-None-Match: *`.
    case none
    /// Nothing was said. Publishing refuses that.
    case missing
}
