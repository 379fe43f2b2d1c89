import AirworthyPolicy

/// A question about the releases of an app, with parsed values.
enum ReleaseQuestion: Sendable {
    /// All releases, or those of a platform and a channel.
    case releases(platform: Platform?, channel: Channel?)
    /// The newest release that an installation can get.
    case latestRelease(Installation)
    /// The newest build that an audience can install.
    case latestBuild(Channel.Audience, platform: Platform, language: String?)
    /// The builds with a number or a version.
    case builds(BuildText, platform: Platform, language: String?)

    /// The identity of the answer for callers without a token.
    var key: AnswerKey.Question? {
        switch self {
        case .releases(let platform, let channel): .releases(platform: platform, channel: channel)
        case .latestRelease(let installation): SharedInstallation(installation).map { .latestRelease($0) }
        case .latestBuild(let audience, let platform, let language):
            .latestBuild(audience, platform: platform, language: language.map(LanguageTag.init))
        case .builds(let text, let platform, let language):
            .builds(
                number: text.number, version: text.version, platform: platform,
                language: language.map(LanguageTag.init))
        }
    }

    /// Whether only App Store Connect has the data of the answer.
    var needsTestFlight: Bool {
        switch self {
        case .releases: false
        case .latestRelease(let installation): installation.channel.isTestFlight
        case .latestBuild, .builds: true
        }
    }
}

/// A text in a path that names TestFlight builds.
struct BuildText: Sendable {
    /// The text, for messages.
    let text: String
    /// The text as a build number.
    let number: BuildNumber?
    /// The text as a marketing version, where that is allowed.
    let version: AppVersion?
    /// Whether the text may be a marketing version.
    let allowsVersions: Bool

    /// Parses a text. One that is neither is not an error: no build has it.
    init(_ text: String, allowsVersions: Bool) {
        self.text = text
        self.allowsVersions = allowsVersions
        number = try? BuildNumber(text)
        version = allowsVersions ? try? AppVersion(text) : nil
    }
}
