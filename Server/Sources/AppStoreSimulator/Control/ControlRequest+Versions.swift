import Foundation

extension ControlRequest {
    private func json(ofVersionAt index: Int) -> JSON { StateDump(state: state).json(state.world.versions[index]) }

    private func index(of version: String, on platform: String, app: AppRecord) -> Int? {
        state.world.versions.firstIndex {
            $0.app == app.id && $0.platform == platform && $0.version == version
        }
    }

    /// Returns the index of the version that the fields name; without one, the version on the App Store.
    private mutating func versionIndex(of app: AppRecord, on platform: String) throws(ControlError) -> Int {
        let name =
            try fields.text("version") ?? state.world.releasedVersions(of: app.id, on: platform).first?.version
        guard let name, let index = index(of: name, on: platform, app: app) else {
            let known = state.world.versions.filter { $0.app == app.id && $0.platform == platform }.map(\.version)
            throw fields.problem(
                "there is no such version on \(platform); known versions: \(known.joined(separator: ", "))",
                at: "version")
        }
        return index
    }

    mutating func setVersion() throws(ControlError) -> JSON {
        let app = try app()
        var version = try VersionRecord(&fields, app: app.id, builds: state.world.builds)
        let now = state.world.now
        guard let index = index(of: version.version, on: version.platform, app: app) else {
            version.created = fields.wasGiven("created") ? version.created.anchored(at: now) : .absolute(now)
            version.released = version.released?.anchored(at: now)
            let wanted = version.state
            version.state = "PREPARE_FOR_SUBMISSION"
            if wanted == "READY_FOR_DISTRIBUTION" { version.released = nil }
            state.world.versions.append(version)
            let index = state.world.versions.count - 1
            move(versionAt: index, to: wanted)
            return json(ofVersionAt: index)
        }
        if let build = version.build { state.world.versions[index].build = build }
        if !version.notes.isEmpty { state.world.versions[index].notes = version.notes }
        if let phased = version.phased { state.world.versions[index].phased = phased }
        if fields.wasGiven("state") { move(versionAt: index, to: version.state) }
        return json(ofVersionAt: index)
    }

    private mutating func move(versionAt index: Int, to wanted: String) {
        if wanted == "READY_FOR_DISTRIBUTION", state.world.versions[index].state != wanted {
            state.world.release(versionAt: index)
        } else {
            state.world.setState(ofVersionAt: index, to: wanted)
        }
    }

