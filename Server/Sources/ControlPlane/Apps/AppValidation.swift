import AirworthyPolicy
import AirworthyTrust
import ServerSupport

/// The rules for the name of an app: `a-z`, `0-9` and `-`, not beginning with `-`.
package enum AppSlug {
    private static let lengths = 1...63
    /// The rule, for messages.
    package static let rule = "\(lengths.lowerBound) to \(lengths.upperBound) of a-z, 0-9 and -, not beginning with -"

    /// Whether `text` may name an app.
    package static func isValid(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            }
    }
}

extension App {
    /// The highest number of keys that an app may pin.
    static let mostPins = 32
    /// The highest number of storefronts of an app, because each costs a lookup.
    static let mostStorefronts = 20
    /// The most bytes of an audience or a lineage.
    private static let longestWord = 64

    /// Throws an error unless every property is valid. An app that CI signs must not pin the keys of this server.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer to the first invalid property.
    func check(serverKeys: [PublicKey]) throws(ControlPlaneError) {
        try require(AppSlug.isValid(slug), of: "slug", or: "is not a slug; write \(AppSlug.rule)")
        try require(
            Self.isBundleID(bundleID), of: "bundleID", or: "is not a bundle id; write one such as com.example.app")
        try require(
            (appleID ?? 1) > 0, of: "appleID", or: "is not an Apple ID; write the number of the app in the App Store")
        try require(
            !platforms.isEmpty && platforms.allSatisfy(\.isKnown) && Set(platforms).count == platforms.count,
            of: "platforms", or: "has to name each platform once, of ios, macos, tvos, watchos and visionos")
        try require(
            Self.isLanguage(defaultLanguage), of: "defaultLanguage",
            or: "is not a language tag; write a tag such as en or zh-Hans")
        for (name, word) in [("audience", audience), ("lineage", lineage)] {
            try require(
                Self.isWord(word), of: name,
                or: "has to be 1 to \(Self.longestWord) printable ASCII characters, no blanks")
        }
        try require(
            storefronts.count <= Self.mostStorefronts && Set(storefronts).count == storefronts.count, of: "storefronts",
            or: "has to name each country once, \(Self.mostStorefronts) at most")
        try require(
            appleKeyID.map(Self.isKeyID) ?? true, of: "appleKeyID",
            or: "is not a key id; write the ten letters and digits App Store Connect shows beside the key")
        try checkPins(serverKeys: serverKeys)
    }

    private func checkPins(serverKeys: [PublicKey]) throws(ControlPlaneError) {
        try require(!pins.isEmpty, of: "pins", or: "is empty; name the keys that the app's builds pin")
        try require(pins.count <= Self.mostPins, of: "pins", or: "has more than \(Self.mostPins) keys")
        try require(Set(pins.map(\.key)).count == pins.count, of: "pins", or: "names a key twice; name it once")
        guard signing == .ci, let shared = pins.first(where: { serverKeys.contains($0.key) }) else { return }
        throw ControlPlaneError(
            .invalid,
            detail:
                "pins names \(shared.key.id), which this server holds; an app that CI signs pins only keys that the "
                + "server does not have", pointer: "/pins")
    }

    private func require(_ isValid: Bool, of key: String, or problem: String) throws(ControlPlaneError) {
        if !isValid { throw ControlPlaneError(.invalid, detail: "\(key) \(problem)", pointer: "/\(key)") }
    }

    /// The rule of the member `bundleID` of policies.
    private static func isBundleID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    /// App Store Connect's ids have ten letters and digits; those of a simulator may be longer.
    private static func isKeyID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.utf8.count), text.utf8.count <= 35 else { return false }
        return !first.utf8.contains(where: \.isASCIIDigit)
            && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIILetterOrDigit) }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...longestWord).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
