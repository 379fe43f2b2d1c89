import AirworthySupport

/// The query of a request, percent-encoded. Commas separate the values of a parameter.
struct ConnectQuery: Sendable {
    /// The highest number of resources of a page.
    static let mostListed = 200
    /// The highest number of included resources of one relationship.
    static let mostRelated = 50

    /// The query with its question mark; empty without parameters.
    private(set) var text = ""

    /// Returns the query with one more parameter.
    func adding(_ name: String, values: [String]) -> ConnectQuery {
        var query = self
        query.text += query.text.isEmpty ? "?" : "&"
        query.text += PercentEncoding.encode(name) + "=" + values.map(PercentEncoding.encode).joined(separator: ",")
        return query
    }

    func adding(_ name: String, value: String) -> ConnectQuery { adding(name, values: [value]) }
}
