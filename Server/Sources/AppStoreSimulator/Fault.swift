extension AppStoreSimulator {
    /// A fault that affects a number of requests, or every request until it is cleared.
    public struct Fault: Sendable, Hashable {
        /// The kind of a fault.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Delays the response by ``Fault/seconds`` (default 1).
            case latency
            /// Responds 401 `NOT_AUTHORIZED` to every token.
            case unauthorized
            /// Responds as if the key were revoked: 401 as observed, or 403 as documented if ``Fault/status`` is 403.
            case revoked
            /// Responds 403: the account holder has to accept an agreement.
            case agreements
            /// Responds 403: the role of the key does not allow the request.
            case forbidden
            /// Responds 429 `RATE_LIMIT_EXCEEDED`, with `Retry-After` if ``Fault/seconds`` is set; to lookups without a body.
            case rateLimited
            /// Responds 500 with a JSON body.
            case serverError
            /// Responds 502 with an HTML body.
            case badGateway
            /// Sends nothing for ``Fault/seconds`` (default 120), then closes the connection.
            case timeout
            /// Resets the connection before a response.
            case reset
            /// Responds 200 with an HTML body.
            case html
            /// Responds 403 without a body, as the lookup does when its rate limit is exceeded.
            case emptyForbidden
            /// Sends half of the JSON as if it were complete.
            case truncated
            /// Sends half of the announced body, then closes the connection.
            case cutOff
            /// Answers a lookup with the version before, as a stale edge server does.
            case stale
            /// Lets `links.next` point to another host.
            case foreignNext
        }

        /// The kind of the fault.
        public var kind: Kind
        /// The number of requests that it affects; `nil` for all until it is cleared.
        public var requests: Int?
        /// The prefix of the paths that it affects; `nil` for every path that the kind applies to.
        public var path: String?
        /// A duration, for kinds that have one.
        public var seconds: Double?
        /// The HTTP status, for kinds that have a choice.
        public var status: Int?

        /// Creates a fault.
        /// - Parameters:
        ///   - kind: The kind of the fault.
        ///   - requests: The number of requests that it affects; `nil` for all until it is cleared.
        ///   - path: The prefix of the paths that it affects; `nil` for every path that the kind applies to.
        ///   - seconds: A duration, for kinds that have one.
        ///   - status: The HTTP status, for kinds that have a choice.
        public init(
            _ kind: Kind, requests: Int? = nil, path: String? = nil, seconds: Double? = nil, status: Int? = nil
        ) {
            self.kind = kind
            self.requests = requests
            self.path = path
            self.seconds = seconds
            self.status = status
        }

        func affects(_ path: String) -> Bool {
            if let prefix = self.path { return path.hasPrefix(prefix) }
            let isConnect = path.hasPrefix("/v1/") || path.hasPrefix("/v2/")
            return switch kind {
            case .unauthorized, .revoked, .agreements, .forbidden, .foreignNext: isConnect
            case .stale: !isConnect
            default: true
            }
        }
    }
}

extension AppStoreSimulator.Fault {
    /// Reads a fault from a scenario or a control request.
    init(_ fields: inout FieldReader) throws(ControlError) {
        let text = try fields.requiredText("kind")
        guard let kind = Kind(rawValue: text) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fields.problem("unknown value `\(text)`; expected one of \(known)", at: "kind")
        }
        self.init(
            kind, requests: try fields.integer("requests", in: 1...1_000_000), path: try fields.text("path"),
            seconds: try fields.seconds("seconds"), status: try fields.integer("status", in: 400...599))
        if let path, !path.hasPrefix("/") { throw fields.problem("must begin with `/`", at: "path") }
        if let seconds, !(0...3600).contains(seconds) {
            throw fields.problem("must be from 0 to 3600 seconds", at: "seconds")
        }
    }

    var json: JSON {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        if let requests { object["requests"] = .integer(requests) }
        if let path { object["path"] = .string(path) }
        if let seconds { object["seconds"] = .number(seconds) }
        if let status { object["status"] = .integer(status) }
        return .object(object)
    }

    /// Returns the response that replaces the usual one; `nil` for kinds that change or delay the usual one.
    func response(for request: SimulatorRequest, hourLimit: Int) -> SimulatorResponse? {
        let id = StableID.uuid("fault", kind.rawValue)
        let isLookup = LookupAPI.country(of: request.path) != nil
        switch kind {
        case .unauthorized: return ConnectError.unauthorized.response(id: id)
        case .revoked:
            return status == 403 ? ConnectError.forbidden.response(id: id) : ConnectError.unauthorized.response(id: id)
        case .agreements: return ConnectError.agreements.response(id: id)
        case .forbidden: return ConnectError.forbidden.response(id: id)
        case .rateLimited:
            var response =
                isLookup ? SimulatorResponse(status: 429, type: nil) : ConnectError.rateLimited.response(id: id)
            if !isLookup { response.fields.append(("X-Rate-Limit", "user-hour-lim:\(hourLimit);user-hour-rem:0;")) }
            if let seconds { response.fields.append(("Retry-After", String(Int(seconds.rounded(.up))))) }
            return response
        case .serverError:
            var response: SimulatorResponse =
                isLookup ? .html("Internal Server Error", status: 500) : ConnectError.server.response(id: id)
            if let status { response.status = status }
            return response
        case .badGateway: return .html("Bad Gateway", status: status ?? 502)
        case .html: return .html("Your request produced an error. [newNullResponse]", status: 200)
        case .emptyForbidden: return .emptyForbidden
        case .timeout, .reset: return SimulatorResponse(status: 0, type: nil)
        case .latency, .truncated, .cutOff, .stale, .foreignNext: return nil
        }
    }

    func modify(_ plan: inout PlannedResponse) {
        switch kind {
        case .truncated: plan.response.body = Array(plan.response.body.prefix(plan.response.body.count / 2))
        case .cutOff: plan.delivery = .half
        case .reset: plan.delivery = .reset
        case .timeout:
            plan.delivery = .never
            plan.delay += seconds ?? 120
        case .foreignNext:
            guard var document = (try? JSON(bytes: plan.response.body))?.object,
                var links = document["links"]?.object
            else { return }
            links["next"] = "http://localhost.invalid/v1/builds?cursor=elsewhere&limit=200"
            document["links"] = .object(links)
            plan.response.body = JSON.object(document).bytes()
        default: break
        }
    }
}
