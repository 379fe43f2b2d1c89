import AirworthyPolicy
import AirworthySupport
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes that count installations, without identifying any.
struct CheckInRoutes: Sendable {
    private let adoption: AdoptionService
    private let served: ServedApps
    private let limit: CheckInLimit
    private let metrics: CheckInMetrics
    /// The limit of batches that are read at once.
    private let work: AdminWork

    init(plane: ControlPlane, options: APIOptions) {
        adoption = plane.adoption
        served = plane.served
        limit = options.checkIns
        metrics = options.checkInMetrics
        work = options.batchWork
    }

    /// Counts a check-in without the router.
    /// - Returns: The answer; `nil` if the check-in is faulty or one too many, which is the router's to say. Nothing is counted then.
    func answer(to request: FrontRequest) -> PreparedAnswer? {
        guard let body = request.body, let app = try? served.app(request.app),
            let checkIn = try? CheckInInput(app: app).checkIn(body), !adoption.isBehind,
            limit.allows(forwarded: request.forwardedFor, peer: request.peer)
        else { return nil }
        metrics.count(1)
        return answer(adoption.add(checkIn, app: request.app))
    }

    /// Refuses a request that a browser sent.
    /// - Throws: ``HTTPProblem`` 403.
    private static func requireApp(_ request: Request) throws(HTTPProblem) {
        guard !PageOrigin(request).isBrowser else {
            throw HTTPProblem(.webPage, detail: "check-ins come from apps and servers, not from web pages")
        }
    }

    /// Refuses check-ins that could not be stored soon. A device sends its own the next day.
    /// - Throws: ``HTTPProblem`` 503.
    private func requireTimeToStore() throws(HTTPProblem) {
        guard !adoption.isBehind else {
            throw HTTPProblem(
                .overloaded, detail: "check-ins come faster than the database stores them; devices check in tomorrow")
        }
    }

    private func answer(_ day: UTCDay) -> PreparedAnswer {
        PreparedAnswer(json: (["schema": 1, "day": .string(day.text)] as JSONValue).jsonBytes(), status: .accepted)
    }

    @Sendable func add(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await metrics.measure {
            try Self.requireApp(request)
            try limit.take(for: request, context: context)
            try requireTimeToStore()
            let app = try served.app(context.slug)
            let body = try await request.jsonBytes(upTo: context.longestBody)
            let checkIn = try CheckInInput(app: app).checkIn(body)
            return (answer(adoption.add(checkIn, app: context.slug)).response, 1)
        }
    }

    @Sendable func addBatch(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await metrics.measure {
            try Self.requireApp(request)
            try limit.take(for: request, context: context)
            let slug = context.slug
            let principal = try context.authentication.principal
            guard principal.tokenKind == .server else {
                throw HTTPProblem(
                    .forbidden,
                    detail: "batches of check-ins need a token of the kind \"srv\"; create one with "
                        + "`airworthy tokens create --kind srv`")
            }
            guard principal.covers(slug) else { throw HTTPProblem.appOutOfScope(slug) }
            try requireTimeToStore()
            let app = try served.app(slug)
            let key = try CheckInBatch.key(in: request)
            let days = adoption.acceptedDays
            let caller = AdminWork.Caller(chain: principal.chain ?? "", connection: context.channel)
            let (count, isNew) = try await work.run(for: caller) {
                try await request.jsonBytes(upTo: context.longestBody)
            } work: { [adoption] body in
                let checkIns = try CheckInBatch(app: app, days: days).checkIns(body)
                return (checkIns.count, try await adoption.add(checkIns, app: slug, key: key, by: principal))
            }
            let counted = isNew ? count : 0
            return (.json(["schema": 1, "counted": .of(counted)], status: .accepted), counted)
        }
    }
}

/// The limit of check-ins of an address, ``ServerLimits/checkIns``. See ``AddressLimiter`` for the networks of IPv6.
struct CheckInLimit: Sendable {
    private let limiter: AddressLimiter
    private let proxies: TrustedProxies
    private let sameAddress: SameAddress

    /// Creates a limit. The proxies may name clients. `whenHidden` is called when a proxy seems to hide the clients;
    /// see ``hidesClients``.
    init(
        proxies: TrustedProxies, now: @escaping @Sendable () -> Date, whenHidden: @escaping @Sendable () -> Void = {}
    ) {
        limiter = AddressLimiter(ServerLimits.checkIns, now: now)
        self.proxies = proxies
        sameAddress = SameAddress(whenCertain: whenHidden)
    }

