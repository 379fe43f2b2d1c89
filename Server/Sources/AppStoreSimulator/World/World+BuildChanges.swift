/// Changes of builds on Apple's side, such as a beta review, with their webhook events.
extension World {
    /// Returns the internal state of a processed build without obstacles.
    func internalStateOnceReady(_ build: BuildRecord) -> String {
        let internalGroups = groups.filter { $0.app == build.app && $0.isInternal }
        let reaches = internalGroups.contains { $0.hasAllBuilds || build.groups.contains($0.id) }
        return reaches ? "IN_BETA_TESTING" : "READY_FOR_BETA_TESTING"
    }

    mutating func setExternalState(ofBuildAt index: Int, to state: String) {
        let old = externalState(builds[index])
        builds[index].externalState = state
        if state == "WAITING_FOR_BETA_REVIEW" { builds[index].review = "WAITING_FOR_REVIEW" }
        if state == "IN_BETA_REVIEW" { builds[index].review = "IN_REVIEW" }
        if state == "BETA_REJECTED" { builds[index].review = "REJECTED" }
        if ["BETA_APPROVED", "IN_BETA_TESTING"].contains(state) { builds[index].review = "APPROVED" }
        if builds[index].review != nil, builds[index].reviewed == nil { builds[index].reviewed = moment }
        sendExternalStateEvent(forBuildAt: index, from: old)
    }

    private mutating func sendExternalStateEvent(forBuildAt index: Int, from old: String) {
        let new = externalState(builds[index])
        guard old != new else { return }
        send(
            "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED", payloadType: "buildBetaDetailExternalBuildStateUpdated",
            attributes: ["oldExternalBuildState": .string(old), "newExternalBuildState": .string(new)],
            instance: ResourceRef(.buildBetaDetails, id: builds[index].id), app: builds[index].app)
    }

    /// Expires a build. Apple sends no event for this.
    mutating func expire(buildAt index: Int) {
        builds[index].isExpired = true
    }

    mutating func assign(buildAt index: Int, to group: GroupRecord) {
        if !builds[index].groups.contains(group.id) { builds[index].groups.append(group.id) }
        if group.isInternal {
            if builds[index].internalState == "READY_FOR_BETA_TESTING" {
                builds[index].internalState = "IN_BETA_TESTING"
            }
        } else if builds[index].externalState == "BETA_APPROVED" {
            setExternalState(ofBuildAt: index, to: "IN_BETA_TESTING")
        }
    }

    mutating func remove(buildAt index: Int, from group: GroupRecord) {
        builds[index].groups.removeAll { $0 == group.id }
        if group.isInternal, builds[index].internalState == "IN_BETA_TESTING" {
            builds[index].internalState = internalStateOnceReady(builds[index])
        }
    }

    mutating func sendUploadEvent(forBuildAt index: Int) {
        let build = builds[index]
        send(
            "BUILD_UPLOAD_STATE_UPDATED", payloadType: "buildUploadStateUpdated",
            attributes: ["newState": .string(build.uploadState)],
            instance: ResourceRef(.buildUploads, id: build.uploadID), app: build.app)
    }
}
