extension Decision {
    /// Makes a decision by hand, for previews and tests; set the other fields afterwards.
    /// - Parameters:
    ///   - status: What the copy is asked to do. `required` and `maintenance` block.
    ///   - installation: The copy.
    public init(_ status: Status, for installation: Installation) {
        self.init(
            status: status, blocking: status == .required || status == .maintenance,
            reason: status == .ok ? .noRule : .matched, platform: installation.platform, channel: installation.channel,
            installedVersion: installation.versionText, installedBuild: installation.build, skippable: false,
            features: [:])
    }
}

extension Decision.Update {
    /// Makes an update by hand, for previews and tests; set the other fields afterwards.
    /// - Parameters:
    ///   - version: Its version; `nil` if only a URL is known.
    ///   - build: Its build, if known.
    ///   - url: Where to get it.
    public init(_ version: AppVersion?, _ build: BuildNumber? = nil, url: String?) {
        self.init(version: version, build: build, url: url, evidence: version == nil ? .asserted : .catalog)
    }
}
