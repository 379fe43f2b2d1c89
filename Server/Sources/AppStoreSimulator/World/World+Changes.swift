import Foundation

/// What can happen on Apple's side, with the events that tell of it.
extension World {
    // MARK: Builds

    /// Where a processed build stands internally once nothing holds it up.
    func internalStateOnceReady(_ build: BuildRecord) -> String {
        let mine = groups.filter { $0.app == build.app && $0.isInternal }
        let reaches = mine.contains { $0.hasAllBuilds || build.groups.contains($0.id) }
        return reaches ? "IN_BETA_TESTING" : "READY_FOR_BETA_TESTING"
    }

    mutating func setExternalState(_ index: Int, _ state: String) {
        let old = externalState(builds[index])
        builds[index].externalState = state
        if state == "WAITING_FOR_BETA_REVIEW" { builds[index].review = "WAITING_FOR_REVIEW" }
        if state == "IN_BETA_REVIEW" { builds[index].review = "IN_REVIEW" }
        if state == "BETA_REJECTED" { builds[index].review = "REJECTED" }
        if ["BETA_APPROVED", "IN_BETA_TESTING"].contains(state) { builds[index].review = "APPROVED" }
        if builds[index].review != nil, builds[index].reviewed == nil { builds[index].reviewed = moment }
        tellExternalState(index, from: old)
    }

    private mutating func tellExternalState(_ index: Int, from old: String) {
        let new = externalState(builds[index])
        guard old != new else { return }
        tell(
            "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED", "buildBetaDetailExternalBuildStateUpdated",
            attributes: ["oldExternalBuildState": .string(old), "newExternalBuildState": .string(new)],
            instance: Ref(.buildBetaDetails, builds[index].id), app: builds[index].app)
    }

    /// Apple tells nobody.
    mutating func expire(_ index: Int) {
        builds[index].isExpired = true
    }

    mutating func assign(_ index: Int, _ group: GroupRecord) {
        if !builds[index].groups.contains(group.id) { builds[index].groups.append(group.id) }
        if group.isInternal {
            if builds[index].internalState == "READY_FOR_BETA_TESTING" {
                builds[index].internalState = "IN_BETA_TESTING"
            }
        } else if builds[index].externalState == "BETA_APPROVED" {
            setExternalState(index, "IN_BETA_TESTING")
        }
    }

    mutating func remove(_ index: Int, _ group: GroupRecord) {
        builds[index].groups.removeAll { $0 == group.id }
        if group.isInternal, builds[index].internalState == "IN_BETA_TESTING" {
            builds[index].internalState = internalStateOnceReady(builds[index])
        }
    }

    mutating func tellUpload(_ index: Int) {
        let build = builds[index]
        let state =
            build.processing == "VALID" ? "COMPLETE" : build.processing == "PROCESSING" ? "PROCESSING" : "FAILED"
        tell(
            "BUILD_UPLOAD_STATE_UPDATED", "buildUploadStateUpdated", attributes: ["newState": .string(state)],
            instance: Ref(.buildUploads, build.uploadID), app: build.app)
    }

    // MARK: Versions

    mutating func setState(_ index: Int, _ state: String) {
        let old = versions[index].state
        guard old != state else { return }
        versions[index].state = state
        tell(
            "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED", "appStoreVersionAppVersionStateUpdated",
            attributes: ["newValue": .string(state), "oldValue": .string(old)],
            instance: Ref(.appStoreVersions, versions[index].id), app: versions[index].app)
    }

    /// Puts a version on the App Store in place of the one before.
    mutating func release(_ index: Int) {
        let version = versions[index]
        for other in versions.indices
        where other != index && versions[other].app == version.app && versions[other].platform == version.platform
            && versions[other].state == "READY_FOR_DISTRIBUTION"
        {
            setState(other, "REPLACED_WITH_NEW_VERSION")
        }
        let moment = moment
        versions[index].released = moment
        if versions[index].phased != nil {
            versions[index].phased?.state = "ACTIVE"
            versions[index].phased?.started = moment
        }
        setState(index, "READY_FOR_DISTRIBUTION")
    }

    /// - Returns: Whether it can go there.
    mutating func setPhase(_ index: Int, _ state: String) -> Bool {
        guard var phased = versions[index].phased else { return false }
        let now = phase(phased).state
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

    // MARK: Events

    /// Makes an event.
    /// - Parameters:
    ///   - eventType: Its name among event types; `nil` for a ping.
    ///   - type: Its name in the payload.
    ///   - attributes: What the payload says besides when.
    ///   - instance: What it is about.
    ///   - more: Further relationships.
    /// - Returns: The event, which nobody has been told of yet.
    mutating func event(
        _ eventType: String?, _ type: String, attributes: JSONObject, instance: JSON?, more: JSONObject = [:]
    ) -> EventRecord {
        let id = UUID().uuidString.lowercased()
        var attributes = attributes
        attributes["timestamp"] = .string(DateForm.thousandths.text(now))
        var relationships = more
        if let instance { relationships["instance"] = instance }
        var data: JSONObject = ["type": .string(type), "id": .string(id), "version": 1]
        data["attributes"] = .object(attributes)
        if !relationships.members.isEmpty { data["relationships"] = .object(relationships) }
        let payload = JSON.object(["data": .object(data)]).text(pretty: false)
        let event = EventRecord(id: id, eventType: eventType, payload: payload, created: moment)
        events.append(event)
        // Only the recent past is of interest.
        if events.count > 2000 { events.removeFirst(1000) }
        return event
    }

    private mutating func tell(
        _ eventType: String, _ type: String, attributes: JSONObject, instance: Ref, app: String
    ) {
        let event = event(eventType, type, attributes: attributes, instance: ["data": instance.json])
        announce(event, app: app)
    }

    /// Delivers an event to everybody of an app who wants it.
    /// - Returns: How many those are.
    @discardableResult
    mutating func announce(_ event: EventRecord, app: String) -> Int {
        let wanting = webhooks.filter {
            $0.app == app && $0.isEnabled && $0.eventTypes.contains(event.eventType ?? "")
        }
        for hook in wanting {
            for _ in 0..<copies { deliver(event, to: hook) }
        }
        return wanting.count
    }

    @discardableResult
    mutating func deliver(_ event: EventRecord, to hook: WebhookRecord, isRedelivery: Bool = false) -> DeliveryRecord {
        let delivery = DeliveryRecord(
            id: UUID().uuidString.lowercased(), webhook: hook.id, event: event.id, created: moment,
            isRedelivery: isRedelivery, url: hook.url)
        deliveries.append(delivery)
        if deliveries.count > 2000 { deliveries.removeFirst(1000) }
        outbox.append(delivery)
        return delivery
    }
}
