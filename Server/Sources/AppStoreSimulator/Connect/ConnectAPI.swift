import Foundation

struct ConnectAPI {
    let request: SimulatorRequest
    /// The number of resources on a page if the request gives no limit.
    let page: Int

    /// Performs the request. After an error, `world` is unchanged.
    func response(from world: inout World) throws(ConnectError) -> SimulatorResponse {
        let read = ReadOperation.all.first { Self.matches(request.path, template: $0.path) }
        let writes = WriteOperation.all.first { Self.matches(request.path, template: $0.key) }
        guard read != nil || writes != nil else { throw .path(request.path) }
        let allowed = (read == nil ? [] : ["GET"]) + (writes?.value.keys.sorted() ?? [])
        guard allowed.contains(request.method) else { throw .method(request.method, allowed: allowed) }
        if let accept = request.field("accept"), !Self.servesJSON(accept) { return Self.notAcceptable(accept) }
        if request.method == "GET", let read {
            return try ReadHandler(world: world, request: request, page: page).response(to: read, id: id(read.path))
        }
        guard let (path, methods) = writes, let perform = methods[request.method] else { throw .path(request.path) }
        if let name = request.query.names.first { throw .illegal(name) }
        // To delete a resource takes no body; to delete links to resources does.
        let hasBody = request.method != "DELETE" || path.contains("/relationships/")
        let entity = EntityReader(hasBody ? try body() : .null)
        var handler = WriteHandler(world: world, base: request.base)
        let response = try perform(&handler, id(path), entity)
        world = handler.world
        return response
    }

    private func body() throws(ConnectError) -> JSON {
        let type = request.field("content-type") ?? ""
        let isJSON = type.lowercased().split(separator: ";").first.map { $0.filter { $0 != " " } }
        guard isJSON == "application/json" else { throw .contentType(type) }
        guard let json = try? JSON(bytes: request.body) else { throw .notJSON }
        return json
    }

    private func id(_ template: String) -> String {
        zip(Self.segments(template), Self.segments(request.path)).first { $0.0 == "{id}" }.map { String($0.1) } ?? ""
    }

    private static func segments(_ path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func matches(_ path: String, template: String) -> Bool {
        let (parts, template) = (segments(path), segments(template))
        return parts.count == template.count
            && zip(parts, template).allSatisfy { $0 == $1 || $1 == "{id}" && !$0.isEmpty }
    }

    private static func servesJSON(_ accept: String) -> Bool {
        accept.lowercased().split(separator: ",").contains { range in
            let type = range.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
            return ["*/*", "application/*", "application/json", "application/vnd.api+json"].contains(type)
        }
    }

    private static func notAcceptable(_ accept: String) -> SimulatorResponse {
        let text = """
            The provided Accept header is not supported for this request.

            Requested: \(accept)

            Allowed: application/json
            """
        return SimulatorResponse(status: 406, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }
}
