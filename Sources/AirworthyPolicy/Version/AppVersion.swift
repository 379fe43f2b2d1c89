/// A marketing version, `CFBundleShortVersionString`: `2.2.1`, `1.10`, `3.0-beta.2`.
///
/// Dot-separated ASCII integers of any count and size. Missing parts are zero (`1.0 == 1`), leading zeros mean
/// nothing (`1.05 == 1.5`), parts compare as numbers (`1.10 > 1.9`). A version with a suffix sorts before the same
/// version without one; in suffixes runs of digits compare as numbers (`beta.10 > beta.9`), everything else as
/// ASCII, and a suffix before its extension. Equality and hash follow the order, not the spelling. Comparing two
/// versions takes constant time and no allocation unless both are long and nearly alike.
public struct AppVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest readable text, in characters, without blanks around it.
    public static let maximumLength = 128

    /// The text as it was given, without blanks around it.
    public let description: String
    /// Whether the version carries a `-suffix`, as a beta or a release candidate does.
    public let hasSuffix: Bool

    let key: VersionKey

    /// Reads a version.
    ///
    /// - Parameter text: Digits and dots, optionally `-` and a suffix of ASCII letters, digits, `.`, `-`, `_`, `+`;
    ///   at most 128 characters. Spaces, tabs and line ends around it are dropped.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableVersion``. Unreadable text is never zero.
    public init(_ text: String) throws(VersionError) {
        try self.init(bytes: text.utf8.trimmingBlanks[...])
    }

    init(bytes: ArraySlice<UInt8>) throws(VersionError) {
        guard bytes.count <= Self.maximumLength, let key = VersionKey(text: bytes, allowsSuffix: true) else {
            throw VersionError(unreadable: Array(bytes), code: .unreadableVersion)
        }
        description = String(decoding: bytes, as: UTF8.self)
        hasSuffix = bytes.contains(UInt8(ascii: "-"))
        self.key = key
    }

    /// Compares the numeric parts and leaves suffixes aside: `1.4-beta` and `1.4.0` are equal here.
    ///
    /// - Parameter other: The version to compare with.
    /// - Returns: How this version stands to `other`.
    public func numericOrder(with other: AppVersion) -> VersionOrder {
        hasSuffix || other.hasSuffix
            ? VersionOrder(comparing: key.numericFloor, to: other.key.numericFloor)
            : VersionOrder(comparing: key, to: other.key)
    }

    /// The first numeric part in which two versions differ, which says how large the step between them is.
    ///
    /// - Parameter other: The version to compare with.
    /// - Returns: 0 for major, 1 for minor, 2 for patch, 3 and more for what follows; nil when the numeric parts
    ///   are equal, whatever the suffixes.
    public func firstDifferingComponent(from other: AppVersion) -> Int? {
        key.firstDifferingPart(from: other.key)
    }

    /// Whether the left version is lower.
    /// - Parameters:
    ///   - lhs: The left version.
    ///   - rhs: The right version.
    /// - Returns: Whether `lhs` sorts before `rhs`.
    public static func < (lhs: AppVersion, rhs: AppVersion) -> Bool { lhs.key < rhs.key }

    /// Whether two versions are the same, however they are spelled.
    /// - Parameters:
    ///   - lhs: The left version.
    ///   - rhs: The right version.
    /// - Returns: Whether neither sorts before the other.
    public static func == (lhs: AppVersion, rhs: AppVersion) -> Bool { lhs.key == rhs.key }

    /// Hashes what equality looks at.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
