/// Something that can be changed.
struct WriteOperation: Sendable {
    struct Endpoint: Hashable, Sendable {
        let method: String
        let path: String

        init(_ method: String, _ path: String) {
            self.method = method
            self.path = path
        }
    }

    typealias Work = @Sendable (inout Writer, _ id: String, EntityReader) throws(ConnectError) -> Reply

    var hasBody = true
    let perform: Work

    init(hasBody: Bool = true, _ perform: @escaping Work) {
        self.hasBody = hasBody
        self.perform = perform
    }

    static let all: [Endpoint: WriteOperation] = [
        Endpoint("PATCH", "/v1/builds/{id}"): WriteOperation { writer, id, entity throws(ConnectError) in
            try writer.update(build: id, entity)
        },
        Endpoint("POST", "/v1/builds/{id}/relationships/betaGroups"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.assign(builds: [id], groups: entity.linkage("betaGroups"), pathKind: .builds)
        },
        Endpoint("DELETE", "/v1/builds/{id}/relationships/betaGroups"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.remove(builds: [id], groups: entity.linkage("betaGroups"), pathKind: .builds)
        },
        Endpoint("POST", "/v1/betaGroups/{id}/relationships/builds"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.assign(builds: entity.linkage("builds"), groups: [id], pathKind: .betaGroups)
        },
        Endpoint("DELETE", "/v1/betaGroups/{id}/relationships/builds"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.remove(builds: entity.linkage("builds"), groups: [id], pathKind: .betaGroups)
        },
        Endpoint("POST", "/v1/betaBuildLocalizations"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.createNote(entity)
        },
        Endpoint("PATCH", "/v1/betaBuildLocalizations/{id}"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.update(note: id, entity)
        },
        Endpoint("DELETE", "/v1/betaBuildLocalizations/{id}"): WriteOperation(hasBody: false) {
            writer, id, _ throws(ConnectError) in
            try writer.delete(note: id)
        },
        Endpoint("POST", "/v1/appStoreVersionPhasedReleases"): WriteOperation {
            writer, _, entity throws(ConnectError) in
            try writer.createPhasedRelease(entity)
        },
        Endpoint("PATCH", "/v1/appStoreVersionPhasedReleases/{id}"): WriteOperation {
            writer, id, entity throws(ConnectError) in
            try writer.update(phasedRelease: id, entity)
        },
        Endpoint("DELETE", "/v1/appStoreVersionPhasedReleases/{id}"): WriteOperation(hasBody: false) {
            writer, id, _ throws(ConnectError) in
            try writer.delete(phasedRelease: id)
        },
        Endpoint("POST", "/v1/appStoreVersionReleaseRequests"): WriteOperation {
            writer, _, entity throws(ConnectError) in
            try writer.requestRelease(entity)
        },
        Endpoint("POST", "/v1/webhooks"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.createWebhook(entity)
        },
        Endpoint("PATCH", "/v1/webhooks/{id}"): WriteOperation { writer, id, entity throws(ConnectError) in
            try writer.update(webhook: id, entity)
        },
        Endpoint("DELETE", "/v1/webhooks/{id}"): WriteOperation(hasBody: false) { writer, id, _ throws(ConnectError) in
            try writer.delete(webhook: id)
        },
        Endpoint("POST", "/v1/webhookPings"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.ping(entity)
        },
        Endpoint("POST", "/v1/webhookDeliveries"): WriteOperation { writer, _, entity throws(ConnectError) in
            try writer.redeliver(entity)
        },
    ]
}
