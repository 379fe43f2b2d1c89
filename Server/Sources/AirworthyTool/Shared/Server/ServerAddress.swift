import Foundation
import ServerSupport

/// The address of a server. Addresses to which a token must not be sent are rejected before any name is looked up.
struct ServerAddress: Hashable, CustomStringConvertible {
    /// The scheme, host, port and path, without a slash at the end.
    let text: String

    var description: String { text }

    /// Reads an `https` address, or an `http` address of this machine. Messages name the option or variable (`source`).
    init(_ text: String, from source: String) throws(ToolError) {
        func refusal(_ why: String) -> ToolError {
            ToolError.badData("\(source): `\(Self.redacted(text).printable)` \(why)")
        }
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }), let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), let host = parts.host?.lowercased(), Self.isHost(host)
        else { throw refusal("is not an address; write it as https://updates.example.com") }
        guard parts.user == nil, parts.password == nil else {
            throw refusal("contains a user name; remove it, the token alone identifies you")
        }
        guard parts.query == nil, parts.fragment == nil else {
            throw refusal("has more than a path; remove the query or fragment")
        }
        guard (1...65_535).contains(parts.port ?? 1) else { throw refusal("has an invalid port") }
        switch scheme {
        case "https": break
        case "http" where Self.isLoopback(host): break
        case "http":
            throw refusal("is not encrypted, so the token is not sent there; \(Self.httpRule)")
        default: throw refusal("is neither https nor http")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        self.text = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
    }

    static let httpRule = "http is for this machine only, use https"

    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-._:[]".utf8.contains($0) }
    }

    /// Whether the host is this machine without the help of a name service. RFC 6761 reserves `localhost`.
    private static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "[::1]", "::1"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                (1...3).contains(part.utf8.count) && part.isAllDigits
                    && (part == "0" || part.first != "0") && (Int(part) ?? 256) < 256
            }
    }

    /// The text without the part before an `@`, which may be a password.
    private static func redacted(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        return "…" + text[at...]
    }
}
