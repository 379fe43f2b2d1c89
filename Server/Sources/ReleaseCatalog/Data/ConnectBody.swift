import AirworthyPolicy
import Foundation

extension ConnectData {
    var body: [UInt8] {
        // Each group once: a busy app has hundreds of builds in the same three groups.
        var groups: [String: BetaGroup] = [:]
        for build in builds.reversed() {
            for group in build.groups { groups[group.id] = group }
        }
        return JSONValue.members([
            ("schema", .int(JSONValue.bodySchema)), ("appleID", .int(appleID)),
            ("groups", .list(groups.values.sorted { $0.id < $1.id }.map(ConnectBody.json))),
            ("builds", .list(builds.map(ConnectBody.json))), ("versions", .list(versions.map(ConnectBody.json))),
        ]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        appleID = try root.optional("appleID", as: \.intValue)
        let groups = try root.elements(of: "groups") { value throws(UnreadableBody) in try ConnectBody.group(value) }
        let groupsByID = Dictionary(groups.map { ($0.id, $0) }) { $1 }
        builds = try root.elements(of: "builds") { value throws(UnreadableBody) in
            try ConnectBody.build(value, groups: groupsByID)
        }
        versions = try root.elements(of: "versions") { value throws(UnreadableBody) in try ConnectBody.version(value) }
    }
}

/// The stored form of groups, builds and App Store versions.
private enum ConnectBody {
    static func json(_ group: BetaGroup) -> JSONValue {
        .members([
            ("id", .string(group.id)), ("name", .text(group.name)),
            ("isInternal", group.isInternal.map(JSONValue.bool)),
            ("hasAccessToAllBuilds", group.hasAccessToAllBuilds.map(JSONValue.bool)),
            ("publicLink", .text(group.publicLink)),
        ])
    }

    static func group(_ value: JSONValue) throws(UnreadableBody) -> BetaGroup {
        BetaGroup(
            id: try value.required("id", as: \.stringValue), name: try value.optional("name", as: \.stringValue),
            isInternal: try value.optional("isInternal", as: \.boolValue),
            hasAccessToAllBuilds: try value.optional("hasAccessToAllBuilds", as: \.boolValue),
            publicLink: try value.optional("publicLink", as: \.stringValue))
    }

    static func json(_ build: TestFlightBuild) -> JSONValue {
        let history = build.history
        return .members([
            ("id", .text(build.id)), ("platform", .text(build.platform)), ("version", .text(build.version)),
            ("build", .text(build.number)), ("uploadedAt", .date(build.uploadedAt)),
            ("expiresAt", .date(build.expiresAt)), ("isExpired", .flag(build.isExpired)),
            ("minimumOS", .text(build.minimumOS)), ("processingState", .text(build.processingState)),
            ("audienceType", .text(build.audienceType)), ("internalState", .text(build.internalState)),
            ("externalState", .text(build.externalState)),
            ("groups", .list(build.groups.map { .string($0.id) })), ("notes", .localizedText(build.notes)),
            ("firstSeenAt", .date(history.firstSeenAt)), ("internalSince", .date(history.internalSince)),
            ("externalSince", .date(history.externalSince)), ("expiredSince", .date(history.expiredSince)),
            ("missing", .int(history.missingListings == 0 ? nil : history.missingListings)),
        ])
    }

    static func build(_ value: JSONValue, groups: [String: BetaGroup]) throws(UnreadableBody) -> TestFlightBuild {
        var build = TestFlightBuild(
            id: try value.required("id", as: \.stringValue),
            platform: try value.required("platform", as: \.platformValue),
            version: try value.required("version", as: \.versionValue),
            number: try value.required("build", as: \.buildValue))
        build.uploadedAt = try value.optional("uploadedAt", as: \.dateValue)
        build.expiresAt = try value.optional("expiresAt", as: \.dateValue)
        build.isExpired = try value.optional("isExpired", as: \.boolValue) ?? false
        build.minimumOS = try value.optional("minimumOS", as: \.versionValue)
        build.processingState = try value.optional("processingState", as: \.stringValue)
        build.audienceType = try value.optional("audienceType", as: \.stringValue)
        build.internalState = try value.optional("internalState", as: \.stringValue)
        build.externalState = try value.optional("externalState", as: \.stringValue)
        build.groups = try value.elements(of: "groups") { element throws(UnreadableBody) in
            guard let group = element.stringValue.flatMap({ groups[$0] }) else {
                throw UnreadableBody(detail: "a build names a group that is missing")
            }
            return group
        }
        build.notes = try value.optional("notes", as: \.localizedTextValue)
        build.history.firstSeenAt = try value.required("firstSeenAt", as: \.dateValue)
        build.history.internalSince = try value.optional("internalSince", as: \.dateValue)
        build.history.externalSince = try value.optional("externalSince", as: \.dateValue)
        build.history.expiredSince = try value.optional("expiredSince", as: \.dateValue)
        build.history.missingListings = try value.optional("missing", as: \.intValue) ?? 0
        return build
    }

    static func json(_ version: AppStoreVersion) -> JSONValue {
        let phase = version.phase.map { phase in
            JSONValue.members([("state", .string(phase.state)), ("day", .int(phase.day))])
        }
        let history = version.history
        return .members([
            ("id", .string(version.id)), ("platform", .text(version.platform)), ("version", .text(version.version)),
            ("build", .text(version.build)), ("minimumOS", .text(version.minimumOS)), ("state", .string(version.state)),
            ("createdAt", .date(version.createdAt)), ("phase", phase), ("notes", .localizedText(version.notes)),
            ("firstSeenAt", .date(history.firstSeenAt)), ("releasedSince", .date(history.releasedSince)),
            ("missing", .int(history.missingListings == 0 ? nil : history.missingListings)),
        ])
    }

    static func version(_ value: JSONValue) throws(UnreadableBody) -> AppStoreVersion {
        var version = AppStoreVersion(
            id: try value.required("id", as: \.stringValue),
            platform: try value.required("platform", as: \.platformValue),
            version: try value.required("version", as: \.versionValue),
            state: try value.required("state", as: \.stringValue))
        version.build = try value.optional("build", as: \.buildValue)
        version.minimumOS = try value.optional("minimumOS", as: \.versionValue)
        version.createdAt = try value.optional("createdAt", as: \.dateValue)
        if let phase = value["phase"] {
            version.phase = Offer.Phase(
                state: try phase.required("state", as: \.stringValue), day: try phase.optional("day", as: \.intValue))
        }
        version.notes = try value.optional("notes", as: \.localizedTextValue)
        version.history.firstSeenAt = try value.required("firstSeenAt", as: \.dateValue)
        version.history.releasedSince = try value.optional("releasedSince", as: \.dateValue)
        version.history.missingListings = try value.optional("missing", as: \.intValue) ?? 0
        return version
    }
}
