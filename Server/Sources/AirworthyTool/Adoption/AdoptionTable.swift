import ControlPlane

/// The table that `simulate` reads, without installations of an unknown version.
struct AdoptionTable {
    /// The lines, without a newline after the last one.
    let text: String

    /// Reads the server's response to a request for CSV with these facts.
    /// - Throws: ``APIError`` if it is not this table.
    init(_ response: APIResponse, of facts: [AdoptionCell.Fact]) throws(APIError) {
        let header = (facts.map(\.rawValue) + ["count"]).joined(separator: ",") + "\n"
        guard response.body.starts(with: header.utf8), response.body.last == UInt8(ascii: "\n") else {
            throw .unexpected("did not answer with the table of installations")
        }
        text = String(decoding: response.body.dropLast(), as: UTF8.self)
    }
}
