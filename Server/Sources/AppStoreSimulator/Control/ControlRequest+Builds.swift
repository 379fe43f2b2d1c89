extension ControlRequest {
    private mutating func buildIndex() throws(ControlError) -> Int {
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
        // Without a platform, the iOS build is meant.
        let chosen = found.count > 1 ? found.filter { state.world.builds[$0].platform == "IOS" } : found
        guard chosen.count == 1, let index = chosen.first else {
            let known = mine.map { index in
                let build = state.world.builds[index]
                return "\(build.platform) \(build.version) (\(build.number))"
            }.joined(separator: ", ")
            let problem = found.isEmpty ? "there is no such build" : "several builds match; add version and platform"
            throw fields.problem("\(problem); known builds: \(known)", at: "build")
        }
        return index
    }

    private func json(ofBuildAt index: Int) -> JSON { StateDump(state: state).json(state.world.builds[index]) }

    mutating func upload() throws(ControlError) -> JSON {
        let app = try app()
        var build = try BuildRecord(&fields, app: app.id, groups: state.world.groups.filter { $0.app == app.id })
        guard !state.world.builds.contains(where: { $0.id == build.id }) else {
            throw fields.problem("\(build.platform) \(build.version) (\(build.number)) exists already", at: "build")
        }
        let now = state.world.now
        build.uploaded = build.uploaded.anchored(at: now)
        build.expires = build.expires.anchored(at: now)
        build.reviewed = build.reviewed?.anchored(at: now)
        state.world.builds.append(build)
        let index = state.world.builds.count - 1
        state.world.sendUploadEvent(forBuildAt: index)
        return json(ofBuildAt: index)
    }

    mutating func setBuild() throws(ControlError) -> JSON {
        let index = try buildIndex()
        if let processing = try fields.word("processing", among: Vocabulary.processing) {
            let changed = state.world.builds[index].processing != processing
            state.world.builds[index].processing = processing
            if changed { state.world.sendUploadEvent(forBuildAt: index) }
        }
        try setGroups(ofBuildAt: index)
        if let notes = try fields.notes("notes") { state.world.builds[index].notes = notes }
        if let minimum = try fields.text("minimumOS") { state.world.builds[index].minimumOS = minimum }
        if let state = try fields.word("internal", among: Vocabulary.internalStates) {
            self.state.world.builds[index].internalState = state
        }
        if let state = try fields.word("external", among: Vocabulary.externalStates) {
            self.state.world.setExternalState(ofBuildAt: index, to: state)
        }
        if let expires = try fields.time("expires") {
            state.world.builds[index].expires = expires.anchored(at: state.world.now)
        }
        if let isExpired = try fields.bool("expired") { state.world.builds[index].isExpired = isExpired }
        return json(ofBuildAt: index)
    }

    private mutating func setGroups(ofBuildAt index: Int) throws(ControlError) {
        let app = state.world.builds[index].app
        let known = state.world.groups.filter { $0.app == app }
        guard let wanted = try fields.groups(among: known) else { return }
        for group in known where !wanted.contains(group) && state.world.builds[index].groups.contains(group.id) {
            state.world.remove(buildAt: index, from: group)
        }
        for group in wanted { state.world.assign(buildAt: index, to: group) }
    }

    mutating func expire() throws(ControlError) -> JSON {
        let index = try buildIndex()
        state.world.expire(buildAt: index)
        return json(ofBuildAt: index)
    }

    mutating func setGroup() throws(ControlError) -> JSON {
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
