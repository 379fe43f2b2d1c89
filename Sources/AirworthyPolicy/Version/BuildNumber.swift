/// A build number, `CFBundleVersion`: `310`, `1.2.3`, `202601252307`.
///
/// Builds compare by the numeric rules of ``AppVersion`` and have no suffix. They have a type of their own, because a
/// build is never compared with a version.
///
/// ```swift
/// try BuildNumber("310") > BuildNumber("31")  // true
/// ```
public struct BuildNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest accepted text in characters, without white space around it.
    public static let maximumLength = 128

    /// The original text, without white space around it.
    public let description: String

    let key: VersionKey

    /// Creates a build number from text.
    ///
    /// - Parameter text: Digits and dots, at most 128 characters. White space around it is ignored.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableBuild``. Unreadable text never counts as zero.
    public init(_ text: String) throws(VersionError) {
        try self.init(bytes: text.utf8.trimmingBlanks[...])
    }

    init(bytes: ArraySlice<UInt8>) throws(VersionError) {
        guard bytes.count <= Self.maximumLength, let key = VersionKey(text: bytes, allowsSuffix: false) else {
            throw VersionError(unreadable: Array(bytes), code: .unreadableBuild)
        }
        description = String(decoding: bytes, as: UTF8.self)
        self.key = key
    }

    /// Whether the left build is lower.
    /// - Parameters:
    ///   - lhs: The left build.
    ///   - rhs: The right build.
    /// - Returns: Whether `lhs` sorts before `rhs`.
    public static func < (lhs: BuildNumber, rhs: BuildNumber) -> Bool { lhs.key < rhs.key }

    /// Whether two builds are equal, with any spelling.
    /// - Parameters:
    ///   - lhs: The left build.
    ///   - rhs: The right build.
    /// - Returns: Whether neither sorts before the other.
    public static func == (lhs: BuildNumber, rhs: BuildNumber) -> Bool { lhs.key == rhs.key }

    /// Hashes the properties that `==` compares.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
