import Foundation

/// Changes on Apple's side, with their webhook events.
extension World {
    // MARK: Builds

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

    // MARK: Versions

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

    /// Changes the state of a phased release.
    /// - Returns: Whether the change is allowed.
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

    // MARK: Events

    /// Creates an event without delivering it.
    /// - Parameters:
    ///   - eventType: The event type of the webhook; `nil` for a ping.
    ///   - type: The type in the payload.
    ///   - attributes: The attributes besides the time.
    ///   - instance: The resource of the event.
    ///   - more: Further relationships.
    /// - Returns: The event.
    mutating func createEvent(
        _ eventType: String?, payloadType type: String, attributes: JSONObject, instance: JSON?,
        more: JSONObject = [:]
    ) -> EventRecord {
        let id = UUID().uuidString.lowercased()
        var attributes = attributes
        attributes["timestamp"] = .string(DateForm.thousandths.text(now))
        var relationships = more
        if let instance { relationships["instance"] = instance }
        var data: JSONObject = ["type": .string(type), "id": .string(id), "version": 1]
        data["attributes"] = .object(attributes)
        if !relationships.isEmpty { data["relationships"] = .object(relationships) }
        let payload = JSON.object(["data": .object(data)]).text(pretty: false)
        let event = EventRecord(id: id, eventType: eventType, payload: payload, created: moment)
        events.append(event)
        // The lists keep the recent past only.
        if events.count > 2000 { events.removeFirst(1000) }
        return event
    }

    private mutating func send(
        _ eventType: String, payloadType: String, attributes: JSONObject, instance: ResourceRef, app: String
    ) {
        let event = createEvent(
            eventType, payloadType: payloadType, attributes: attributes, instance: ["data": instance.json])
        announce(event, app: app)
    }

    /// Delivers an event to the app's enabled webhooks with this event type.
    /// - Returns: The number of webhooks.
    @discardableResult
    mutating func announce(_ event: EventRecord, app: String) -> Int {
        let receivers = webhooks.filter {
            $0.app == app && $0.isEnabled && $0.eventTypes.contains(event.eventType ?? "")
        }
        for hook in receivers {
            for _ in 0..<copies { deliver(event, to: hook) }
        }
        return receivers.count
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
