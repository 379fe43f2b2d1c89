import AirworthyAuthoring
import AirworthyPolicy
import ControlPlane
import Dashboard
import HTTPTypes
import Hummingbird

/// The identity of an answer that many callers share: the app and the parsed question.
///
/// Requests have the same key if they differ only in unknown parameters, in the order of parameters or in their spelling.
struct AnswerKey: AnswerCacheKey {
    /// A question with its parsed values. Indirect, so that a key is small wherever it is stored.
    indirect enum Question: Hashable, Sendable {
        case decision(SharedInstallation)
        case features(SharedInstallation)
        case releases(platform: Platform?, channel: Channel?)
        case latestRelease(SharedInstallation)
        case latestBuild(Channel.Audience, platform: Platform, language: LanguageTag?)
        case builds(number: BuildNumber?, version: AppVersion?, platform: Platform, language: LanguageTag?)
        case download(DownloadQuestion)
        case oldClients(LegacyFormat, platform: Platform)
    }

    let app: String
    let question: Question

    var byteCount: Int {
        let texts =
            switch question {
            case .decision(let installation), .features(let installation), .latestRelease(let installation):
                installation.textBytes
            case .releases(let platform, let channel):
                (platform?.description.utf8.count ?? 0) + (channel?.description.utf8.count ?? 0)
            case .download(let question): question.textBytes
            case .oldClients(_, let platform): platform.description.utf8.count
            case .latestBuild(_, let platform, let language):
                platform.description.utf8.count + (language?.text.utf8.count ?? 0)
            case .builds(let number, let version, let platform, let language):
                3 * ((number?.description.utf8.count ?? 0) + (version?.description.utf8.count ?? 0))
                    + platform.description.utf8.count + (language?.text.utf8.count ?? 0)
            }
        return Self.fixedBytes + app.utf8.count + texts
    }

    /// The memory of a key without its texts.
    private static let fixedBytes = 768
}

/// An installation without values that identify it, as a part of an ``AnswerKey``.
struct SharedInstallation: Hashable, Sendable {
    private let installation: Installation
    /// The build number as written. Equal build numbers may be written differently, and the response repeats the text.
    private let build: String?

    /// Creates a part of a key; `nil` for an installation with an id or attributes, whose decision others cannot share.
    init?(_ installation: Installation) {
        guard installation.installID == nil, installation.attributes.isEmpty else { return nil }
        var installation = installation
        installation.language = installation.language.map { LanguageTag($0).text }
        self.installation = installation
        build = installation.build?.description
    }

    /// The size of the texts. A version is kept as text, as its parsed text and as a sort key.
    var textBytes: Int {
        let versions = [installation.versionText, build, installation.os?.version.description]
        let texts = [
            installation.language, installation.platform.description, installation.channel.description,
            installation.storefront?.code,
        ]
        return versions.reduce(0) { $0 + 3 * ($1?.utf8.count ?? 0) } + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}

/// A language tag in one spelling, as a part of an ``AnswerKey``. Texts are found by tags in any spelling.
struct LanguageTag: Hashable, Sendable {
    /// The tag in lower case, with hyphens.
    let text: String

    init(_ tag: String) {
        let isNormal = tag.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
        }
        text = isNormal ? tag : tag.lowercased().replacing("_", with: "-")
    }
}

/// The cached public answers, by parsed questions and by the texts of requests; at most 16 MiB together.
struct AnswerCaches: Sendable {
    /// The answers by parsed values, which requests in any spelling share.
    let parsed = AnswerCache<AnswerKey>(limit: 12 << 20)
    /// The same answers by the text of the requests, found without parsing. Requests in ever new spellings remove each
    /// other here, and nothing from ``parsed``.
    let asked = AnswerCache<AskedTarget.Key>(limit: 4 << 20)

    func store(_ answer: SharedAnswer, to target: AskedTarget) {
        asked.store(answer, to: target.key, edition: AnswerEdition(version: target.version))
    }
}

/// A public question as it was written, and the version of the app that it is about.
struct AskedTarget: Sendable {
    struct Key: AnswerCacheKey {
        /// The slug of the app. The short forms do not name it.
        let app: String
        /// The path and query.
        let target: String
        /// The body of a `POST`.
        let body: [UInt8]?

        var byteCount: Int { 256 + app.utf8.count + target.utf8.count + (body?.count ?? 0) }
    }

    let key: Key
    let version: Int
}

extension AskedTarget {
    /// The size in bytes up to which bodies are kept.
    static let longestBody = PublicAnswers.shortInput

    /// Creates a target; `nil` for a request whose answer depends on more, such as a token.
    ///
    /// Created before the app is read, so that an answer is never kept under a version that is too high.
    init?(_ request: Request, body: [UInt8]? = nil, app: String, served: ServedApps) {
        let isAsked = request.method == .get || request.method == .post && body != nil
        guard isAsked, body?.count ?? 0 <= Self.longestBody, request.headers.value(of: .authorization) == nil,
            let version = served.edition(of: app)
        else { return nil }
        self.init(key: Key(app: app, target: request.uri.string, body: body), version: version)
    }
}
