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
        query.text += Self.escaped(name) + "=" + values.map(Self.escaped).joined(separator: ",")
        return query
    }

    /// Adds a parameter.
    func with(_ name: String, _ value: String) -> Query { with(name, [value]) }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return escaped
    }
}
