/// A build, `CFBundleVersion`: `310`, `1.2.3`, `202601252307`.
///
/// The numeric rules of ``AppVersion`` without a suffix, in a type of its own, because a build is another fact than
/// a version and the two are never compared.
public struct BuildNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest readable text, in characters, without blanks around it.
    public static let maximumLength = 128

    /// The text as it was given, without blanks around it.
    public let description: String

    let key: VersionKey

    /// Reads a build.
    ///
    /// - Parameter text: Digits and dots, at most 128 characters. Spaces, tabs and line ends around it are dropped.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableBuild``. Unreadable text is never zero.
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

    /// Whether two builds are the same, however they are spelled.
    /// - Parameters:
    ///   - lhs: The left build.
    ///   - rhs: The right build.
    /// - Returns: Whether neither sorts before the other.
    public static func == (lhs: BuildNumber, rhs: BuildNumber) -> Bool { lhs.key == rhs.key }

    /// Hashes what equality looks at.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