    mutating func release() throws(ControlError) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        let name = try fields.requiredText("version")
        let build = try releasedBuild(of: app, on: platform, version: name)
        let index = index(of: name, on: platform, app: app) ?? addVersion(name, of: app, on: platform)
        if let build { state.world.versions[index].build = build.id }
        if let minimum = try fields.text("minimumOS") { state.world.versions[index].minimumOS = minimum }
        if let notes = try fields.notes("notes") { state.world.versions[index].notes = notes }
        if try fields.bool("phased") ?? false {
            let id = StableID.uuid("phased", state.world.versions[index].id)
            state.world.versions[index].phased = PhasedRecord(id: id, state: "INACTIVE")
        }
        let before = state.world.releasedVersions(of: app.id, on: platform).first?.version
        for storefront in try fields.storefronts("staleIn") ?? [] {
            replace(
                EdgeRecord(
                    app: app.id, storefront: storefront, platform: platform, version: before, isAlternating: false,
                    isBustable: true))
        }
        state.world.release(versionAt: index)
        return json(ofVersionAt: index)
    }

    /// Returns the build with the given number; without a number, the newest build of the version.
    private mutating func releasedBuild(
        of app: AppRecord, on platform: String, version: String
    ) throws(ControlError) -> BuildRecord? {
        let builds = state.world.builds.filter {
            $0.app == app.id && $0.platform == platform && $0.version == version
        }
        guard let number = try fields.text("build") else {
            return builds.max { state.world.date($0.uploaded) < state.world.date($1.uploaded) }
        }
        guard let build = builds.first(where: { $0.number == number }) else {
            throw fields.problem("there is no build \(number) of \(platform) \(version); upload it first", at: "build")
        }
        return build
    }

    private mutating func addVersion(_ name: String, of app: AppRecord, on platform: String) -> Int {
        state.world.versions.append(
            VersionRecord(
                id: StableID.uuid("version", app.id, platform, name), app: app.id, platform: platform, version: name,
                build: nil, state: "PENDING_DEVELOPER_RELEASE", created: state.world.moment, releaseType: "MANUAL",
                notes: []))
        return state.world.versions.count - 1
    }

    mutating func setPhase() throws(ControlError) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        let index = try versionIndex(of: app, on: platform)
        let day = try fields.integer("day", in: 1...7)
        var phased =
            state.world.versions[index].phased
            ?? PhasedRecord(
                id: StableID.uuid("phased", state.world.versions[index].id), state: "ACTIVE",
                started: state.world.moment)
        if let day {
            // A minute more than whole days, so that the day has begun.
            phased.started = .absolute(state.world.now.addingTimeInterval(-Double(day - 1) * 86_400 - 60))
            phased.paused = 0
            if phased.state == "PAUSED" { phased.pausedSince = state.world.moment } else { phased.state = "ACTIVE" }
        }
        state.world.versions[index].phased = phased
        if let wanted = try fields.word("state", among: Vocabulary.phasedStates) {
            guard state.world.setPhase(ofVersionAt: index, to: wanted) else {
                throw fields.problem(
                    "cannot be \(wanted) now; active releases can be paused, active and paused ones completed",
                    at: "state")
            }
        }
        return json(ofVersionAt: index)
    }

    mutating func withdraw() throws(ControlError) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        if fields.has("version") {
            let index = try versionIndex(of: app, on: platform)
            guard state.world.versions[index].state == "READY_FOR_DISTRIBUTION" else {
                throw fields.problem("is not on the App Store", at: "version")
            }
            let before = state.world.releasedVersions(of: app.id, on: platform).dropFirst().first
            state.world.setState(ofVersionAt: index, to: "DEVELOPER_REJECTED")
            if let before, let other = self.index(of: before.version, on: platform, app: app) {
                state.world.setState(ofVersionAt: other, to: "READY_FOR_DISTRIBUTION")
            }
            return json(ofVersionAt: index)
        }
        let codes = try fields.storefronts("storefronts") ?? app.storefronts
        return sell(app, in: app.storefronts.filter { !codes.contains($0) })
    }

    mutating func setStorefronts() throws(ControlError) -> JSON {
        let app = try app()
        guard let codes = try fields.storefronts("storefronts") else {
            throw fields.problem("is missing", at: "storefronts")
        }
        return sell(app, in: codes)
    }

    private mutating func sell(_ app: AppRecord, in storefronts: [String]) -> JSON {
        if let index = state.world.apps.firstIndex(where: { $0.id == app.id }) {
            state.world.apps[index].storefronts = storefronts
        }
        return ["app": .string(app.name), "storefronts": .array(storefronts.map(JSON.string))]
    }

    mutating func setEdge() throws(ControlError) -> JSON {
        let app = try app()
        if try fields.bool("clear") ?? false {
            let country = try fields.text("storefront")?.uppercased()
            state.world.edges.removeAll { $0.app == app.id && (country == nil || $0.storefront == country) }
        } else {
            replace(try EdgeRecord(&fields, app: app.id))
        }
        return ["edges": .array(state.world.edges.map(StateDump(state: state).json))]
    }

    private mutating func replace(_ edge: EdgeRecord) {
        state.world.edges.removeAll {
            $0.app == edge.app && $0.storefront == edge.storefront && $0.platform == edge.platform
        }
        state.world.edges.append(edge)
    }
}
