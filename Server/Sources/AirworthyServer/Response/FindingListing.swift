import AirworthyPolicy

extension [Finding] {
    /// The findings as JSON; of more than ``Linter/maximumFindings``, some are counted only.
    var listing: JSONValue { .array(limited().map(\.jsonValue)) }
}

extension Finding {
    /// The finding as JSON.
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
            "line": .of(position?.line), "column": .of(position?.column), "message": .string(message),
        ]
        // Only the finding that stands for others has a count.
        if count != 1 { object["count"] = .of(count) }
        return .object(object)
    }
}
