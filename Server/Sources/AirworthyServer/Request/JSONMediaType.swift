/// Whether a body says that it is JSON.
package enum JSONMediaType {
    /// - Parameter value: The value of `Content-Type`, e.g. `application/json; charset=utf-8`.
    /// - Returns: Whether it is `application/json` or `application/…+json`. Nothing said is not enough: a browser's form
    ///   must not get past.
    package static func matches(_ value: String?) -> Bool {
        if value == "application/json" { return true }
        guard let essence = value?.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first else {
            return false
        }
        let name = essence.filter { $0 != " " && $0 != "\t" }.lowercased()
        return name == "application/json" || (name.hasPrefix("application/") && name.hasSuffix("+json"))
    }
}
