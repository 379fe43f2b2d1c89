import Foundation

/// Changes of App Store versions on Apple's side, such as a release or a rejected review, with their webhook events.
extension World {
    mutating func setState(ofVersionAt index: Int, to state: String) {
        let old = versions[index].state
        guard old != state else { return }
        versions[index].state = state
        send(
            "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED", payloadType: "appStoreVersionAppVersionStateUpdated",
            attributes: ["newValue": .string(state), "oldValue": .string(old)],
            instance: ResourceRef(.appStoreVersions, id: versions[index].id), app: versions[index].app)
    }

    /// Releases a version on the App Store, in place of the one before.
    mutating func release(versionAt index: Int) {
        let version = versions[index]
        for other in versions.indices
        where other != index && versions[other].app == version.app && versions[other].platform == version.platform
            && versions[other].state == "READY_FOR_DISTRIBUTION"
        {
            setState(ofVersionAt: other, to: "REPLACED_WITH_NEW_VERSION")
        }
        let moment = moment
        versions[index].released = moment
        if versions[index].phased != nil {
            versions[index].phased?.state = "ACTIVE"
            versions[index].phased?.started = moment
        }
        setState(ofVersionAt: index, to: "READY_FOR_DISTRIBUTION")
    }

    /// Changes the state of a phased release, and returns whether the change is allowed.
    mutating func setPhase(ofVersionAt index: Int, to state: String) -> Bool {
        guard var phased = versions[index].phased else { return false }
        let now = phase(of: phased).state
        switch (now, state) {
        case _ where now == state: return true
        case ("ACTIVE", "PAUSED"): phased.pausedSince = moment
        case ("PAUSED", "ACTIVE"):
            phased.paused += phased.pausedSince.map { max(0, self.now.timeIntervalSince(date($0))) } ?? 0
            phased.pausedSince = nil
        case ("ACTIVE", "COMPLETE"), ("PAUSED", "COMPLETE"): phased.pausedSince = nil
        default: return false
        }
        phased.state = state
        versions[index].phased = phased
        return true
    }
}
