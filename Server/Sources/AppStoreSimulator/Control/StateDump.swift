import Foundation

/// The state as JSON, with the keys of scenario files.
struct StateDump {
    let state: SimulatorState
    private var world: World { state.world }

    var json: JSON {
        [
            "now": text(world.moment), "offset": .number(state.clock), "dateOffset": .number(state.dateHeader),
            "apps": .array(world.apps.map(json)), "edges": .array(world.edges.map(json)),
            "webhooks": .array(world.webhooks.map(json)), "faults": .array(state.faults.map(\.json)),
        ]
    }

    private func text(_ time: ScenarioTime?) -> JSON { JSON(time.map { DateForm.seconds(world.date($0)) }) }

    private func json(_ app: AppRecord) -> JSON {
        [
            "id": .string(app.id), "bundleID": .string(app.bundleID), "name": .string(app.name),
            "storefronts": .array(app.storefronts.map(JSON.string)),
            "groups": .array(world.groups.filter { $0.app == app.id }.map(json)),
            "builds": .array(
                world.builds.filter { $0.app == app.id }.sorted { world.date($0.uploaded) > world.date($1.uploaded) }
                    .map(json)),
            "versions": .array(
                world.versions.filter { $0.app == app.id }.sorted { world.date($0.created) > world.date($1.created) }
                    .map(json)),
        ]
    }

    func json(_ group: GroupRecord) -> JSON {
        [
            "id": .string(group.id), "name": .string(group.name), "internal": .bool(group.isInternal),
            "allBuilds": .bool(group.hasAllBuilds), "publicLink": JSON(group.publicLinkID),
        ]
    }

    func json(_ build: BuildRecord) -> JSON {
        let groups = world.groups.filter { build.groups.contains($0.id) }
        return [
            "id": .string(build.id), "platform": .string(build.platform), "version": .string(build.version),
            "build": .string(build.number), "uploaded": text(build.uploaded), "expires": text(build.expires),
            "expired": .bool(world.isExpired(build)), "minimumOS": JSON(build.minimumOS),
            "audience": .string(build.audience), "processing": .string(build.processing),
            "internal": .string(world.internalState(build)), "external": .string(world.externalState(build)),
            "groups": .array(groups.map { .string($0.name) }),
        ]
    }

    func json(_ version: VersionRecord) -> JSON {
        var object: JSONObject = [
            "id": .string(version.id), "platform": .string(version.platform), "version": .string(version.version),
            "build": JSON(version.build.flatMap { id in world.builds.first { $0.id == id }?.number }),
            "state": .string(version.state), "created": text(version.created), "released": text(version.released),
        ]
        if let phased = version.phased {
            let phase = world.phase(of: phased)
            object["phased"] = [
                "state": .string(phase.state), "started": text(phased.started),
                "day": phase.day.map(JSON.integer) ?? .null,
            ]
        }
        return .object(object)
    }

    func json(_ edge: EdgeRecord) -> JSON {
        [
            "app": .string(edge.app), "storefront": .string(edge.storefront), "platform": .string(edge.platform),
            "version": JSON(edge.version), "alternating": .bool(edge.isAlternating),
            "bustable": .bool(edge.isBustable),
        ]
    }

    /// Returns a webhook without its secret.
    private func json(_ webhook: WebhookRecord) -> JSON {
        [
            "id": .string(webhook.id), "app": .string(webhook.app), "name": .string(webhook.name),
            "url": .string(webhook.url), "enabled": .bool(webhook.isEnabled),
            "eventTypes": .array(webhook.eventTypes.map(JSON.string)),
        ]
    }
}
