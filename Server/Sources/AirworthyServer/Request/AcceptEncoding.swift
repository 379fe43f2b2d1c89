/// What `Accept-Encoding` says about gzip.
package enum AcceptEncoding {
    /// Whether gzip may be sent. Without the field it may not: a caller that cannot unpack rarely says so.
    /// - Parameter value: The field's value, e.g. `br;q=1.0, gzip;q=0.8, *;q=0.1`.
    package static func allowsGzip(_ value: String?) -> Bool {
        guard let value else { return false }
        var star = false
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
            star = isAllowed
        }
        return star
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Substring(rest).lowercased()
    }
}
