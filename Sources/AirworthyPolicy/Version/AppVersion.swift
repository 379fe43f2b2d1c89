/// A marketing version, `CFBundleShortVersionString`: `2.2.1`, `1.10`, `3.0-beta.2`.
///
/// A version is a list of dot-separated ASCII integers of any length and size. Missing parts are zero (`1.0 == 1`),
/// leading zeros are ignored (`1.05 == 1.5`), and parts compare as numbers (`1.10 > 1.9`). A version with a suffix sorts
/// before the same version without one. In suffixes, runs of digits compare as numbers (`beta.10 > beta.9`), everything
/// else as ASCII, and a suffix sorts before its extensions. Equality and hash follow the order, not the spelling.
///
/// ```swift
/// try AppVersion("1.10") > AppVersion("1.9")      // true
/// try AppVersion("2.0-rc1") < AppVersion("2.0")   // true
/// try AppVersion("1.0") == AppVersion("1")        // true
/// ```
///
/// Comparing two versions takes constant time and no allocation unless both are long and nearly equal.
public struct AppVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest accepted text in characters, without white space around it.
    public static let maximumLength = 128

    /// The original text, without white space around it.
    public let description: String
    /// Whether the version has a `-suffix`, e.g. of a beta or a release candidate.
    public let hasSuffix: Bool

    let key: VersionKey

    /// Creates a version from text.
    ///
    /// - Parameter text: Digits and dots, optionally `-` and a suffix of ASCII letters, digits, `.`, `-`, `_`, `+`;
    ///   at most 128 characters. White space around it is ignored.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableVersion``. Unreadable text never counts as zero.
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

    /// Compares the numeric parts and ignores suffixes.
    ///
    /// ```swift
    /// try AppVersion("1.4-beta").numericOrder(with: AppVersion("1.4.0"))  // .equal
    /// ```
    /// - Parameter other: The version to compare with.
    /// - Returns: The order of this version relative to `other`.
    public func numericOrder(with other: AppVersion) -> VersionOrder {
        hasSuffix || other.hasSuffix
            ? VersionOrder(comparing: key.numericFloor, to: other.key.numericFloor)
            : VersionOrder(comparing: key, to: other.key)
    }

    /// Returns the first numeric part in which two versions differ, which shows the size of the step between them.
    ///
    /// ```swift
    /// try AppVersion("2.3").firstDifferingComponent(from: AppVersion("2.1.4"))  // 1: a minor update
    /// ```
    /// - Parameter other: The version to compare with.
    /// - Returns: 0 for major, 1 for minor, 2 for patch, 3 and more for later parts; `nil` if the numeric parts
    ///   are equal, with any suffixes.
    public func firstDifferingComponent(from other: AppVersion) -> Int? {
        key.firstDifferingPart(from: other.key)
    }

    /// Whether the left version is lower.
    /// - Parameters:
    ///   - lhs: The left version.
    ///   - rhs: The right version.
    /// - Returns: Whether `lhs` sorts before `rhs`.
    public static func < (lhs: AppVersion, rhs: AppVersion) -> Bool { lhs.key < rhs.key }

    /// Whether two versions are equal, with any spelling.
    /// - Parameters:
    ///   - lhs: The left version.
    ///   - rhs: The right version.
    /// - Returns: Whether neither sorts before the other.
    public static func == (lhs: AppVersion, rhs: AppVersion) -> Bool { lhs.key == rhs.key }

    /// Hashes the properties that `==` compares.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The order of two values.
///
/// ```swift
/// VersionOrder(comparing: try AppVersion("1.9"), to: try AppVersion("1.10"))  // .lower
/// ```
public enum VersionOrder: String, Hashable, Sendable, CaseIterable {
    /// The left value is lower.
    case lower = "<"
    /// The values are equal.
    case equal = "="
    /// The left value is higher.
    case higher = ">"

    /// Compares two values of a total order.
    /// - Parameters:
    ///   - left: The left value.
    ///   - right: The right value.
    public init<Value: Comparable>(comparing left: Value, to right: Value) {
        self = left < right ? .lower : right < left ? .higher : .equal
    }
}
