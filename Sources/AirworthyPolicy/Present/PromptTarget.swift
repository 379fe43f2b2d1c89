/// What a prompt is about, so that an answer is an answer to that and to nothing else.
enum PromptTarget: Hashable {
    /// A release. On the App Store the version alone: not every source knows the build there.
    case release(AppVersion, BuildNumber?)
    /// An update of unknown version.
    case link(String)
    /// A text without an update.
    case rule(String)

    init(_ decision: Decision) {
        guard let update = decision.promptedUpdate else {
            self = .rule(decision.rule ?? "")
            return
        }
        if let version = update.version {
            self = .release(version, decision.channel == .appstore || update.leavesBeta ? nil : update.build)
        } else {
            self = update.url.map(PromptTarget.link) ?? .rule(decision.rule ?? "")
        }
    }

    /// Whether another release would be told apart from this one. Without that, a skip would never end.
    var isRelease: Bool {
        if case .release = self { true } else { false }
    }

    init?(_ json: JSONValue?) {
        if let text = json?["version"]?.stringValue {
            guard let version = try? AppVersion(text) else { return nil }
            guard let build = json?["build"], !build.isNull else {
                self = .release(version, nil)
                return
            }
            guard let build = build.stringValue.flatMap({ try? BuildNumber($0) }) else { return nil }
            self = .release(version, build)
        } else if let url = json?["url"]?.stringValue {
            self = .link(url)
        } else if let rule = json?["rule"]?.stringValue {
            self = .rule(rule)
        } else {
            return nil
        }
    }

    var jsonValue: JSONValue {
        switch self {
        case .release(let version, nil): ["version": .text(version)]
        case .release(let version, let build?): ["version": .text(version), "build": .text(build)]
        case .link(let url): ["url": .string(url)]
        case .rule(let rule): ["rule": .string(rule)]
        }
    }
}

/// A version with its build, as it was installed at some time.
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

    /// E.g. `2.2.0 (300)`.
    public var description: String { build.map { "\(version) (\($0))" } ?? "\(version)" }

    /// Newer is by version, then, where both are known, by build.
    func isNewer(than other: InstalledBuild) -> Bool {
        if version != other.version { return version > other.version }
        guard let build, let theirs = other.build else { return false }
        return build > theirs
    }

    init?(_ json: JSONValue?) {
        guard case .release(let version, let build)? = PromptTarget(json) else { return nil }
        self.init(version: version, build: build)
    }

    var jsonValue: JSONValue { PromptTarget.release(version, build).jsonValue }
}

extension Decision {
    /// The installed version and build; `nil` if the version cannot be read.
    var installed: InstalledBuild? {
        (try? AppVersion(installedVersion)).map { InstalledBuild(version: $0, build: installedBuild) }
    }

    /// What a prompt offers: the update, or, where no rule acts and somebody asked, the newest release if it is newer.
    var promptedUpdate: Update? { update ?? (status == .ok ? newerRelease : nil) }

    /// The newest release for this installation, if it is newer than what is installed.
    package var newerRelease: Update? {
        guard let newest, let version = newest.version, let installed,
            InstalledBuild(version: version, build: newest.build).isNewer(than: installed)
        else { return nil }
        return newest
    }
}
