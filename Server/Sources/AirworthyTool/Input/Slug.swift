/// Checks the name of an app: 1 to 63 of `a-z`, `0-9` and `-`, the first no `-`.
///
/// - Parameters:
///   - text: The value.
///   - option: The option it was given by, without dashes.
/// - Returns: The value.
/// - Throws: ``ToolError`` with status 65.
func slug(_ text: String, option: String) throws(ToolError) -> String {
    let isSlug =
        (1...63).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
        && text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    guard isSlug else {
        throw ToolError(
            .badData,
            "--\(option): `\(text.printable)` is no name of an app; write 1 to 63 of a-z, 0-9 and -, not beginning with -"
        )
    }
    return text
}
