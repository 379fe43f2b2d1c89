/// A path and method that change something.
struct WriteOperation: Sendable {
    struct Endpoint: Hashable, Sendable {
        let method: String
        let path: String

        init(_ method: String, path: String) {
            self.method = method
            self.path = path
        }
    }

    typealias Action =
        @Sendable (inout WriteHandler, _ id: String, _ entity: EntityReader) throws(ConnectError) -> SimulatorResponse

    var hasBody = true
    let perform: Action

    init(hasBody: Bool = true, _ perform: @escaping Action) {
        self.hasBody = hasBody
        self.perform = perform
    }

    static let all: [Endpoint: WriteOperation] = [
        Endpoint("PATCH", path: "/v1/builds/{id}"): WriteOperation { writer, id, entity throws(ConnectError) in
            try writer.update(build: id, with: entity)
        },
        Endpoint("POST", path: "/v1/builds/{id}/relationships/betaGroups"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.assign(builds: [id], groups: entity.linkage(of: "betaGroups"), pathKind: .builds)
        },
        Endpoint("DELETE", path: "/v1/builds/{id}/relationships/betaGroups"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.remove(builds: [id], groups: entity.linkage(of: "betaGroups"), pathKind: .builds)
        },
        Endpoint("POST", path: "/v1/betaGroups/{id}/relationships/builds"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.assign(builds: entity.linkage(of: "builds"), groups: [id], pathKind: .betaGroups)
        },
        Endpoint("DELETE", path: "/v1/betaGroups/{id}/relationships/builds"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.remove(builds: entity.linkage(of: "builds"), groups: [id], pathKind: .betaGroups)
        },
        Endpoint("POST", path: "/v1/betaBuildLocalizations"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.createNote(entity)
        },
        Endpoint("PATCH", path: "/v1/betaBuildLocalizations/{id}"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.update(note: id, with: entity)
        },
        Endpoint("DELETE", path: "/v1/betaBuildLocalizations/{id}"): WriteOperation(hasBody: false) {
            writer, id, _ throws(ConnectError) in
            try writer.delete(note: id)
        },
        Endpoint("POST", path: "/v1/appStoreVersionPhasedReleases"): WriteOperation {
            writer, _, entity throws(ConnectError) in
            try writer.createPhasedRelease(entity)
        },
        Endpoint("PATCH", path: "/v1/appStoreVersionPhasedReleases/{id}"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.update(phasedRelease: id, with: entity)
        },
        Endpoint("DELETE", path: "/v1/appStoreVersionPhasedReleases/{id}"): WriteOperation(hasBody: false) {
            writer, id, _ throws(ConnectError) in
            try writer.delete(phasedRelease: id)
        },
        Endpoint("POST", path: "/v1/appStoreVersionReleaseRequests"): WriteOperation {
            writer, _, entity throws(ConnectError) in
            try writer.requestRelease(entity)
        },
        Endpoint("POST", path: "/v1/webhooks"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.createWebhook(entity)
        },
        Endpoint("PATCH", path: "/v1/webhooks/{id}"): WriteOperation { writer, id, entity throws(ConnectError) in
            try writer.update(webhook: id, with: entity)
        },
        Endpoint("DELETE", path: "/v1/webhooks/{id}"): WriteOperation(hasBody: false) {
            writer, id, _ throws(ConnectError) in
            try writer.delete(webhook: id)
        },
        Endpoint("POST", path: "/v1/webhookPings"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.ping(entity)
        },
        Endpoint("POST", path: "/v1/webhookDeliveries"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.redeliver(entity)
        },
    ]
}
