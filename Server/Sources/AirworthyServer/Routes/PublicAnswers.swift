import AirworthyAuthoring
import AirworthyPolicy
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The way from a public question to its response: from the cache, or computed under the limit of evaluations.
struct PublicAnswers: Sendable {
    struct Computed {
        let answer: PreparedAnswer
        /// The time until which the answer is the same with the same data; `nil` for ever.
        let end: Date?
    }

    /// The size in bytes up to which input is parsed without an evaluation slot: that costs less than receiving it.
    static let shortInput = 1_024

    let caches: AnswerCaches
    let evaluations: EvaluationLimiter
    let now: @Sendable () -> Date

    /// Parses input; input that is not short under the limit of evaluations.
    func parse<Parsed: Sendable>(byteCount: Int, _ parse: () throws -> Parsed) async throws -> Parsed {
        guard byteCount > Self.shortInput else { return try parse() }
        return try await evaluations.run(parse)
    }

    /// Returns the response to a question; see ``answer(to:asked:edition:compute:)``.
    func response(
        to key: AnswerKey?, asked: AskedTarget? = nil, edition: AnswerEdition,
        compute: (_ now: Date) throws -> Computed
    ) async throws -> Response {
        if let known = known(key, asked: asked, edition: edition) { return known.response }
        return try await evaluations.run {
            // Looks in the cache again, because an equal request may have been answered while this one waited.
            try answer(to: key, asked: asked, edition: edition, compute: compute).response
        }
    }

    /// Returns the answer to a question, from the cache or computed. Call it with an evaluation slot.
    ///
    /// The key is `nil` if others cannot share the answer. `asked` is the request as it was written, under which
    /// ``Front`` finds the answer from now on. `edition` is the data that the answer depends on. Errors of `compute`
    /// are not cached.
    func answer(
        to key: AnswerKey?, asked: AskedTarget?, edition: AnswerEdition, compute: (_ now: Date) throws -> Computed
    ) rethrows -> PreparedAnswer {
        if let known = known(key, asked: asked, edition: edition) { return known }
        let now = now()
        let computed = try compute(now)
        guard let key else { return computed.answer }
        let answer = SharedAnswer(answer: computed.answer, validity: now..<max(now, computed.end ?? .distantFuture))
        caches.parsed.store(answer, to: key, edition: edition)
        if let asked { caches.store(answer, to: asked) }
        return computed.answer
    }

    private func known(_ key: AnswerKey?, asked: AskedTarget?, edition: AnswerEdition) -> PreparedAnswer? {
        guard let key, let known = caches.parsed.answer(to: key, edition: edition, at: now()) else { return nil }
        if let asked { caches.store(known, to: asked) }
        return known.answer
    }
}

/// The identity of an answer in an ``AnswerCache``.
protocol AnswerCacheKey: Hashable, Sendable {
    /// The memory that the key occupies, estimated high.
    var byteCount: Int { get }
}

/// The data that an answer was computed from. An answer is not used for any other edition.
struct AnswerEdition: Hashable, Sendable {
    /// The digest of the manifest in force.
    var head: String?
    /// The edition of the catalog.
    var catalog: Int?
    /// The number of changes of the app and all of its data; where it is given, nothing else is needed.
    var version: Int?
}

/// An answer and the time for which it is the same with the same data.
struct SharedAnswer: Sendable {
    let answer: PreparedAnswer
    /// The time of the computation up to the time of the next change without new data.
    let validity: Range<Date>
}

/// A cache of public answers, so that equal questions cost one evaluation together. Its memory is bounded.
///
/// When it is full, the entries form a clock: a hand goes round, spares each entry that was used since its last visit
/// once, and removes the others one by one until there is room.
final class AnswerCache<Key: AnswerCacheKey>: Sendable {
    private struct Entry {
        let key: Key
        let answer: SharedAnswer
        let edition: AnswerEdition
        let byteCount: Int
        var wasUsed = false
    }

    private struct State {
        var places: [Key: Int] = [:]
        /// The entries, with gaps at the places in `free`.
        var ring: [Entry?] = []
        var free: [Int] = []
        var hand = 0
        var byteCount = 0

        mutating func insert(_ entry: Entry) {
            let place = free.popLast() ?? ring.count
            if place == ring.count { ring.append(entry) } else { ring[place] = entry }
            places[entry.key] = place
            byteCount += entry.byteCount
        }

        mutating func remove(at place: Int) {
            guard let entry = ring[place] else { return }
            places[entry.key] = nil
            ring[place] = nil
            free.append(place)
            byteCount -= entry.byteCount
        }

        /// Removes entries until the total is at most `limit`. Checks two in any case, so that expired ones go in time.
        mutating func makeRoom(limit: Int, at now: Date) {
            var checks = 2
            while checks > 0 || byteCount > limit, !places.isEmpty {
                checks -= 1
                hand = (hand + 1) % ring.count
                guard let entry = ring[hand] else { continue }
                if !entry.answer.validity.contains(now) {
                    remove(at: hand)
                } else if byteCount > limit {
                    if entry.wasUsed { ring[hand]?.wasUsed = false } else { remove(at: hand) }
                }
            }
        }
    }

    /// The largest total size of keys and answers in bytes.
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0.places.count } }
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns the cached answer if it is valid for the current data and time; removes it otherwise.
    func answer(to key: Key, edition: AnswerEdition, at now: Date) -> SharedAnswer? {
        state.withLock { state in
            guard let place = state.places[key], let entry = state.ring[place] else { return nil }
            guard entry.edition == edition, entry.answer.validity.contains(now) else {
                state.remove(at: place)
                return nil
            }
            if !entry.wasUsed { state.ring[place]?.wasUsed = true }
            return entry.answer
        }
    }

    /// Stores an answer that was computed from `edition`, unless it is larger than a quarter of the cache.
    func store(_ answer: SharedAnswer, to key: Key, edition: AnswerEdition) {
        let entry = Entry(
            key: key, answer: answer, edition: edition, byteCount: key.byteCount + answer.answer.byteCount)
        guard entry.byteCount <= limit / 4 else { return }
        state.withLock { state in
            if let place = state.places[key] { state.remove(at: place) }
            state.makeRoom(limit: limit - entry.byteCount, at: answer.validity.lowerBound)
            state.insert(entry)
        }
    }
}

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
