import Foundation

/// The base address of an HTTP API. It checks that a link in a response leads to the same server, because a client must
/// not send its token to another one.
package struct BaseAddress: Hashable, Sendable {
    /// Scheme, host, port if one was given, and path, without a slash at its end.
    package let text: String
    private let origin: Origin
    private let path: String

    private struct Origin: Hashable {
        let scheme: String
        let host: String
        let port: Int
    }

    /// Reads an HTTP or HTTPS URL without user, password, query and fragment.
    package init?(_ text: String) {
        guard let parts = Self.parts(text), parts.components.query == nil, let origin = parts.origin else { return nil }
        var path = parts.components.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        guard !Self.hasDotSegment(path) else { return nil }
        self.origin = origin
        self.path = path
        let port = parts.components.port.map { ":\($0)" } ?? ""
        self.text = "\(origin.scheme)://\(origin.host)\(port)\(path)"
    }

    /// Returns the absolute URL of a link in a response, which may be relative to this host; `nil` if it leads to
    /// another scheme, host, port or path. The path of the link has to continue that of this address with `prefix`.
    package func url(ofLink link: String, startingWith prefix: String = "/") -> String? {
        // A link from the root of the host replaces the path of this address.
        let absolute = link.hasPrefix("/") && !link.hasPrefix("//") ? text.dropLast(path.count) + link : link[...]
        guard let parts = Self.parts(String(absolute)), parts.origin == origin else { return nil }
        let target = parts.components.percentEncodedPath
        guard target.hasPrefix(path + prefix), !Self.hasDotSegment(target) else { return nil }
        return String(absolute)
    }

    private static func parts(_ text: String) -> (components: URLComponents, origin: Origin?)? {
        guard text.utf8.count <= 8_192, !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x5C }),
            let components = URLComponents(string: text), components.user == nil, components.password == nil,
            components.fragment == nil, let scheme = components.scheme?.lowercased(),
            let host = components.host?.lowercased(), !host.isEmpty, scheme == "https" || scheme == "http"
        else { return nil }
        let port = components.port ?? (scheme == "https" ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        return (components, Origin(scheme: scheme, host: host, port: port))
    }

    /// Whether a path has a segment `.` or `..`, which may lead out of the checked path.
    private static func hasDotSegment(_ path: String) -> Bool {
        path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
            .split(separator: "/", omittingEmptySubsequences: false).contains { $0 == "." || $0 == ".." }
    }
}
