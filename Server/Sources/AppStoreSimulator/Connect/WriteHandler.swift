import Foundation

/// Responds to writes. If it throws, its world is not to be used.
struct WriteHandler {
    var world: World
    let base: String

    private static let noContent = SimulatorResponse(status: 204, type: nil)

    private func resource(_ ref: ResourceRef, status: Int = 200) throws(ConnectError) -> SimulatorResponse {
        guard let resource = world.resource(ref) else { throw .notFound(ref.kind.rawValue, id: ref.id) }
        let link = "\(base)/v1/\(ref.kind.rawValue)/\(ref.id)"
        return .json(
            ResourceDocument(world: world, query: .empty, base: base).one(resource, link: link), status: status)
    }

    /// Returns a response with only the type and id of a new resource.
    private func created(_ type: String, id: String) -> SimulatorResponse {
        let link = JSON.string("\(base)/v1/\(type)/\(id)")
        let data: JSON = ["type": .string(type), "id": .string(id), "links": ["self": link]]
        return .json(["data": data, "links": ["self": link]], status: 201)
    }

    private func buildIndex(_ id: String) throws(ConnectError) -> Int {
        guard let index = world.builds.firstIndex(where: { $0.id == id }) else { throw .notFound("builds", id: id) }
        return index
    }

    // MARK: Builds

    mutating func update(build id: String, with entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        let index = try buildIndex(id)
        try entity.expect("builds", id: id)
        if let expired = try entity.bool("expired") {
            guard expired else { throw .state("An expired build can not be made available again.") }
            world.expire(buildAt: index)
        }
        if let uses = try entity.bool("usesNonExemptEncryption") {
            guard world.builds[index].usesEncryption == nil else {
                throw .state("The attribute 'usesNonExemptEncryption' was set before and can not be changed.")
            }
            world.builds[index].usesEncryption = uses
            if world.builds[index].internalState == "MISSING_EXPORT_COMPLIANCE" {
                world.builds[index].internalState = world.internalStateOnceReady(world.builds[index])
            }
        }
        return try resource(ResourceRef(.builds, id: id))
    }

    mutating func assign(
        builds ids: [String], groups: [String], pathKind: ResourceType
    ) throws(ConnectError) -> SimulatorResponse {
        for id in ids {
            for group in groups {
                let (index, group) = try buildIndex(id, andGroup: group, pathKind: pathKind)
                if group.isInternal, group.hasAllBuilds {
                    throw .unprocessable("Cannot add internal group to a build.")
                }
                let build = world.builds[index]
                if !group.isInternal, build.audience == "INTERNAL_ONLY" {
                    throw .unprocessable("The build is for internal testing only.")
                }
                guard !world.isExpired(build), build.processing == "VALID" else {
                    throw .unprocessable("The build can not be tested.")
                }
                world.assign(buildAt: index, to: group)
            }
        }
        return Self.noContent
    }

    mutating func remove(
        builds ids: [String], groups: [String], pathKind: ResourceType
    ) throws(ConnectError) -> SimulatorResponse {
        for id in ids {
            for group in groups {
                let (index, group) = try buildIndex(id, andGroup: group, pathKind: pathKind)
                world.remove(buildAt: index, from: group)
            }
        }
        return Self.noContent
    }

    /// Returns a build's index and a group of its app. An unknown id is "not found" in the path, invalid in the body.
    private func buildIndex(
        _ build: String, andGroup group: String, pathKind: ResourceType
    ) throws(ConnectError) -> (Int, GroupRecord) {
        guard let index = world.builds.firstIndex(where: { $0.id == build }) else {
            throw pathKind == .builds
                ? .notFound("builds", id: build) : EntityReader.unrelated("builds", type: "builds", id: build)
        }
        guard let found = world.groups.first(where: { $0.id == group }) else {
            throw pathKind == .betaGroups
                ? .notFound("betaGroups", id: group)
                : EntityReader.unrelated("betaGroups", type: "betaGroups", id: group)
        }
        guard found.app == world.builds[index].app else {
            throw .unprocessable("The group and the build belong to different apps.")
        }
        return (index, found)
    }