    /// Whether the last check-ins, 1,000 at least, came from one private address: from a proxy that the server does not know as one.
    /// All devices share the limit of one address then.
    var hidesClients: Bool { sameAddress.isCertain }

    /// Counts a request if it is allowed, and returns whether it is. `forwarded` is the value of `X-Forwarded-For`.
    func allows(forwarded: String?, peer: SocketAddress?) -> Bool {
        wait(forwarded: forwarded, peer: peer) == nil
    }

    /// Counts a request.
    /// - Throws: ``HTTPProblem`` 429.
    func take(for request: Request, context: AppRequestContext) throws(HTTPProblem) {
        guard let seconds = wait(forwarded: request.headers[.forwardedFor], peer: context.remoteAddress) else { return }
        throw HTTPProblem(
            .tooManyRequests, detail: "too many check-ins from this address; check in tomorrow",
            headers: [.retryAfter: String(seconds)])
    }

    private func wait(forwarded: String?, peer: SocketAddress?) -> Int? {
        let client = proxies.client(peer: peer.flatMap(IPAddress.init), forwarded: forwarded)
        sameAddress.note(client)
        return limiter.take(from: LimitedClient(client))
    }
}

/// Reads check-ins of an app.
struct CheckInInput: Sendable {
    /// Stands for the id of a rule that is not in the manifest in force. No rule has it.
    static let otherRule = AdoptionLimit.otherRule

    let app: ServedApp

    /// Reads a check-in. Unknown members are ignored.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    func checkIn(_ body: [UInt8]) throws(HTTPProblem) -> CheckIn {
        let object = try InputObject(try InputObject.parse(body), known: nil)
        _ = try object.requiredNumber("schema")
        return try checkIn(object)
    }

    /// Reads the facts, the decision and the steps of a check-in.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    func checkIn(_ object: InputObject) throws(HTTPProblem) -> CheckIn {
        let now = try object.required("now", value: try cell("now", of: object))
        return CheckIn(now: now, last: try last(of: object), told: try told(in: object), steps: try steps(in: object))
    }

    private func last(of object: InputObject) throws(HTTPProblem) -> CheckIn.Last? {
        guard let cell = try cell("last", of: object), let node = object["last"] else { return nil }
        let place = object.place(of: "last")
        let last = try InputObject(node, at: place, known: nil)
        guard let text = try last.text("day"), let day = UTCDay(text) else {
            throw last.problem(with: "day", detail: "write the day of the last response, such as 2026-11-22")
        }
        return CheckIn.Last(day: day, cell: cell)
    }

    private func cell(_ key: String, of object: InputObject) throws(HTTPProblem) -> AdoptionCell? {
        guard let node = object[key] else { return nil }
        return try CellInput(app: app.app).cell(try InputObject(node, at: object.place(of: key), known: nil))
    }

    private func told(in object: InputObject) throws(HTTPProblem) -> CheckIn.Told? {
        guard let node = object["decision"] else { return nil }
        let decision = try InputObject(node, at: object.place(of: "decision"), known: nil)
        let status = try decision.required("status", value: try decision.choice("status", of: Decision.Status.self))
        _ = try decision.number("revision")
        return CheckIn.Told(status: status, rule: try decision.text("rule").map(known))
    }

    private func steps(in object: InputObject) throws(HTTPProblem) -> [String: CheckIn.Steps] {
        guard let list = try object.list("funnel") else { return [:] }
        guard list.count <= CheckInLimits.rules else {
            throw object.problem(with: "funnel", detail: "list at most \(CheckInLimits.rules) rules")
        }
        var steps: [String: CheckIn.Steps] = [:]
        for (node, pointer) in list {
            let entry = try InputObject(node, at: pointer, known: nil)
            let rule = known(try entry.requiredText("rule"))
            // Several rules may be unknown here.
            steps[rule, default: CheckIn.Steps()].add(
                CheckIn.Steps(
                    shown: try entry.number("shown") ?? 0, opened: try entry.number("opened") ?? 0,
                    postponed: try entry.number("postponed") ?? 0, skipped: try entry.number("skipped") ?? 0,
                    updated: try entry.number("updated") ?? 0))
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
