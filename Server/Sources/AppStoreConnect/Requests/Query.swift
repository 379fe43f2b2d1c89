import AirworthySupport

/// The query of a request, escaped: brackets, blanks and whatever else a value may hold; commas separate values.
struct Query: Sendable {
    /// The most resources of a page.
    static let mostListed = 200
    /// The most included resources of one relationship.
    static let mostRelated = 50

    private(set) var text = ""

    /// Adds a parameter.
    func with(_ name: String, _ values: [String]) -> Query {
        var query = self
        query.text += query.text.isEmpty ? "?" : "&"
        query.text += PercentEncoding.encode(name) + "=" + values.map(PercentEncoding.encode).joined(separator: ",")
        return query
    }

    /// Adds a parameter.
    func with(_ name: String, _ value: String) -> Query { with(name, [value]) }
}
