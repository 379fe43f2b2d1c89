import Foundation

/// Answers writes. What it did counts only if it did not throw.
struct Writer {
    var world: World
    let base: String

    private static let nothing = Reply(status: 204, type: nil)

    /// The answer that shows a resource.
    private func shown(_ ref: Ref, status: Int = 200) throws(ConnectError) -> Reply {
        guard let resource = world.resource(ref), let operation = ReadOperation.all["/v1/apps/{id}/builds"] else {
            throw .notFound(ref.kind.rawValue, ref.id)
        }
        let query = try ReadQuery(Query(), for: operation)
        let link = "\(base)/v1/\(ref.kind.rawValue)/\(ref.id)"
        return .json(status, Document(world: world, query: query, base: base).one(resource, link: link))
    }

    /// The answer that tells no more than that something was made.
    private func made(_ type: String, _ id: String) -> Reply {
        let link = JSON.string("\(base)/v1/\(type)/\(id)")
        let data: JSON = ["type": .string(type), "id": .string(id), "links": ["self": link]]
        return .json(201, ["data": data, "links": ["self": link]])
    }

    private func build(_ id: String) throws(ConnectError) -> Int {
        guard let index = world.builds.firstIndex(where: { $0.id == id }) else { throw .notFound("builds", id) }
        return index
    }

    // MARK: Builds

    mutating func update(build id: String, _ entity: EntityReader) throws(ConnectError) -> Reply {
        let index = try build(id)
        try entity.expect("builds", id: id)
        if let expired = try entity.bool("expired") {
            guard expired else { throw .state("An expired build can not be made available again.") }
            world.expire(index)
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
        return try shown(Ref(.builds, id))
    }

    mutating func assign(
        builds ids: [String], groups: [String], pathKind: Kind
    ) throws(ConnectError) -> Reply {
        for id in ids {
            for group in groups {
                let (index, group) = try pair(id, group, pathKind)
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
                world.assign(index, group)
            }
        }
        return Self.nothing
    }

    mutating func remove(
        builds ids: [String], groups: [String], pathKind: Kind
    ) throws(ConnectError) -> Reply {
        for id in ids {
            for group in groups {
                let (index, group) = try pair(id, group, pathKind)
                world.remove(index, group)
            }
        }
        return Self.nothing
    }

    /// A build and a group of one app. What the path names and is not there is not found; what the body names, wrong.
    private func pair(
        _ build: String, _ group: String, _ pathKind: Kind
    ) throws(ConnectError) -> (Int, GroupRecord) {
        guard let index = world.builds.firstIndex(where: { $0.id == build }) else {
            throw pathKind == .builds ? .notFound("builds", build) : EntityReader.unrelated("builds", "builds", build)
        }
        guard let found = world.groups.first(where: { $0.id == group }) else {
            throw pathKind == .betaGroups
                ? .notFound("betaGroups", group) : EntityReader.unrelated("betaGroups", "betaGroups", group)
        }
        guard found.app == world.builds[index].app else {
            throw .unprocessable("The group and the build are not of one app.")
        }
        return (index, found)
    }

    // MARK: Notes for testers

    mutating func createNote(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("betaBuildLocalizations")
        let locale = try entity.requiredText("locale")
        let text = try entity.text("whatsNew") ?? ""
        let id = try entity.related("build", "builds")
        guard let index = world.builds.firstIndex(where: { $0.id == id }) else {
            throw EntityReader.unrelated("build", "builds", id)
        }
        guard !world.builds[index].notes.contains(where: { $0.locale == locale }) else {
            throw .attribute(
                "ATTRIBUTE.INVALID.DUPLICATE", "/data/attributes/locale", "There is a localization for '\(locale)'")
        }
        world.builds[index].notes.append(Note(locale: locale, text: text))
        return try shown(Ref(.betaBuildLocalizations, world.builds[index].noteID(locale)), status: 201)
    }

    private func note(_ id: String) throws(ConnectError) -> (build: Int, note: Int) {
        for (build, record) in world.builds.enumerated() {
            if let note = record.notes.firstIndex(where: { record.noteID($0.locale) == id }) { return (build, note) }
        }
        throw .notFound("betaBuildLocalizations", id)
    }

    mutating func update(note id: String, _ entity: EntityReader) throws(ConnectError) -> Reply {
        let place = try note(id)
        try entity.expect("betaBuildLocalizations", id: id)
        if let text = try entity.text("whatsNew") { world.builds[place.build].notes[place.note].text = text }
        return try shown(Ref(.betaBuildLocalizations, id))
    }

    mutating func delete(note id: String) throws(ConnectError) -> Reply {
        let place = try note(id)
        world.builds[place.build].notes.remove(at: place.note)
        return Self.nothing
    }

    // MARK: Releases

    private func version(_ entity: EntityReader) throws(ConnectError) -> Int {
        let id = try entity.related("appStoreVersion", "appStoreVersions")
        guard let index = world.versions.firstIndex(where: { $0.id == id }) else {
            throw EntityReader.unrelated("appStoreVersion", "appStoreVersions", id)
        }
        return index
    }

    mutating func createPhasedRelease(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("appStoreVersionPhasedReleases")
        let state = try entity.word("phasedReleaseState", among: Vocabulary.phasedStates) ?? "INACTIVE"
        let index = try version(entity)
        let version = world.versions[index]
        guard version.phased == nil else { throw .state("The version has a phased release.") }
        guard version.state != "READY_FOR_DISTRIBUTION" else { throw .state("The version was released.") }
        guard !world.released(version.app, version.platform).isEmpty else {
            throw .state("The first version of an app can not be released in phases.")
        }
        let id = StableID.uuid("phased", version.id)
        world.versions[index].phased = PhasedRecord(id: id, state: state == "ACTIVE" ? "INACTIVE" : state)
        return try shown(Ref(.appStoreVersionPhasedReleases, id), status: 201)
    }

    mutating func update(phasedRelease id: String, _ entity: EntityReader) throws(ConnectError) -> Reply {
        guard let index = world.versions.firstIndex(where: { $0.phased?.id == id }) else {
            throw .notFound("appStoreVersionPhasedReleases", id)
        }
        try entity.expect("appStoreVersionPhasedReleases", id: id)
        if let state = try entity.word("phasedReleaseState", among: Vocabulary.phasedStates) {
            guard world.setPhase(index, state) else { throw .state("The phased release can not go to \(state) now.") }
        }
        return try shown(Ref(.appStoreVersionPhasedReleases, id))
    }

    mutating func delete(phasedRelease id: String) throws(ConnectError) -> Reply {
        guard let index = world.versions.firstIndex(where: { $0.phased?.id == id }) else {
            throw .notFound("appStoreVersionPhasedReleases", id)
        }
        guard world.versions[index].phased?.started == nil else { throw .state("The phased release has begun.") }
        world.versions[index].phased = nil
        return Self.nothing
    }

    mutating func requestRelease(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("appStoreVersionReleaseRequests")
        let index = try version(entity)
        guard world.versions[index].state == "PENDING_DEVELOPER_RELEASE" else {
            throw .state("The version is not in the state PENDING_DEVELOPER_RELEASE.")
        }
        world.release(index)
        return made("appStoreVersionReleaseRequests", StableID.uuid("request", world.versions[index].id))
    }

    // MARK: Webhooks

    mutating func createWebhook(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("webhooks")
        let name = try entity.requiredText("name")
        let url = try entity.requiredText("url")
        let secret = try entity.requiredText("secret")
        guard let isEnabled = try entity.bool("enabled") else { throw EntityReader.missing("enabled") }
        guard let types = try entity.words("eventTypes", among: Vocabulary.eventTypes) else {
            throw EntityReader.missing("eventTypes")
        }
        try Self.check(url: url)
        let app = try entity.related("app", "apps")
        guard world.app(app) != nil else { throw EntityReader.unrelated("app", "apps", app) }
        guard !world.webhooks.contains(where: { $0.app == app && $0.url == url }) else {
            throw .attribute("ATTRIBUTE.INVALID.DUPLICATE", "/data/attributes/url", "There is a webhook with this url")
        }
        let id = UUID().uuidString.lowercased()
        world.webhooks.append(
            WebhookRecord(
                id: id, app: app, name: name, url: url, secret: secret, isEnabled: isEnabled, eventTypes: types))
        return try shown(Ref(.webhooks, id), status: 201)
    }

    /// Apple takes https only; a simulator has to call a server on this machine too.
    private static func check(url: String) throws(ConnectError) {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix), url.count > scheme.count else {
            throw EntityReader.wrong("url", "is no URL")
        }
    }

