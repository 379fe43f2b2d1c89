import AirworthyPolicy
import Foundation

extension ConnectMemory {
    var body: [UInt8] {
        // Each group once: a busy app has hundreds of builds in the same three groups.
        var groups: [String: BuildFact.Group] = [:]
        for build in builds.reversed() {
            for group in build.fact.groups { groups[group.id] = group }
        }
        return JSONValue.facts([
            ("schema", .whole(JSONValue.bodySchema)), ("appleID", .whole(appleID)),
            ("groups", .list(groups.values.sorted { $0.id < $1.id }.map(\.json))),
            ("builds", .list(builds.map(\.json))), ("versions", .list(versions.map(\.json))),
        ]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        appleID = try root.optional("appleID", \.intValue)
        var groups: [String: BuildFact.Group] = [:]
        for element in try root.optional("groups", \.arrayValue) ?? [] {
            let group = try BuildFact.Group(element)
            groups[group.id] = group
        }
        builds = try root.each("builds") { value throws(UnreadableBody) in try Build(value, groups) }
        versions = try root.each("versions") { value throws(UnreadableBody) in try Version(value) }
    }
}

extension BuildFact.Group {
    fileprivate var json: JSONValue {
        .facts([
            ("id", .string(id)), ("name", .text(name)), ("isInternal", isInternal.map(JSONValue.bool)),
            ("hasAccessToAllBuilds", hasAccessToAllBuilds.map(JSONValue.bool)), ("publicLink", .text(publicLink)),
        ])
    }

    fileprivate init(_ value: JSONValue) throws(UnreadableBody) {
        self.init(
            id: try value.needed("id", \.stringValue), name: try value.optional("name", \.stringValue),
            isInternal: try value.optional("isInternal", \.boolValue),
            hasAccessToAllBuilds: try value.optional("hasAccessToAllBuilds", \.boolValue),
            publicLink: try value.optional("publicLink", \.stringValue))
    }
}

extension ConnectMemory.Build {
    fileprivate var json: JSONValue {
        .facts([
            ("id", .string(fact.id)), ("platform", .text(fact.platform)), ("version", .text(fact.version)),
            ("build", .text(fact.build)), ("uploadedAt", .date(fact.uploadedAt)),
            ("expiresAt", .date(fact.expiresAt)), ("isExpired", .flag(fact.isExpired)),
            ("minimumOS", .text(fact.minimumOS)), ("processingState", .text(fact.processingState)),
            ("audienceType", .text(fact.audienceType)), ("internalState", .text(fact.internalState)),
            ("externalState", .text(fact.externalState)),
            ("groups", .list(fact.groups.map { .string($0.id) })), ("notes", .texts(fact.notes)),
            ("firstSeenAt", .date(firstSeenAt)), ("internalSince", .date(internalSince)),
            ("externalSince", .date(externalSince)), ("expiredSince", .date(expiredSince)),
            ("missing", .whole(missing == 0 ? nil : missing)),
        ])
    }

    fileprivate init(_ value: JSONValue, _ groups: [String: BuildFact.Group]) throws(UnreadableBody) {
        fact = BuildFact(
            id: try value.needed("id", \.stringValue), platform: try value.needed("platform", \.asPlatform),
            version: try value.needed("version", \.asVersion), build: try value.needed("build", \.asBuild))
        fact.uploadedAt = try value.optional("uploadedAt", \.asDate)
        fact.expiresAt = try value.optional("expiresAt", \.asDate)
        fact.isExpired = try value.optional("isExpired", \.boolValue) ?? false
        fact.minimumOS = try value.optional("minimumOS", \.asVersion)
        fact.processingState = try value.optional("processingState", \.stringValue)
        fact.audienceType = try value.optional("audienceType", \.stringValue)
        fact.internalState = try value.optional("internalState", \.stringValue)
        fact.externalState = try value.optional("externalState", \.stringValue)
        fact.groups = try value.each("groups") { element throws(UnreadableBody) in
            guard let group = element.stringValue.flatMap({ groups[$0] }) else {
                throw UnreadableBody(detail: "a build names a group that is not there")
            }
            return group
        }
        fact.notes = try value.optional("notes", \.asTexts)
        firstSeenAt = try value.needed("firstSeenAt", \.asDate)
        internalSince = try value.optional("internalSince", \.asDate)
        externalSince = try value.optional("externalSince", \.asDate)
        expiredSince = try value.optional("expiredSince", \.asDate)
        missing = try value.optional("missing", \.intValue) ?? 0
    }
}

extension ConnectMemory.Version {
    fileprivate var json: JSONValue {
        let phase = fact.phase.map { phase in
            JSONValue.facts([("state", .string(phase.state)), ("day", .whole(phase.day))])
        }
        return .facts([
            ("id", .string(fact.id)), ("platform", .text(fact.platform)), ("version", .text(fact.version)),
            ("build", .text(fact.build)), ("minimumOS", .text(fact.minimumOS)), ("state", .string(fact.state)),
            ("createdAt", .date(fact.createdAt)), ("phase", phase), ("notes", .texts(fact.notes)),
            ("firstSeenAt", .date(firstSeenAt)), ("releasedSince", .date(releasedSince)),
            ("missing", .whole(missing == 0 ? nil : missing)),
        ])
    }

    fileprivate init(_ value: JSONValue) throws(UnreadableBody) {
        fact = StoreVersionFact(
            id: try value.needed("id", \.stringValue), platform: try value.needed("platform", \.asPlatform),
            version: try value.needed("version", \.asVersion), state: try value.needed("state", \.stringValue))
        fact.build = try value.optional("build", \.asBuild)
        fact.minimumOS = try value.optional("minimumOS", \.asVersion)
        fact.createdAt = try value.optional("createdAt", \.asDate)
        if let phase = value["phase"] {
            fact.phase = Offer.Phase(
                state: try phase.needed("state", \.stringValue), day: try phase.optional("day", \.intValue))
        }
        fact.notes = try value.optional("notes", \.asTexts)
        firstSeenAt = try value.needed("firstSeenAt", \.asDate)
        releasedSince = try value.optional("releasedSince", \.asDate)
        missing = try value.optional("missing", \.intValue) ?? 0
    }
}
