import HTTPTypes
import Hummingbird

/// Where a request of a browser comes from, by the fields that scripts of other sites cannot forge.
struct PageOrigin: Sendable {
    /// The host that the browser asked, such as `example.com:8080`; empty if the request names none.
    let host: String
    private let origin: String?
    private let site: String?

    init(_ request: Request) {
        host = request.head.authority?.lowercased() ?? ""
        origin = request.headers[.origin]?.lowercased()
        site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0]?.lowercased() }
    }

    /// Whether a browser sent the request for a page, and no program did.
    var isBrowser: Bool { origin != nil || site != nil }

    /// Whether the browser asked this machine itself, so that plain HTTP is safe.
    var isLoopback: Bool {
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        return ["localhost", "127.0.0.1", "[::1]"].contains(name) || name.hasSuffix(".localhost")
    }

    /// Whether the page that sent the request is on another machine and was loaded without TLS, so that the browser will not
    /// keep the session's cookie. Such browsers send neither field; the origin is hidden by the policy about referrers.
    var isPlainElsewhere: Bool {
        !isLoopback && site == nil && (origin == "null" || origin?.hasPrefix("http://") ?? false)
    }

    /// Whether the browser will keep the session's cookie: the address is on this machine, or was loaded over TLS. Browsers send the
    /// site only then.
    var keepsCookies: Bool { isLoopback || site != nil }

    /// Whether a person opened the address, from the bar of the browser or from another program, and no page led there. Programs
    /// that are no browsers say nothing.
    var isOpenedByPerson: Bool { ["none", "same-origin", nil].contains(site) }

    /// Whether a form may come from there: from a page of this server. Programs that are no browsers send neither field.
    var isOwn: Bool {
        // A browser that tells the site hides the origin, because pages forbid referrers.
        if let site { return site == "same-origin" }
        guard let origin else { return true }
        let parts = origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty && parts[2] == host
    }
}

struct SessionCookie: Sendable {
    /// The name; browsers accept the prefix only over TLS, for the whole host and for no other.
    let name: String
    private let isSecure: Bool

    init(for origin: PageOrigin) {
        isSecure = !origin.isLoopback
        name = isSecure ? "__Host-airworthy" : "airworthy"
    }

    /// Returns the session's text in a `Cookie` field.
    func text(in field: String?) -> String? {
        for part in (field ?? "").split(separator: ";") {
            let pair = part.drop { $0 == " " }
            if pair.hasPrefix("\(name)=") { return String(pair.dropFirst(name.utf8.count + 1)) }
        }
        return nil
    }

    /// The field that sets the cookie. It has no date, so that it ends with the browser; the server ends it earlier.
    func setting(_ text: String) -> String { "\(name)=\(text); \(attributes)" }

    /// The field that removes the cookie.
    var removing: String { "\(name)=; Max-Age=0; \(attributes)" }

    private var attributes: String { "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "") }
}
