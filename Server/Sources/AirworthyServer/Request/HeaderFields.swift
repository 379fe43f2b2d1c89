import AppStoreConnect
import HTTPTypes

extension HTTPFields {
    /// Returns the value of a header, several joined by commas.
    ///
    /// Same result as the subscript, but faster for a single header.
    func value(of name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            if value != nil { return self[name] }
            value = field.value
        }
        return value
    }
}

extension HTTPField.Name {
    /// `Airworthy-Policy-Version`: the version of the policy in the body.
    static let policyVersion = constant("Airworthy-Policy-Version")
    /// `Airworthy-App`: the app that a question without one in its path is about.
    static let airworthyApp = constant("Airworthy-App")
    /// `X-API-Key`: a token, where the protocol of a route has it there.
    static let apiKey = constant("X-API-Key")
    /// `X-Request-Id`.
    static let requestID = constant("X-Request-Id")
    /// The signature of App Store Connect's webhooks.
    static let webhookSignature = constant(WebhookSignature.headerName)
    /// `X-Forwarded-For`.
    static let forwardedFor = constant("X-Forwarded-For")

    private static func constant(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a valid header name") }
        return name
    }
}

/// The `Accept-Encoding` header.
enum AcceptEncoding {
    /// Returns whether the caller accepts gzip, from a value such as `br;q=1.0, gzip;q=0.8, *;q=0.1`.
    ///
    /// Without the header it does not: a caller that cannot decompress rarely says so.
    static func allowsGzip(_ value: String?) -> Bool {
        guard let value else { return false }
        var isWildcardAllowed = false
        for part in value.utf8.split(separator: UInt8(ascii: ",")) {
            var pieces = part.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).makeIterator()
            guard let name = pieces.next().map(trimmed), !name.isEmpty else { continue }
            let isGzip = name == "gzip" || name == "x-gzip"
            guard isGzip || name == "*" else { continue }
            var isAllowed = true
            while let piece = pieces.next().map(trimmed) {
                if piece.hasPrefix("q="), let weight = Double(piece.dropFirst(2)) { isAllowed = weight > 0 }
            }
            if isGzip { return isAllowed }
            isWildcardAllowed = isAllowed
        }
        return isWildcardAllowed
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Substring(rest).lowercased()
    }
}

/// The JSON media types.
enum JSONMediaType {
    /// Returns whether a body is declared as JSON: `application/json` or `application/…+json`, with or without
    /// parameters.
    ///
    /// A missing header is not enough, so that an HTML form of another site cannot send one.
    static func matches(_ value: String?) -> Bool {
        if value == "application/json" { return true }
        guard let essence = value?.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first else {
            return false
        }
        let name = essence.filter { $0 != " " && $0 != "\t" }.lowercased()
        return name == "application/json" || (name.hasPrefix("application/") && name.hasSuffix("+json"))
    }
}
