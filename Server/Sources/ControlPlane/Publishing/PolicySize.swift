import AirworthyTrust

/// Estimates the size of a policy's envelope from its text, without reading the policy.
enum PolicySize {
    /// Throws ``ControlPlaneError`` `tooLarge` if a policy cannot fit into an envelope, whatever the catalog and the
    /// keys are.
    ///
    /// Reading and checking a policy needs many times its size in memory, so text that could never be signed is refused
    /// first.
    static func check(_ text: [UInt8]) throws(ControlPlaneError) {
        let limit = SignedManifest.maximumSignedSize
        // The envelope has the policy as base64.
        guard text.count / 3 * 4 > limit else { return }
        let size = smallest(of: text) / 3 * 4
        guard size > limit else { return }
        throw ControlPlaneError(
            .tooLarge,
            detail:
                "the policy alone would take \(size) bytes of the envelope, and \(limit) is the limit of all; remove "
                + "rules or shorten texts")
    }

    /// Returns a lower bound for the bytes of JSON text without white space, its escapes written as short as possible.
    static func smallest(of text: [UInt8]) -> Int {
        var count = 0
        var isInString = false
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""):
                isInString.toggle()
                count += 1
            case UInt8(ascii: "\\") where isInString:
                count += 1
                let isLong = index + 1 < text.count && text[index + 1] == UInt8(ascii: "u")
                index += isLong ? 5 : 1
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                if isInString { count += 1 }
            default: count += 1
            }
            index += 1
        }
        return count
    }
}
