/// A version with its build, as installed at some time.
public struct InstalledBuild: Hashable, Sendable, CustomStringConvertible {
    /// The version.
    public var version: AppVersion
    /// The build, if known.
    public var build: BuildNumber?

    /// Creates an installed build.
    /// - Parameters:
    ///   - version: The version.
    ///   - build: The build, if known.
    public init(version: AppVersion, build: BuildNumber? = nil) {
        self.version = version
        self.build = build
    }

    /// The version and the build, e.g. `2.2.0 (300)`.
    public var description: String { build.map { "\(version) (\($0))" } ?? "\(version)" }

    /// Whether this build is newer: by version and, for equal versions with known builds, by build.
    func isNewer(than other: InstalledBuild) -> Bool {
        if version != other.version { return version > other.version }
        guard let build, let theirs = other.build else { return false }
        return build > theirs
    }

    /// Reads a stored build.
    package init?(_ json: JSONValue?) {
        guard case .release(let version, let build)? = PromptTarget(json) else { return nil }
        self.init(version: version, build: build)
    }

    /// The build as it is stored.
    package var jsonValue: JSONValue { PromptTarget.release(version, build).jsonValue }
}
