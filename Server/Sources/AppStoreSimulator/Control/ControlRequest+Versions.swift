import Foundation

extension ControlRequest {
    private func told(_ index: Int) -> JSON { StateDump(state: state).json(state.world.versions[index]) }

    private func index(of version: String, _ platform: String, _ app: AppRecord) -> Int? {
        state.world.versions.firstIndex {
            $0.app == app.id && $0.platform == platform && $0.version == version
        }
    }

    /// The version that is named, or the one on the App Store.
    private mutating func version(_ app: AppRecord, _ platform: String) throws(Problem) -> Int {
        let name = try fields.text("version") ?? state.world.released(app.id, platform).first?.version
        let known = state.world.versions.filter { $0.app == app.id && $0.platform == platform }.map(\.version)
        guard let name, let index = index(of: name, platform, app) else {
            throw fields.problem(
                "version", "there is no such version on \(platform); there are \(known.joined(separator: ", "))")
        }
        return index
    }

    mutating func setVersion() throws(Problem) -> JSON {
        let app = try app()
        var version = try VersionRecord(&fields, app: app.id, builds: state.world.builds)
        let now = state.world.now
        guard let index = index(of: version.version, version.platform, app) else {
            version.created = fields.wasGiven("created") ? version.created.anchored(at: now) : .absolute(now)
            version.released = version.released?.anchored(at: now)
            let wanted = version.state
            version.state = "PREPARE_FOR_SUBMISSION"
            if wanted == "READY_FOR_DISTRIBUTION" { version.released = nil }
            state.world.versions.append(version)
            let index = state.world.versions.count - 1
            move(index, to: wanted)
            return told(index)
        }
        if let build = version.build { state.world.versions[index].build = build }
        if !version.notes.isEmpty { state.world.versions[index].notes = version.notes }
        if let phased = version.phased { state.world.versions[index].phased = phased }
        if fields.wasGiven("state") { move(index, to: version.state) }
        return told(index)
    }

    private mutating func move(_ index: Int, to wanted: String) {
        if wanted == "READY_FOR_DISTRIBUTION", state.world.versions[index].state != wanted {
            state.world.release(index)
        } else {
            state.world.setState(index, wanted)
        }
    }

    mutating func release() throws(Problem) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        let name = try fields.requiredText("version")
        let mine = state.world.builds.filter { $0.app == app.id && $0.platform == platform && $0.version == name }
        let number = try fields.text("build")
        let newest = mine.max { state.world.date($0.uploaded) < state.world.date($1.uploaded) }
        let build = number == nil ? newest : mine.first { $0.number == number }
        if let number, build == nil {
            throw fields.problem("build", "there is no build \(number) of \(platform) \(name); upload it first")
        }
        let place: Int
        if let index = index(of: name, platform, app) {
            place = index
        } else {
            state.world.versions.append(
                VersionRecord(
                    id: StableID.uuid("version", app.id, platform, name), app: app.id, platform: platform,
                    version: name, build: nil, state: "PENDING_DEVELOPER_RELEASE", created: state.world.moment,
                    releaseType: "MANUAL", notes: []))
            place = state.world.versions.count - 1
        }
        if let build { state.world.versions[place].build = build.id }
        if let minimum = try fields.text("minimumOS") { state.world.versions[place].minimumOS = minimum }
        if let notes = try fields.notes("notes") { state.world.versions[place].notes = notes }
        if try fields.bool("phased") ?? false {
            let id = StableID.uuid("phased", state.world.versions[place].id)
            state.world.versions[place].phased = PhasedRecord(id: id, state: "INACTIVE")
        }
        let before = state.world.released(app.id, platform).first?.version
        for (offset, country) in (try fields.texts("staleIn") ?? []).enumerated() {
            guard country.isStorefront else {
                throw fields.problem("staleIn[\(offset)]", "`\(country)` is no country of two letters")
            }
            replace(
                EdgeRecord(
                    app: app.id, storefront: country.uppercased(), platform: platform, version: before,
                    isAlternating: false, isBustable: true))
        }
        state.world.release(place)
        return told(place)
    }

    mutating func setPhase() throws(Problem) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        let index = try version(app, platform)
        let day = try fields.integer("day", in: 1...7)
        if state.world.versions[index].phased == nil {
            let id = StableID.uuid("phased", state.world.versions[index].id)
            state.world.versions[index].phased = PhasedRecord(id: id, state: "ACTIVE", started: state.world.moment)
        }
        if let day {
            let moment = state.world.moment
            let started = state.world.now.addingTimeInterval(-Double(day - 1) * 86_400 - 60)
            state.world.versions[index].phased?.started = .absolute(started)
            state.world.versions[index].phased?.paused = 0
            if state.world.versions[index].phased?.state != "PAUSED" {
                state.world.versions[index].phased?.state = "ACTIVE"
            } else {
                state.world.versions[index].phased?.pausedSince = moment
            }
        }
        if let wanted = try fields.word("state", among: Vocabulary.phasedStates) {
            guard state.world.setPhase(index, wanted) else {
                throw fields.problem(
                    "state", "cannot be \(wanted) now; an active one can be paused, and both completed")
            }
        }
        return told(index)
    }

    mutating func withdraw() throws(Problem) -> JSON {
        let app = try app()
        let platform = try platform() ?? "IOS"
        if fields.has("version") {
            let index = try version(app, platform)
            guard state.world.versions[index].state == "READY_FOR_DISTRIBUTION" else {
                throw fields.problem("version", "is not on the App Store")
            }
            let before = state.world.released(app.id, platform).dropFirst().first
            state.world.setState(index, "DEVELOPER_REJECTED")
            if let before, let other = self.index(of: before.version, platform, app) {
                state.world.setState(other, "READY_FOR_DISTRIBUTION")
            }
            return told(index)
        }
        let codes = try countries("storefronts") ?? app.storefronts
        return sell(app, in: app.storefronts.filter { !codes.contains($0) })
    }

    mutating func setStorefronts() throws(Problem) -> JSON {
        let app = try app()
        guard let codes = try countries("storefronts") else { throw fields.problem("storefronts", "is missing") }
        return sell(app, in: codes)
    }

    private mutating func countries(_ name: String) throws(Problem) -> [String]? {
        guard let codes = try fields.texts(name) else { return nil }
        for (index, code) in codes.enumerated() where !code.isStorefront {
            throw fields.problem("\(name)[\(index)]", "`\(code)` is no country of two letters")
        }
        return codes.map { $0.uppercased() }
    }

    private mutating func sell(_ app: AppRecord, in storefronts: [String]) -> JSON {
        if let index = state.world.apps.firstIndex(where: { $0.id == app.id }) {
            state.world.apps[index].storefronts = storefronts
        }
        return ["app": .string(app.name), "storefronts": .array(storefronts.map(JSON.string))]
    }

    mutating func setEdge() throws(Problem) -> JSON {
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
