import NIOHTTP1

/// The check of a request's head before it is routed.
///
/// A proxy in front of the server may decide by the path, such as "nothing below /v1/admin". The server therefore accepts
/// only heads that every reader understands in the same way.
enum RequestHeadCheck {
    /// Returns the reason to refuse a request; `nil` if it is unambiguous. The head is as the decoder read it.
    static func problem(with head: HTTPRequestHead) -> DisconnectReason? {
        guard hasOneHost(head) else { return .ambiguousHost }
        guard hasOneLength(head) else { return .ambiguousLength }
        return isPlainTarget(head.uri) ? nil : .ambiguousTarget
    }

    /// Whether the request has exactly one plausible host; in HTTP/1.0 it may have none.
    private static func hasOneHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard hosts.count <= 1 else { return false }
        guard let host = hosts.first else { return head.version == .http1_0 }
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !isOutsideHosts($0) }
    }

    /// Whether a printable byte is one that no host contains.
    private static func isOutsideHosts(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "/", "\\", "@", "?", "#", ",", ";", "\"", "<", ">": true
        default: false
        }
    }

    /// Whether the end of the body is known in one way: by its length or as chunks, and in no other encoding.
    private static func hasOneLength(_ head: HTTPRequestHead) -> Bool {
        let encodings = head.headers["transfer-encoding"]
        guard !encodings.isEmpty else { return true }
        return encodings.count == 1 && encodings[0].lowercased() == "chunked" && head.version == .http1_1
            && !head.headers.contains(name: "content-length")
    }

    /// Whether a request target is a path without parts that proxies and servers resolve in different ways.
    static func isPlainTarget(_ target: String) -> Bool {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/"), !path.contains(where: isForbidden) else { return false }
        if isSimple(path) { return true }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        // Only the last segment may be empty: "/v1/apps/" is below "/v1/apps" for everybody.
        guard !segments.dropLast().contains(where: \.isEmpty) else { return false }
        return segments.allSatisfy { isPlain($0) }
    }

    /// Whether no segment is empty, begins with a dot or is percent-encoded, as in nearly all requests.
    private static func isSimple(_ path: Substring.UTF8View) -> Bool {
        var isSegmentStart = false
        for byte in path {
            let isSlash = byte == UInt8(ascii: "/")
            if byte == UInt8(ascii: "%") || isSegmentStart && (isSlash || byte == UInt8(ascii: ".")) { return false }
            isSegmentStart = isSlash
        }
        return true
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "#")
    }

    /// Whether a segment is no `.` or `..`, and hides no separator behind percent-encoding.
    private static func isPlain(_ segment: Substring.UTF8View) -> Bool {
        guard segment.contains(UInt8(ascii: "%")) else { return !isDots(Substring(segment)) }
        let text = Substring(segment).lowercased()
        return !hiddenBytes.contains(where: text.contains) && !isDots(text.replacing("%2e", with: "."))
    }

    /// The slash, the backslash and zero, percent-encoded.
    private static let hiddenBytes = ["%2f", "%5c", "%00"]

    private static func isDots(_ segment: some StringProtocol) -> Bool { segment == "." || segment == ".." }
}
