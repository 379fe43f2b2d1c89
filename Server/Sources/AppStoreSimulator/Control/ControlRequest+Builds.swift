extension ControlRequest {
    /// The build that is meant.
    private mutating func build() throws(Problem) -> Int {
        let app = try app()
        let number = try fields.requiredText("build")
        let version = try fields.text("version")
        let platform = try platform()
        let mine = state.world.builds.indices.filter { state.world.builds[$0].app == app.id }
        let found = mine.filter { index in
            let build = state.world.builds[index]
            return build.number == number && version.map { $0 == build.version } ?? true
                && platform.map { $0 == build.platform } ?? true
        }
        // Where the platform is left out, the iOS build is meant.
        let chosen = found.count > 1 ? found.filter { state.world.builds[$0].platform == "IOS" } : found
        guard chosen.count == 1, let index = chosen.first else {
            let known = mine.map { index in
                let build = state.world.builds[index]
                return "\(build.platform) \(build.version) (\(build.number))"
            }.joined(separator: ", ")
            throw fields.problem(
                "build", found.isEmpty ? "there is none; there are \(known)" : "which one of \(known)?")
        }
        return index
    }

    private func told(_ index: Int) -> JSON { StateDump(state: state).json(state.world.builds[index]) }

    mutating func upload() throws(Problem) -> JSON {
        let app = try app()
        var build = try BuildRecord(&fields, app: app.id, groups: groups(of: app))
        guard !state.world.builds.contains(where: { $0.id == build.id }) else {
            throw fields.problem("build", "\(build.platform) \(build.version) (\(build.number)) is there already")
        }
        let now = state.world.now
        build.uploaded = build.uploaded.anchored(at: now)
        build.expires = build.expires.anchored(at: now)
        build.reviewed = build.reviewed?.anchored(at: now)
        state.world.builds.append(build)
        let index = state.world.builds.count - 1
        state.world.tellUpload(index)
        return told(index)
    }

    mutating func setBuild() throws(Problem) -> JSON {
        let index = try build()
        if let processing = try fields.word("processing", among: Vocabulary.processing) {
            let changed = state.world.builds[index].processing != processing
            state.world.builds[index].processing = processing
            if changed { state.world.tellUpload(index) }
        }
        if let names = try fields.texts("groups") {
            let app = state.world.builds[index].app
            let mine = state.world.groups.filter { $0.app == app }
            let wanted = try GroupRecord.find(names, among: mine, fields)
            for group in mine where !wanted.contains(group) && state.world.builds[index].groups.contains(group.id) {
                state.world.remove(index, group)
            }
            for group in wanted { state.world.assign(index, group) }
        }
        if let notes = try fields.notes("notes") { state.world.builds[index].notes = notes }
        if let minimum = try fields.text("minimumOS") { state.world.builds[index].minimumOS = minimum }
        if let state = try fields.word("internal", among: Vocabulary.internalStates) {
            self.state.world.builds[index].internalState = state
        }
        if let state = try fields.word("external", among: Vocabulary.externalStates) {
            self.state.world.setExternalState(index, state)
        }
        if let expires = try fields.time("expires") {
            state.world.builds[index].expires = expires.anchored(at: state.world.now)
        }
        if let isExpired = try fields.bool("expired") { state.world.builds[index].isExpired = isExpired }
        return told(index)
    }

    mutating func expire() throws(Problem) -> JSON {
        let index = try build()
        state.world.expire(index)
        return told(index)
    }

    mutating func setGroup() throws(Problem) -> JSON {
        let app = try app()
        var group = try GroupRecord(&fields, app: app.id)
        group.created = group.created.anchored(at: state.world.now)
        if let index = state.world.groups.firstIndex(where: { $0.id == group.id }) {
            group.created = state.world.groups[index].created
            state.world.groups[index] = group
        } else {
            state.world.groups.append(group)
        }
        return StateDump(state: state).json(group)
    }
}
