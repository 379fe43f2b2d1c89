extension UpdateTarget {
    /// Reads `2.2.1` or `2.2.1 (310)`.
    /// - Parameter text: A version, and a build in parentheses if that matters.
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
}
