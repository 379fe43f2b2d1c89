import AirworthyPolicy

/// Rejects texts that would take Yams long to parse, in one pass and before it sees them.
///
/// Yams hashes the keys of every mapping, compares each tag directive with all earlier ones, and releases nested values
/// recursively. The pass does not know which characters are quoted, so its limits are above those of any real file.
struct YAMLLimits {
    private static let maximumAnchors = 100
    private static let maximumDirectives = 100
    private static let maximumKeys = 50_000
    private static let longestTag = 256

    private var anchors = 0
    private var directives = 0
    private var keys = 0
    /// The characters of the tag at the cursor; `nil` outside of tags.
    private var tag: Int?
    private var marks = CombiningMarks()
    private var before: Unicode.Scalar = "\n"

    static func check(_ text: String) throws(DocumentError) {
        // An array, because each step looks ahead, which is slow in a string.
        var rest = Array(text.unicodeScalars)[...]
        var limits = YAMLLimits()
        while let scalar = rest.popFirst() {
            try limits.count(scalar, followedBy: rest.first)
            try limits.countMarks(scalar, followedBy: &rest)
            limits.before = scalar
        }
    }

    private mutating func count(_ scalar: Unicode.Scalar, followedBy next: Unicode.Scalar?) throws(DocumentError) {
        let isAtStart = before.isBlank || before == "[" || before == "{" || before == "," || before == ":"
        switch scalar {
        case "&" where isAtStart && !(next?.isBlank ?? true):
            anchors += 1
            try Self.require(anchors, atMost: Self.maximumAnchors, of: "anchors; repeat the values instead")
        case "%" where before == "\n" || before == "\r":
            directives += 1
            try Self.require(directives, atMost: Self.maximumDirectives, of: "directives; remove them")
        // A key of a flow mapping may be quoted and have no space after its colon.
        case ":" where (next?.isBlank ?? true) || before == "\"" || before == "'",
            "?" where (next?.isBlank ?? true) && isAtStart:
            keys += 1
            try Self.require(keys, atMost: Self.maximumKeys, of: "keys; split the file")
        default: break
        }
        if scalar == "!", isAtStart {
            tag = 0
        } else if scalar.isBlank {
            tag = nil
        } else if let length = tag {
            tag = length + 1
            try Self.require(length, atMost: Self.longestTag, of: "characters in a tag; remove it")
        }
    }

    /// Counts a scalar. An escape in a quoted string counts as its scalar, and an escaped line break as nothing; the rest of
    /// it is removed.
    private mutating func countMarks(
        _ scalar: Unicode.Scalar, followedBy rest: inout ArraySlice<Unicode.Scalar>
    ) throws(DocumentError) {
        guard scalar == "\\" else { return try accept(scalar) }
        switch rest.first {
        case "x": try acceptEscape(&rest, digits: 2)
        case "u": try acceptEscape(&rest, digits: 4)
        case "U": try acceptEscape(&rest, digits: 8)
        case "\n", "\r": rest = rest.drop(while: \.isBlank)
        default: try accept(scalar)
        }
    }

    private mutating func acceptEscape(
        _ rest: inout ArraySlice<Unicode.Scalar>, digits: Int
    ) throws(DocumentError) {
        let text = String(String.UnicodeScalarView(rest.dropFirst().prefix(digits)))
        guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else { return try accept("\\") }
        try accept(scalar)
        rest = rest.dropFirst(1 + digits)
    }

    private mutating func accept(_ scalar: Unicode.Scalar) throws(DocumentError) {
        guard marks.accept(scalar) else {
            throw DocumentError(
                "combining-marks", at: .start,
                message:
                    "The file has more than \(CombiningMarks.maximumRun) combining marks in a row; remove some of them."
            )
        }
    }

    private static func require(_ count: Int, atMost limit: Int, of things: String) throws(DocumentError) {
        guard count > limit else { return }
        throw DocumentError("too-large", at: .start, message: "More than \(limit) \(things).")
    }
}

extension Unicode.Scalar {
    /// Whether the character is a space, a tab or a line break.
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}
