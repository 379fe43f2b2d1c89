import Foundation

/// The fields of a control action, and the state that it changes.
struct ControlRequest {
    var fields: FieldReader
    var state: SimulatorState
    let scenario: AppStoreSimulator.Scenario
    /// The fixed start of the scenario; `nil` for the time of the start or the reset.
    let began: Date?
    /// The real time.
    let now: Date

    var requests: JSON {
        let paths = state.counts.sorted { $0.key < $1.key }
        return [
            "total": .integer(paths.reduce(0) { $0 + $1.value }),
            "paths": .object(paths.reduce(into: JSONObject()) { $0[$1.key] = .integer($1.value) }),
        ]
    }

    var faults: JSON { ["faults": .array(state.faults.map(\.json))] }

    mutating func addFault() throws(ControlError) -> JSON {
        let fault = try AppStoreSimulator.Fault(&fields)
        state.faults.append(fault)
        return faults
    }

    mutating func setClock() throws(ControlError) -> JSON {
        let offset = try fields.seconds("offset")
        let dateOffset = try fields.seconds("dateOffset")
        guard offset != nil || dateOffset != nil else {
            throw fields.problem("is missing, and so is dateOffset; write {\"offset\": \"P91D\"}", at: "offset")
        }
        if let offset { (state.clock, state.dateHeader) = (offset, offset) }
        if let dateOffset { state.dateHeader = dateOffset }
        state.world.now = now.addingTimeInterval(state.clock)
        return ["offset": .number(state.clock), "dateOffset": .number(state.dateHeader)]
    }

    mutating func setWebhooks() throws(ControlError) -> JSON {
        if let copies = try fields.integer("copies", in: 0...10) { state.world.copies = copies }
        if let delay = try fields.seconds("delay") { state.deliveryDelay = max(0, min(delay, 3600)) }
        return ["copies": .integer(state.world.copies), "delay": .number(state.deliveryDelay)]
    }

    /// Returns the app by its Apple ID, bundle id or name; without one, the only app.
    mutating func app() throws(ControlError) -> AppRecord {
        let apps = state.world.apps
        let known = apps.map(\.name).joined(separator: ", ")
        guard let text = try fields.text("app") else {
            guard apps.count == 1, let only = apps.first else {
                throw fields.problem("is missing; known apps: \(known)", at: "app")
            }
            return only
        }
        guard let app = apps.first(where: { [$0.id, $0.bundleID, $0.name].contains(text) }) else {
            throw fields.problem("there is no app `\(text)`; known apps: \(known)", at: "app")
        }
        return app
    }

    mutating func platform() throws(ControlError) -> String? {
        try fields.word("platform", among: Vocabulary.platforms)
    }
}
