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
    /// Returns the scheme of a URL in lower case.
    /// - Parameter text: A URL as text.
    /// - Returns: E.g. `https`; `nil` if the text does not begin with a scheme and a colon.
    public static func scheme(of text: String) -> String? { URLParts(text)?.scheme }

    /// Returns the host of a URL in lower case, without a port.
    /// - Parameter text: A URL as text.
    /// - Returns: E.g. `apps.apple.com`; `nil` if there is none, if a user name precedes it, or if it is not plain ASCII.
    public static func host(of text: String) -> String? { URLParts(text)?.host }

    /// Whether an app may open a URL.
    ///
    /// The scheme must be https, itms-apps, itms-beta or macappstore. An https URL needs a host, the others a host or a
    /// path, except for `itms-beta://`, which opens TestFlight. URLs with spaces, control characters, characters outside ASCII or user names are rejected.
    /// - Parameter text: A URL as text.
    /// - Returns: Whether an app may open it.
    public static func isOpenable(_ text: String) -> Bool { URLParts(text)?.isOpenable ?? false }

    /// Whether a URL is suitable as a support link: an https URL or a mail address.
    /// - Parameter text: A URL as text.
    /// - Returns: Whether an app may open it as a support link.
    public static func isSupportLink(_ text: String) -> Bool {
        guard let parts = URLParts(text), parts.isPlain else { return false }
        if parts.scheme == "https" { return parts.isOpenable }
        guard parts.scheme == "mailto" else { return false }
        let address = text.dropFirst("mailto:".count).prefix { $0 != "?" }
        let sides = address.split(separator: "@", omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { !$0.isEmpty }
    }

    /// Returns the Apple ID in the URL of an app's page on the App Store.
    /// - Parameter text: A URL on `apps.apple.com` or `itunes.apple.com`, e.g.
    ///   `https://apps.apple.com/jp/app/id6504763618?mt=8`, of any scheme.
    /// - Returns: The first path component `id<digits>`, a positive number; `nil` for any other text.
    public static func appStoreID(in text: String) -> Int? { URLParts(text)?.appStoreID }
}

/// The parts of a URL, found in its bytes in one pass: decisions look at URLs often.
struct URLParts {
    /// The scheme in lower case, e.g. `https`.
    let scheme: String
    /// The host in lower case, without a port; `nil` if there is none, if a user name precedes it, or if it is not plain
    /// ASCII.
    let host: String?
    private let bytes: [UInt8]
    /// The bytes between `://` and the path; `nil` without them, or if they contain a user name.
    private let authority: Range<Int>?

    /// Finds the parts of a URL; `nil` if it does not begin with a scheme and a colon.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, first.isASCIILetter,
            bytes[..<colon].allSatisfy(Self.isInScheme)
        else { return nil }
        scheme = Self.lowercased(bytes[..<colon])
        authority = Self.authority(of: bytes, after: colon)
        host = authority.flatMap { [bytes] in Self.host(in: bytes[$0]) }
    }

    /// Whether the whole text is printable ASCII without the characters that are invalid in URLs and that parsers treat
    /// differently.
    var isPlain: Bool {
        bytes.count <= 2_048
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                    UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                    false
                default: (0x21...0x7E).contains(byte)
                }
            }
    }

    /// Whether an app may open the URL; see ``OpenableURL/isOpenable(_:)``.
    var isOpenable: Bool {
        switch scheme {
        case "https": return host != nil && isPlain
        case "itms-apps", "itms-beta", "macappstore":
            guard let authority, isPlain else { return false }
            if scheme == "itms-beta", authority.upperBound == bytes.count, authority.isEmpty { return true }
            return host != nil || (authority.isEmpty && bytes.count - authority.upperBound > 1)
        default: return false
        }
    }

    /// The Apple ID in a URL on the App Store; see ``OpenableURL/appStoreID(in:)``.
    var appStoreID: Int? {
        guard host == "apps.apple.com" || host == "itunes.apple.com", let start = authority?.upperBound else {
            return nil
        }
        let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        for component in path.split(separator: UInt8(ascii: "/")) where component.starts(with: "id".utf8) {
            let digits = component.dropFirst(2)
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { continue }
            if let id = Int(String(decoding: digits, as: UTF8.self)), id > 0 { return id }
        }
        return nil
    }

    private static func isInScheme(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func authority(of bytes: [UInt8], after colon: Int) -> Range<Int>? {
        let start = colon + 3
        guard bytes[colon...].starts(with: "://".utf8) else { return nil }
        let end =
            bytes[start...].firstIndex { byte in
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            } ?? bytes.endIndex
        return bytes[start..<end].contains(UInt8(ascii: "@")) ? nil : start..<end
    }

    private static func host(in authority: ArraySlice<UInt8>) -> String? {
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        guard (1...253).contains(host.count), host.first != UInt8(ascii: "."), host.allSatisfy(isInHost) else {
            return nil
        }
        if host.endIndex < authority.endIndex {
            let port = authority[(host.endIndex + 1)...]
            guard (1...5).contains(port.count), port.allSatisfy(\.isDigit) else { return nil }
        }
        return lowercased(host)
    }

    private static func isInHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
