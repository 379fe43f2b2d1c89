extension AppStoreSimulator.Fault {
    /// What is answered without a look at the request; `nil` where it is answered as ever, or not at all.
    func reply(for call: Call) -> Reply? {
        let id = StableID.uuid("fault", kind.rawValue)
        let isLookup = LookupAPI.country(of: call.path) != nil
        switch kind {
        case .unauthorized: return ConnectError.unauthorized.reply(id: id)
        case .revoked:
            return status == 403 ? ConnectError.forbidden.reply(id: id) : ConnectError.unauthorized.reply(id: id)
        case .agreements: return ConnectError.agreements.reply(id: id)
        case .forbidden: return ConnectError.forbidden.reply(id: id)
        case .rateLimited:
            var reply = isLookup ? Reply(status: 429, type: nil) : ConnectError.rateLimited.reply(id: id)
            if !isLookup { reply.fields.append(("X-Rate-Limit", "user-hour-lim:3600;user-hour-rem:0;")) }
            if let seconds { reply.fields.append(("Retry-After", String(Int(seconds.rounded(.up))))) }
            return reply
        case .serverError:
            var reply = isLookup ? Reply.html(500, "Internal Server Error") : ConnectError.server.reply(id: id)
            if let status { reply.status = status }
            return reply
        case .badGateway: return .html(status ?? 502, "Bad Gateway")
        case .html: return .html(200, "Your request produced an error. [newNullResponse]")
        case .emptyForbidden: return .emptyForbidden
        case .timeout, .reset: return Reply(status: 0, type: nil)
        case .latency, .truncated, .cutOff, .stale, .foreignNext: return nil
        }
    }

    /// Does to an answer what the fault is about.
    func spoil(_ outcome: inout Outcome) {
        switch kind {
        case .truncated: outcome.reply.body = Array(outcome.reply.body.prefix(outcome.reply.body.count / 2))
        case .cutOff: outcome.delivery = .half
        case .reset: outcome.delivery = .reset
        case .timeout:
            outcome.delivery = .never
            outcome.delay += seconds ?? 120
        case .foreignNext:
            guard var document = (try? JSONParser.parse(outcome.reply.body))?.object,
                var links = document["links"]?.object
            else { return }
            links["next"] = "http://localhost.invalid/v1/builds?cursor=elsewhere&limit=200"
            document["links"] = .object(links)
            outcome.reply.body = JSON.object(document).bytes()
        default: break
        }
    }
}

extension Reply {
    /// What the lookup answers who asks too often.
    static let emptyForbidden = Reply(
        status: 403, type: nil,
        fields: [("Cache-Control", "no-store, no-cache, must-revalidate"), ("Pragma", "no-cache")])
}