    // MARK: Notes for testers

    mutating func createNote(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("betaBuildLocalizations")
        let locale = try entity.requiredText("locale")
        let text = try entity.text("whatsNew") ?? ""
        let id = try entity.related("build", type: "builds")
        guard let index = world.builds.firstIndex(where: { $0.id == id }) else {
            throw EntityReader.unrelated("build", type: "builds", id: id)
        }
        guard !world.builds[index].notes.contains(where: { $0.locale == locale }) else {
            throw .entity(
                "ATTRIBUTE.INVALID.DUPLICATE", at: "/data/attributes/locale",
                detail: "There is a localization for '\(locale)'")
        }
        world.builds[index].notes.append(LocalizedNote(locale: locale, text: text))
        return try resource(ResourceRef(.betaBuildLocalizations, id: world.builds[index].noteID(locale)), status: 201)
    }

    private func note(_ id: String) throws(ConnectError) -> (build: Int, note: Int) {
        for (build, record) in world.builds.enumerated() {
            if let note = record.notes.firstIndex(where: { record.noteID($0.locale) == id }) { return (build, note) }
        }
        throw .notFound("betaBuildLocalizations", id: id)
    }

    mutating func update(note id: String, with entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        let place = try note(id)
        try entity.expect("betaBuildLocalizations", id: id)
        if let text = try entity.text("whatsNew") { world.builds[place.build].notes[place.note].text = text }
        return try resource(ResourceRef(.betaBuildLocalizations, id: id))
    }

    mutating func delete(note id: String) throws(ConnectError) -> SimulatorResponse {
        let place = try note(id)
        world.builds[place.build].notes.remove(at: place.note)
        return Self.noContent
    }

    // MARK: Releases

    private func versionIndex(of entity: EntityReader) throws(ConnectError) -> Int {
        let id = try entity.related("appStoreVersion", type: "appStoreVersions")
        guard let index = world.versions.firstIndex(where: { $0.id == id }) else {
            throw EntityReader.unrelated("appStoreVersion", type: "appStoreVersions", id: id)
        }
        return index
    }

    mutating func createPhasedRelease(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("appStoreVersionPhasedReleases")
        let state = try entity.word("phasedReleaseState", among: Vocabulary.phasedStates) ?? "INACTIVE"
        let index = try versionIndex(of: entity)
        let version = world.versions[index]
        guard version.phased == nil else { throw .state("The version has a phased release.") }
        guard version.state != "READY_FOR_DISTRIBUTION" else { throw .state("The version was released.") }
        guard !world.releasedVersions(of: version.app, on: version.platform).isEmpty else {
            throw .state("The first version of an app can not be released in phases.")
        }
        let id = StableID.uuid("phased", version.id)
        world.versions[index].phased = PhasedRecord(id: id, state: state == "ACTIVE" ? "INACTIVE" : state)
        return try resource(ResourceRef(.appStoreVersionPhasedReleases, id: id), status: 201)
    }

    mutating func update(phasedRelease id: String, with entity: EntityReader) throws(ConnectError) -> SimulatorResponse
    {
        guard let index = world.versions.firstIndex(where: { $0.phased?.id == id }) else {
            throw .notFound("appStoreVersionPhasedReleases", id: id)
        }
        try entity.expect("appStoreVersionPhasedReleases", id: id)
        if let state = try entity.word("phasedReleaseState", among: Vocabulary.phasedStates) {
            guard world.setPhase(ofVersionAt: index, to: state) else {
                throw .state("The phased release can not go to \(state) now.")
            }
        }
        return try resource(ResourceRef(.appStoreVersionPhasedReleases, id: id))
    }

    mutating func delete(phasedRelease id: String) throws(ConnectError) -> SimulatorResponse {
        guard let index = world.versions.firstIndex(where: { $0.phased?.id == id }) else {
            throw .notFound("appStoreVersionPhasedReleases", id: id)
        }
        guard world.versions[index].phased?.started == nil else { throw .state("The phased release has begun.") }
        world.versions[index].phased = nil
        return Self.noContent
    }

