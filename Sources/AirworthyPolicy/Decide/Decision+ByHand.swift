extension Decision {
    /// Creates a decision for previews and tests. Set its other properties afterwards.
    /// - Parameters:
    ///   - status: The status. `required` and `maintenance` block.
    ///   - installation: The installed app.
    public init(_ status: Status, for installation: Installation) {
        self.init(
            status: status, blocking: status == .required || status == .maintenance,
            reason: status == .ok ? .noRule : .matched, platform: installation.platform, channel: installation.channel,
            installedVersion: installation.versionText, installedBuild: installation.build, skippable: false,
            features: [:])
    }
}

extension Decision.Update {
    /// Creates an update for previews and tests. Set its other properties afterwards.
    /// - Parameters:
    ///   - version: Its version; `nil` if only a URL is known.
    ///   - build: Its build, if known.
    ///   - url: The URL that leads to the update.
    public init(version: AppVersion?, build: BuildNumber? = nil, url: String?) {
        self.init(version: version, build: build, url: url, evidence: version == nil ? .asserted : .catalog)
    }
}
