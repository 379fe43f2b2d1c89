/// Counts the combining marks in a row in a text from outside.
///
/// To compare or hash strings, Swift sorts each run of combining marks, in time quadratic in its length: a single key of
/// 40,000 marks takes ten seconds. Unicode's Stream-Safe Text Format (UAX #15) allows 30 marks in a row, more than any
/// language needs, and so do the readers of documents and requests.
///
/// ```swift
/// CombiningMarks.areFew(in: "e\u{301}")  // true
/// ```
public struct CombiningMarks: Sendable {
    /// The highest number of marks in a row.
    public static let maximumRun = 30

    private var run = 0

    /// Creates a counter for a text.
    public init() {}

    /// Counts the next scalar of the text.
    /// - Parameter scalar: The scalar.
    /// - Returns: Whether there are not too many marks in a row up to here.
    public mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        run = Self.isMark(scalar) ? run + 1 : 0
        return run <= Self.maximumRun
    }

    /// Returns whether no run of marks in a text is too long.
    /// - Parameter text: The text.
    /// - Returns: Whether the text can be compared in linear time.
    public static func areFew(in text: some StringProtocol) -> Bool {
        // U+0300, the first mark, begins with the byte CC. So text in ASCII and Latin-1 needs no second look.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var marks = CombiningMarks()
        return text.unicodeScalars.allSatisfy { marks.accept($0) }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x3400...0x9FFF, 0xAC00...0xD7A3: false
        // Three Tibetan vowel signs are not marks themselves but decompose to two.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
