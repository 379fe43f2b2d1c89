import AirworthyPolicy
import AirworthyTrust

extension App {
    /// The most keys an app may pin.
    static let mostPins = 32
    /// The most App Store countries that are asked for one app: each costs a lookup.
    static let mostStorefronts = 20

    /// Makes sure that every part says something that can be used.
    /// - Parameter serverKeys: The keys this server signs with, which an app that CI signs must not pin.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer to the first part that does not.
    func check(serverKeys: [PublicKey]) throws(ControlPlaneError) {
        try Self.require(AppSlug.isValid(slug), "slug", "is no slug; write \(AppSlug.rule)")
        try Self.require(Self.isBundleID(bundleID), "bundleID", "is no bundle id; write one such as com.example.app")
        try Self.require((appleID ?? 1) > 0, "appleID", "is no Apple ID; write the number of the app in the App Store")
        try Self.require(
            !platforms.isEmpty && platforms.allSatisfy(\.isKnown) && Set(platforms).count == platforms.count,
            "platforms", "has to name each platform once, of ios, macos, tvos, watchos and visionos")
        try Self.require(
            Self.isLanguage(defaultLanguage), "defaultLanguage", "is no language; write a tag such as en or zh-Hans")
        try Self.require(Self.isWord(audience), "audience", "has to be 1 to 64 printable ASCII characters, no blanks")
        try Self.require(Self.isWord(lineage), "lineage", "has to be 1 to 64 printable ASCII characters, no blanks")
        try Self.require(
            storefronts.count <= Self.mostStorefronts && Set(storefronts).count == storefronts.count, "storefronts",
            "has to name each country once, \(Self.mostStorefronts) at most")
        try Self.require(
            appleKeyID.map(Self.isKeyID) ?? true, "appleKeyID",
            "is no key id; write the ten letters and digits App Store Connect shows beside the key")
        try checkPins(serverKeys)
    }

    private func checkPins(_ serverKeys: [PublicKey]) throws(ControlPlaneError) {
        try Self.require(!pins.isEmpty, "pins", "is empty; name the keys that the app's builds pin")
        try Self.require(pins.count <= Self.mostPins, "pins", "has more than \(Self.mostPins) keys")
        try Self.require(Set(pins.map(\.key)).count == pins.count, "pins", "names a key twice; name it once")
        guard signing == .ci, let shared = pins.first(where: { serverKeys.contains($0.key) }) else { return }
        throw ControlPlaneError(
            .invalid,
            detail:
                "pins names \(shared.key.id), which this server holds; an app that CI signs pins only keys that the server "
                + "does not have", pointer: "/pins")
    }

    private static func require(_ isFine: Bool, _ key: String, _ problem: String) throws(ControlPlaneError) {
        if !isFine { throw ControlPlaneError(.invalid, detail: "\(key) \(problem)", pointer: "/\(key)") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The same rule as the one for policies.
    private static func isBundleID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    /// App Store Connect makes ten; a key of a stand-in may be named otherwise.
    private static func isKeyID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.utf8.count), text.utf8.count <= 35 else { return false }
        return first.utf8.allSatisfy { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
