/// The oldest release that satisfies a rule.
///
/// ```swift
/// effect.target = try UpdateTarget("2.2.1 (310)")
/// ```
public struct UpdateTarget: Hashable, Sendable, CustomStringConvertible {
    /// The version.
    public var version: AppVersion
    /// The build, if the rule names one.
    public var build: BuildNumber?

    /// Creates a target.
    /// - Parameters:
    ///   - version: The version.
    ///   - build: The build, if the rule names one.
    public init(version: AppVersion, build: BuildNumber? = nil) {
        self.version = version
        self.build = build
    }

    /// Creates a target from `2.2.1` or `2.2.1 (310)`.
    /// - Parameter text: A version, optionally with a build in parentheses.
    /// - Throws: ``VersionError`` if the version or the build is unreadable.
    public init(_ text: String) throws(VersionError) {
        let bytes = text.utf8
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
            self.init(version: try AppVersion(text))
            return
        }
        self.init(
            version: try AppVersion(String(text[..<open])),
            build: try BuildNumber(String(text[bytes.index(after: open)...].dropLast())))
    }

    /// The text form, e.g. `2.2.1 (310)`.
    public var description: String { build.map { "\(version) (\($0))" } ?? "\(version)" }
}
