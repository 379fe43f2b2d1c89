import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird

/// The route that counts installations, without identifying any.
struct CheckInRoutes: Sendable {
    let adoption: AdoptionService
    let served: ServedApps
    let limit: CheckInLimit

    /// `POST /v1/apps/{app}/check-ins`
    @Sendable func add(_ request: Request, context: AppRequestContext) async throws -> Response {
        try limit.take(for: request, context: context)
        let app = try served.app(context.slug)
        let body = try await request.jsonBytes(upTo: BodyLimit.checkIn)
        let checkIn = try CheckInInput(app: app).checkIn(body)
        return .json(["schema": 1, "day": .string(adoption.add(checkIn, app: context.slug).text)], status: .accepted)
    }
}

/// The limit of check-ins of an address: 1,000 in a row, then ten a second. Many devices share the address of a network.
struct CheckInLimit: Sendable {
    private let limiter: AddressLimiter
    private let proxies: TrustedProxies

    /// Creates a limit.
    init(proxies: TrustedProxies, now: @escaping @Sendable () -> Date) {
        limiter = AddressLimiter(burst: 1_000, period: .milliseconds(100), now: now)
        self.proxies = proxies
    }

    /// Counts a request.
    /// - Throws: ``HTTPProblem`` 429.
    func take(for request: Request, context: AppRequestContext) throws(HTTPProblem) {
        guard let seconds = limiter.take(from: context.limiterKey(of: request, behind: proxies)) else { return }
        throw HTTPProblem(
            .tooManyRequests, detail: "too many check-ins from this address; check in tomorrow",
            headers: [.retryAfter: String(seconds)])
    }
}

/// Reads check-ins of an app.
struct CheckInInput: Sendable {
    /// The most characters of a version, build number or system.
    private static let longestVersion = 32
    /// The most characters of the name of a marketplace.
    private static let longestMarketplace = 64
    /// The most rules that a device reports steps of.
    private static let mostRules = 20
    /// Stands for the id of a rule that is not in the manifest in force. No rule has it.
    static let otherRule = "*"

    let app: ServedApp

    /// Reads a check-in. Unknown members are ignored.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    func checkIn(_ body: [UInt8]) throws(HTTPProblem) -> CheckIn {
        let object = try InputObject(try InputObject.parse(body), known: nil)
        _ = try object.requiredNumber("schema")
        guard let now = try cell("now", of: object) else {
            throw .body(at: object.place(of: "now"), detail: "\"now\" is missing")
        }
        return CheckIn(now: now, last: try last(of: object), told: try told(in: object), steps: try steps(in: object))
    }

    private func last(of object: InputObject) throws(HTTPProblem) -> CheckIn.Last? {
        guard let cell = try cell("last", of: object), let node = object["last"] else { return nil }
        let place = object.place(of: "last")
        let last = try InputObject(node, at: place, known: nil)
        guard let text = try last.text("day"), let day = UTCDay(text) else {
            throw .body(at: last.place(of: "day"), detail: "write the day of the last response, such as 2026-11-22")
        }
        return CheckIn.Last(day: day, cell: cell)
    }

    private func cell(_ key: String, of object: InputObject) throws(HTTPProblem) -> AdoptionCell? {
        guard let node = object[key] else { return nil }
        let facts = try InputObject(node, at: object.place(of: key), known: nil)
        guard let platform = Platform(try facts.requiredText("platform"), of: app.app) else {
            throw .body(at: facts.place(of: "platform"), detail: Platform.unknownDetail(for: app.app))
        }
        let channel = Channel(try facts.requiredText("channel"))
        guard channel.isKnown else {
            let names = Channel.knownNames.joined(separator: ", ")
            throw .body(at: facts.place(of: "channel"), detail: "the channel is unknown; expected one of: \(names)")
        }
        _ = try facts.requiredText("version")
        let os = try number("os", of: facts) { text throws(VersionError) in try AppVersion(text).description }
        return AdoptionCell(
            platform: platform.description,
            version: try number("version", of: facts) { text throws(VersionError) in try AppVersion(text).description },
            build: try number("build", of: facts) { text throws(VersionError) in try BuildNumber(text).description },
            channel: Self.plain(channel), os: os.split(separator: ".").prefix(2).joined(separator: "."),
            storefront: try storefront(of: facts))
    }

    /// Returns the name of a channel, of a marketplace only if its name has nothing but letters, digits, dots and hyphens.
    private static func plain(_ channel: Channel) -> String {
        let name = channel.description
        guard let separator = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name }
        let store = name.utf8[name.utf8.index(after: separator)...]
        let isPlain = store.allSatisfy { byte in
            UInt8(ascii: "-") == byte || UInt8(ascii: ".") == byte || (48...57).contains(byte)
                || (97...122).contains(byte | 0x20)
        }
        return isPlain && store.count <= longestMarketplace ? name : String(name[..<separator])
    }

    /// Returns a version in its usual form; an empty text if it is absent.
    private func number(
        _ key: String, of facts: InputObject, parse: (String) throws(VersionError) -> String
    ) throws(HTTPProblem) -> String {
        guard let text = try facts.text(key) else { return "" }
        do throws(VersionError) {
            let usual = try parse(text)
            if usual.utf8.count <= Self.longestVersion { return usual }
        } catch {
            throw .body(at: facts.place(of: key), detail: error.message)
        }
        throw .body(at: facts.place(of: key), detail: "write at most \(Self.longestVersion) characters")
    }

    private func storefront(of facts: InputObject) throws(HTTPProblem) -> String {
        guard let text = try facts.text("storefront") else { return "" }
        guard let storefront = Storefront(text) else {
            throw .body(at: facts.place(of: "storefront"), detail: "write a country such as JP or JPN")
        }
        return storefront.code
    }

    private func told(in object: InputObject) throws(HTTPProblem) -> CheckIn.Told? {
        guard let node = object["decision"] else { return nil }
        let decision = try InputObject(node, at: object.place(of: "decision"), known: nil)
        guard let status = try decision.choice("status", of: Decision.Status.self) else {
            throw .body(at: decision.place(of: "status"), detail: "\"status\" is missing")
        }
        _ = try decision.number("revision")
        return CheckIn.Told(status: status, rule: try decision.text("rule").map(known))
    }

    private func steps(in object: InputObject) throws(HTTPProblem) -> [String: CheckIn.Steps] {
        guard let list = try object.list("funnel") else { return [:] }
        guard list.count <= Self.mostRules else {
            throw .body(at: object.place(of: "funnel"), detail: "list at most \(Self.mostRules) rules")
        }
        var steps: [String: CheckIn.Steps] = [:]
        for (node, pointer) in list {
            let entry = try InputObject(node, at: pointer, known: nil)
            let rule = known(try entry.requiredText("rule"))
            steps[rule] = CheckIn.Steps(
                shown: try entry.number("shown") ?? 0, opened: try entry.number("opened") ?? 0,
                postponed: try entry.number("postponed") ?? 0, skipped: try entry.number("skipped") ?? 0,
                updated: try entry.number("updated") ?? 0)
        }
        return steps
    }

    /// Returns the id of a rule in force, so that callers cannot fill the database with names of their own.
    private func known(_ rule: String) -> String {
        guard case .live(let head) = app.state, head.manifest.policy.rules.contains(where: { $0.id == rule }) else {
            return Self.otherRule
        }
        return rule
    }
}
