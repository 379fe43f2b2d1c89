/// A value to choose in a form.
struct Choice: Hashable, Sendable {
    let value: String
    let label: String
    let isChosen: Bool
}