    private func webhook(_ id: String) throws(ConnectError) -> Int {
        guard let index = world.webhooks.firstIndex(where: { $0.id == id }) else { throw .notFound("webhooks", id) }
        return index
    }

    mutating func update(webhook id: String, _ entity: EntityReader) throws(ConnectError) -> Reply {
        let index = try webhook(id)
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
        return try shown(Ref(.webhooks, id))
    }

    mutating func delete(webhook id: String) throws(ConnectError) -> Reply {
        let index = try webhook(id)
        world.webhooks.remove(at: index)
        world.deliveries.removeAll { $0.webhook == id }
        return Self.nothing
    }

    mutating func ping(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("webhookPings")
        let id = try entity.related("webhook", "webhooks")
        guard let hook = world.webhooks.first(where: { $0.id == id }) else {
            throw EntityReader.unrelated("webhook", "webhooks", id)
        }
        let event = world.event(nil, "webhookPingCreated", attributes: [:], instance: nil)
        world.deliver(event, to: hook)
        return made("webhookPings", event.id)
    }

    mutating func redeliver(_ entity: EntityReader) throws(ConnectError) -> Reply {
        try entity.expect("webhookDeliveries")
        let id = try entity.related("template", "webhookDeliveries")
        guard let template = world.deliveries.first(where: { $0.id == id }),
            let event = world.events.first(where: { $0.id == template.event }),
            let hook = world.webhooks.first(where: { $0.id == template.webhook })
        else { throw EntityReader.unrelated("template", "webhookDeliveries", id) }
        let delivery = world.deliver(event, to: hook, isRedelivery: true)
        return try shown(Ref(.webhookDeliveries, delivery.id), status: 201)
    }
}
