import AirworthyPolicy

extension [Finding] {
    /// The highest number of findings in a response.
    static let longestListing = 200

    /// The findings as JSON. Beyond ``longestListing``, a note says how many are left out.
    var listing: JSONValue {
        // One more may be a note of the linter that it has left out others.
        guard count > Self.longestListing + 1 else { return .array(map(\.jsonValue)) }
        let rest = Finding(
            code: "more-findings", severity: .note, path: "",
            message: "There are \(count - Self.longestListing) more; correct those above first.")
        return .array((prefix(Self.longestListing) + [rest]).map(\.jsonValue))
    }
}

extension Finding {
    /// The finding as JSON.
    fileprivate var jsonValue: JSONValue {
        [
            "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
            "line": .of(position?.line), "column": .of(position?.column), "message": .string(message),
        ]
    }
}
