import AirworthyPolicy

/// Helpers for texts that people read.
enum Text {
    /// A foreign name in quotes, escaped and cut, so that hostile input cannot fill a log.
    static func quoted(_ name: String) -> String {
        let short = name.unicodeScalars.prefix(80)
        let isCut = short.endIndex != name.unicodeScalars.endIndex
        return JSONValue.string(String(String.UnicodeScalarView(short)) + (isCut ? "…" : "")).jsonText()
    }

    /// Foreign names, the first few of them.
    static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(8).map(quoted).joined(separator: ", ")
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
