/// Checks for URLs that an app may open.
///
/// The checks use plain ASCII comparisons, because URL parsers differ between systems and versions.
///
/// ```swift
/// OpenableURL.isOpenable("https://apps.apple.com/app/id6504763618")        // true
/// OpenableURL.appStoreID(in: "https://apps.apple.com/app/id6504763618")    // 6504763618
/// OpenableURL.isOpenable("javascript:alert(1)")                            // false
/// ```
public enum OpenableURL {
    private static let openableSchemes: Set<String> = ["https", "itms-apps", "itms-beta", "macappstore"]
    private static let storeHosts: Set<String> = ["apps.apple.com", "itunes.apple.com"]

    /// Returns the scheme of a URL in lower case.
    /// - Parameter text: A URL as text.
    /// - Returns: E.g. `https`; `nil` if the text does not begin with a scheme and a colon.
    public static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text.utf8[..<colon]
        guard let first = name.first, first.isASCIILetter,
            name.allSatisfy({ $0.isASCIILetter || $0.isDigit || "+-.".utf8.contains($0) })
        else { return nil }
        return text[..<colon].lowercased()
    }

    /// Returns the host of a URL in lower case, without a port.
    /// - Parameter text: A URL as text.
    /// - Returns: E.g. `apps.apple.com`; `nil` if there is none, if a user name precedes it, or if it is not plain ASCII.
    public static func host(of text: String) -> String? {
        guard let authority = parts(of: text)?.authority else { return nil }
        let pieces = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = pieces.first, !host.isEmpty, host.utf8.count <= 253, !host.hasPrefix("."),
            host.utf8.allSatisfy({ $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
        else { return nil }
        if pieces.count == 2 {
            guard (1...5).contains(pieces[1].utf8.count), pieces[1].utf8.allSatisfy(\.isDigit) else { return nil }
        }
        return host.lowercased()
    }

    /// Whether an app may open a URL.
    ///
    /// The scheme must be https, itms-apps, itms-beta or macappstore. An https URL needs a host, the others a host or a
    /// path. URLs with spaces, control characters, characters outside ASCII or user names are rejected.
    /// - Parameter text: A URL as text.
    /// - Returns: Whether an app may open it.
    public static func isOpenable(_ text: String) -> Bool {
        guard isPlain(text), let scheme = scheme(of: text), openableSchemes.contains(scheme),
            let (authority, path) = parts(of: text)
        else { return false }
        if host(of: text) != nil { return true }
        return scheme != "https" && authority.isEmpty && path.utf8.count > 1
    }

    /// Whether a URL is suitable as a support link: an https URL or a mail address.
    /// - Parameter text: A URL as text.
    /// - Returns: Whether an app may open it as a support link.
    public static func isSupportLink(_ text: String) -> Bool {
        guard isPlain(text), let scheme = scheme(of: text) else { return false }
        if scheme == "https" { return isOpenable(text) }
        guard scheme == "mailto" else { return false }
        let address = text.dropFirst("mailto:".count).prefix { $0 != "?" }
        let sides = address.split(separator: "@", omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { !$0.isEmpty }
    }

    /// Returns the Apple ID in the URL of an app's page on the App Store.
    /// - Parameter text: A URL on `apps.apple.com` or `itunes.apple.com`, e.g.
    ///   `https://apps.apple.com/jp/app/id6504763618?mt=8`, of any scheme.
    /// - Returns: The first path component `id<digits>`, a positive number; `nil` for any other text.
    public static func appStoreID(in text: String) -> Int? {
        guard let host = host(of: text), storeHosts.contains(host), let path = parts(of: text)?.path else { return nil }
        for component in path.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/") {
            guard component.hasPrefix("id") else { continue }
            let digits = component.dropFirst(2)
            if !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let id = Int(digits), id > 0 { return id }
        }
        return nil
    }

    /// The text between `://` and the path, and the rest.
    private static func parts(of text: String) -> (authority: Substring, path: Substring)? {
        guard let scheme = scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { return nil }
        return (authority, rest[authority.endIndex...])
    }

    /// Whether a text is printable ASCII without the characters that are invalid in URLs and that parsers treat
    /// differently.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 2_048
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }
    }
}
