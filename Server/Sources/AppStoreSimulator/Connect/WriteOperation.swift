/// The changes that App Store Connect can make.
enum WriteOperation {
    typealias Action =
        @Sendable (inout WriteHandler, _ id: String, _ entity: EntityReader) throws(ConnectError) -> SimulatorResponse

    /// All changes by path and method. `{id}` stands for one segment.
    static let all: [String: [String: Action]] = [
        "/v1/builds/{id}": [
            "PATCH": { writer, id, entity throws(ConnectError) in try writer.update(build: id, with: entity) }
        ],
        "/v1/builds/{id}/relationships/betaGroups": [
            "POST": { writer, id, entity throws(ConnectError) in
                try writer.assign(builds: [id], groups: entity.linkage(of: "betaGroups"), pathKind: .builds)
            },
            "DELETE": { writer, id, entity throws(ConnectError) in
                try writer.remove(builds: [id], groups: entity.linkage(of: "betaGroups"), pathKind: .builds)
            },
        ],
        "/v1/betaGroups/{id}/relationships/builds": [
            "POST": { writer, id, entity throws(ConnectError) in
                try writer.assign(builds: entity.linkage(of: "builds"), groups: [id], pathKind: .betaGroups)
            },
            "DELETE": { writer, id, entity throws(ConnectError) in
                try writer.remove(builds: entity.linkage(of: "builds"), groups: [id], pathKind: .betaGroups)
            },
        ],
        "/v1/betaBuildLocalizations": [
            "POST": { writer, _, entity throws(ConnectError) in try writer.createNote(entity) }
        ],
        "/v1/betaBuildLocalizations/{id}": [
            "PATCH": { writer, id, entity throws(ConnectError) in try writer.update(note: id, with: entity) },
            "DELETE": { writer, id, _ throws(ConnectError) in try writer.delete(note: id) },
        ],
        "/v1/appStoreVersionPhasedReleases": [
            "POST": { writer, _, entity throws(ConnectError) in try writer.createPhasedRelease(entity) }
        ],
        "/v1/appStoreVersionPhasedReleases/{id}": [
            "PATCH": { writer, id, entity throws(ConnectError) in try writer.update(phasedRelease: id, with: entity) },
            "DELETE": { writer, id, _ throws(ConnectError) in try writer.delete(phasedRelease: id) },
        ],
        "/v1/appStoreVersionReleaseRequests": [
            "POST": { writer, _, entity throws(ConnectError) in try writer.requestRelease(entity) }
        ],
        "/v1/webhooks": ["POST": { writer, _, entity throws(ConnectError) in try writer.createWebhook(entity) }],
        "/v1/webhooks/{id}": [
            "PATCH": { writer, id, entity throws(ConnectError) in try writer.update(webhook: id, with: entity) },
            "DELETE": { writer, id, _ throws(ConnectError) in try writer.delete(webhook: id) },
        ],
        "/v1/webhookPings": ["POST": { writer, _, entity throws(ConnectError) in try writer.ping(entity) }],
        "/v1/webhookDeliveries": ["POST": { writer, _, entity throws(ConnectError) in try writer.redeliver(entity) }],
    ]
}