    mutating func requestRelease(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("appStoreVersionReleaseRequests")
        let index = try versionIndex(of: entity)
        guard world.versions[index].state == "PENDING_DEVELOPER_RELEASE" else {
            throw .state("The version is not in the state PENDING_DEVELOPER_RELEASE.")
        }
        world.release(versionAt: index)
        return created("appStoreVersionReleaseRequests", id: StableID.uuid("request", world.versions[index].id))
    }

    // MARK: Webhooks

    mutating func createWebhook(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("webhooks")
        let name = try entity.requiredText("name")
        let url = try entity.requiredText("url")
        let secret = try entity.requiredText("secret")
        guard let isEnabled = try entity.bool("enabled") else { throw EntityReader.missing("enabled") }
        guard let types = try entity.words("eventTypes", among: Vocabulary.eventTypes) else {
            throw EntityReader.missing("eventTypes")
        }
        try Self.check(url: url)
        let app = try entity.related("app", type: "apps")
        guard world.app(app) != nil else { throw EntityReader.unrelated("app", type: "apps", id: app) }
        guard !world.webhooks.contains(where: { $0.app == app && $0.url == url }) else {
            throw .entity(
                "ATTRIBUTE.INVALID.DUPLICATE", at: "/data/attributes/url", detail: "There is a webhook with this url")
        }
        let id = UUID().uuidString.lowercased()
        world.webhooks.append(
            WebhookRecord(
                id: id, app: app, name: name, url: url, secret: secret, isEnabled: isEnabled, eventTypes: types))
        return try resource(ResourceRef(.webhooks, id: id), status: 201)
    }

    /// Checks a URL. Apple accepts https only; the simulator also has to reach a local server over http.
    private static func check(url: String) throws(ConnectError) {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix), url.count > scheme.count else {
            throw EntityReader.wrong("url", detail: "must be a URL")
        }
    }

    private func webhookIndex(_ id: String) throws(ConnectError) -> Int {
        guard let index = world.webhooks.firstIndex(where: { $0.id == id }) else { throw .notFound("webhooks", id: id) }
        return index
    }

    mutating func update(webhook id: String, with entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        let index = try webhookIndex(id)
        try entity.expect("webhooks", id: id)
        if let name = try entity.text("name") { world.webhooks[index].name = name }
        if let secret = try entity.text("secret") { world.webhooks[index].secret = secret }
        if let isEnabled = try entity.bool("enabled") { world.webhooks[index].isEnabled = isEnabled }
        if let types = try entity.words("eventTypes", among: Vocabulary.eventTypes) {
            world.webhooks[index].eventTypes = types
        }
        if let url = try entity.text("url") {
            try Self.check(url: url)
            world.webhooks[index].url = url
        }
        return try resource(ResourceRef(.webhooks, id: id))
    }

    mutating func delete(webhook id: String) throws(ConnectError) -> SimulatorResponse {
        let index = try webhookIndex(id)
        world.webhooks.remove(at: index)
        world.deliveries.removeAll { $0.webhook == id }
        return Self.noContent
    }

    mutating func ping(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("webhookPings")
        let id = try entity.related("webhook", type: "webhooks")
        guard let hook = world.webhooks.first(where: { $0.id == id }) else {
            throw EntityReader.unrelated("webhook", type: "webhooks", id: id)
        }
        let event = world.createEvent(nil, payloadType: "webhookPingCreated", attributes: [:], instance: nil)
        world.deliver(event, to: hook)
        return created("webhookPings", id: event.id)
    }

    mutating func redeliver(_ entity: EntityReader) throws(ConnectError) -> SimulatorResponse {
        try entity.expect("webhookDeliveries")
        let id = try entity.related("template", type: "webhookDeliveries")
        guard let template = world.deliveries.first(where: { $0.id == id }),
            let event = world.events.first(where: { $0.id == template.event }),
            let hook = world.webhooks.first(where: { $0.id == template.webhook })
        else { throw EntityReader.unrelated("template", type: "webhookDeliveries", id: id) }
        let delivery = world.deliver(event, to: hook, isRedelivery: true)
        return try resource(ResourceRef(.webhookDeliveries, id: delivery.id), status: 201)
    }
}
