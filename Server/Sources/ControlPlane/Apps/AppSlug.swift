/// The rules for the name of an app: 1 to 63 of `a-z`, `0-9` and `-`, the first no `-`. Never renamed, never reused.
package enum AppSlug {
    /// What a slug has to look like, for messages.
    package static let rule = "1 to 63 of a-z, 0-9 and -, not beginning with -"

    /// Whether `text` may name an app.
    package static func isValid(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
