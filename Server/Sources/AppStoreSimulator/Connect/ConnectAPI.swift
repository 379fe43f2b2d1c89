import Foundation

/// App Store Connect: finds out what a request is for, and has it done.
struct ConnectAPI {
    let call: Call
    let page: Int

    /// - Parameter world: What is read and written.
    /// - Returns: The answer.
    /// - Throws: `ConnectError`.
    func reply(_ world: inout World) throws(ConnectError) -> Reply {
        let reads = Self.match(call.path, Array(ReadOperation.all.keys))
        let writes = WriteOperation.all.keys.filter { Self.matches(call.path, Self.segments($0.path)) }
        guard reads != nil || !writes.isEmpty else { throw .path(call.path) }
        let allowed = (reads == nil ? [] : ["GET"]) + writes.map(\.method).sorted()
        guard allowed.contains(call.method) else { throw .method(call.method, allowed) }
        if let accept = call.field("accept"), !Self.servesJSON(accept) { return Self.notAcceptable(accept) }
        if call.method == "GET", let template = reads, let operation = ReadOperation.all[template] {
            return try Reader(world: world, call: call, page: page).reply(operation, id: id(template))
        }
        guard let endpoint = writes.first(where: { $0.method == call.method }),
            let operation = WriteOperation.all[endpoint]
        else { throw .path(call.path) }
        if let name = call.query.names.first { throw .illegal(name) }
        var body: JSON?
        if operation.hasBody {
            let type = call.field("content-type") ?? ""
            let isJSON = type.lowercased().split(separator: ";").first.map { $0.filter { $0 != " " } }
            guard isJSON == "application/json" else { throw .contentType(type) }
            guard let json = try? JSONParser.parse(call.body) else { throw .notJSON }
            body = json
        }
        var writer = Writer(world: world, base: call.base)
        let reply = try operation.perform(&writer, id(endpoint.path), EntityReader(body ?? .null))
        world = writer.world
        return reply
    }

    private func id(_ template: String) -> String {
        zip(Self.segments(template), Self.segments(call.path)).first { $0.0 == "{id}" }.map { String($0.1) } ?? ""
    }

    private static func segments(_ path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func match(_ path: String, _ templates: [String]) -> String? {
        templates.first { matches(path, segments($0)) }
    }

    private static func matches(_ path: String, _ template: [Substring]) -> Bool {
        let parts = segments(path)
        return parts.count == template.count
            && zip(parts, template).allSatisfy { $0 == $1 || $1 == "{id}" && !$0.isEmpty }
    }

    private static func servesJSON(_ accept: String) -> Bool {
        accept.lowercased().split(separator: ",").contains { range in
            let type = range.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
            return ["*/*", "application/*", "application/json", "application/vnd.api+json"].contains(type)
        }
    }

    private static func notAcceptable(_ accept: String) -> Reply {
        let text = """
            The provided Accept header is not supported for this request.

            Requested: \(accept)

            Allowed: application/json
            """
        return Reply(status: 406, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }
}
