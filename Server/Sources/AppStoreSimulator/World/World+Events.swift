import Foundation

/// Webhook events and their deliveries.
extension World {
    /// Creates an event without delivering it; its type is `nil` for a ping. `type` is the one in the payload; the
    /// attributes are those besides the time, `instance` is the resource of the event, and `more` has further
    /// relationships.
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

    /// Creates an event and delivers it to the app's webhooks.
    mutating func send(
        _ eventType: String, payloadType: String, attributes: JSONObject, instance: ResourceRef, app: String
    ) {
        let event = createEvent(
            eventType, payloadType: payloadType, attributes: attributes, instance: ["data": instance.json])
        announce(event, app: app)
    }

    /// Delivers an event to the app's enabled webhooks with this event type, and returns their number.
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
