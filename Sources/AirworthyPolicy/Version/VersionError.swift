/// An error from reading a version, a build or a range, with the correct form.
///
/// ```swift
/// do {
///     _ = try AppVersion("v2.2")
/// } catch {
///     print(error)  // `v2.2` is not a version: leave out the letter in front and start with a digit, such as …
/// }
/// ```
public struct VersionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of text that could not be read. Later versions may add codes, so switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name, for logs and machine-readable output.
        public let description: String

        /// The text is not a version.
        public static let unreadableVersion = Code(description: "unreadable-version")
        /// The text is not a build.
        public static let unreadableBuild = Code(description: "unreadable-build")
        /// The text is not a range of versions or builds.
        public static let unreadableRange = Code(description: "unreadable-range")
    }

    /// The kind of text that could not be read.
    public let code: Code
    /// The text, without control characters and cut after 64 characters, so that it is safe to log.
    public let subject: String
    /// One or two sentences with the problem and its remedy.
    public let message: String
    /// The message.
    public var description: String { message }

    /// Creates the error for a text that is not a version or build.
    init(unreadable text: [UInt8], code: Code) {
        self.code = code
        subject = Self.printable(text)
        message = Self.sentence(text, noun: code == .unreadableBuild ? "build" : "version", subject: subject)
    }

    /// Creates the error for a text that is not a range. The reason ends with a full stop.
    init(range text: [UInt8], reason: String) {
        code = .unreadableRange
        subject = Self.printable(text)
        message = (subject.isEmpty ? "The range" : "The range `\(subject)`") + " is not readable: \(reason)"
    }

    private static func sentence(_ text: [UInt8], noun: String, subject: String) -> String {
        let example = noun == "build" ? "`310` or `1.2.3`" : "`2.2.1` or `2.2.1-beta.3`"
        if text.isEmpty { return "The \(noun) is empty: write digits and dots, such as \(example)." }
        if text.count > AppVersion.maximumLength {
            return "The \(noun) `\(subject)` is longer than \(AppVersion.maximumLength) characters."
        }
        let unlike = "`\(subject)` is not a \(noun)"
        if let first = text.first, first | 0x20 == UInt8(ascii: "v"), text.dropFirst().first?.isDigit == true {
            return "\(unlike): leave out the letter in front and start with a digit, such as \(example)."
        }
        let dash = text.firstIndex(of: UInt8(ascii: "-"))
        let parts = text[..<(dash ?? text.endIndex)].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.contains(where: \.isEmpty), parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) {
            return "\(unlike): a number is missing before, after or between dots; write it like \(example)."
        }
        guard parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else {
            return "\(unlike): only the digits 0 to 9 are allowed between dots, such as \(example)."
        }
        if noun == "build" { return "\(unlike): a build has no suffix; write it like \(example)." }
        return
            "\(unlike): only ASCII letters, digits, `.`, `-`, `_` and `+` are allowed after the `-`, such as \(example)."
    }

    private static func printable(_ text: [UInt8]) -> String {
        let scalars = String(decoding: text.prefix(300), as: UTF8.self).unicodeScalars
        var printable = ""
        for scalar in scalars.prefix(64) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                printable += "\\u{" + String(scalar.value, radix: 16) + "}"
            default:
                printable.unicodeScalars.append(scalar)
            }
        }
        return scalars.count > 64 ? printable + "…" : printable
    }
}
