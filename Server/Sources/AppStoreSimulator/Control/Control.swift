import Foundation

/// What somebody may do with the simulator from outside.
enum Control {
    typealias Problem = AppStoreSimulator.ControlError
    typealias Work = @Sendable (inout ControlRequest) throws(Problem) -> JSON

    static let actions: [String: Work] = [
        "state": { request throws(Problem) in StateDump(state: request.state).json },
        "requests": { request throws(Problem) in request.requests },
        "reset": { request throws(Problem) in
            request.state = SimulatorState(request.scenario.file, at: request.began ?? request.now)
            return [:]
        },
        "upload": { request throws(Problem) in try request.upload() },
        "build": { request throws(Problem) in try request.setBuild() },
        "expire": { request throws(Problem) in try request.expire() },
        "group": { request throws(Problem) in try request.setGroup() },
        "version": { request throws(Problem) in try request.setVersion() },
        "release": { request throws(Problem) in try request.release() },
        "phase": { request throws(Problem) in try request.setPhase() },
        "withdraw": { request throws(Problem) in try request.withdraw() },
        "storefronts": { request throws(Problem) in try request.setStorefronts() },
        "edge": { request throws(Problem) in try request.setEdge() },
        "event": { request throws(Problem) in try request.sendEvent() },
        "webhooks": { request throws(Problem) in try request.setWebhooks() },
        "clock": { request throws(Problem) in try request.setClock() },
        "faults": { request throws(Problem) in try request.addFault() },
        "faults/list": { request throws(Problem) in request.faults },
        "faults/clear": { request throws(Problem) in
            request.state.faults = []
            return request.faults
        },
    ]

    /// The action that a request below `/_simulator` is for.
    static func action(_ path: String, method: String) throws(Problem) -> String {
        switch (method, path) {
        case ("GET", "state"), ("GET", "requests"): return path
        case ("GET", "faults"): return "faults/list"
        case ("DELETE", "faults"): return "faults/clear"
        case ("POST", _) where actions[path] != nil && !["state", "requests", "faults/list"].contains(path): return path
        default: throw unknown("\(method) /_simulator/\(path)")
        }
    }

    private static func unknown(_ what: String) -> Problem {
        var problem = Problem("there is no \(what); there are \(actions.keys.sorted().joined(separator: ", "))")
        problem.isUnknownAction = true
        return problem
    }

    /// - Parameters:
    ///   - action: One of ``actions``.
    ///   - body: An object.
    ///   - state: What is changed; it stays as it was where this throws.
    ///   - scenario: What `reset` goes back to.
    ///   - began: When the scenario began, where that is not now.
    ///   - now: Real time.
    /// - Returns: What to tell.
    /// - Throws: `ControlError` for an action that is unknown or not possible.
    static func perform(
        _ action: String, _ body: JSON, _ state: inout SimulatorState, scenario: AppStoreSimulator.Scenario,
        began: Date?, at now: Date
    ) throws(Problem) -> JSON {
        guard let work = actions[action] else { throw unknown("action \(action)") }
        var request = ControlRequest(
            fields: try FieldReader(body, at: ""), state: state, scenario: scenario, began: began, now: now)
        let answer = try work(&request)
        try request.fields.finish()
        state = request.state
        return answer
    }
}

/// One thing to do.
struct ControlRequest {
    typealias Problem = AppStoreSimulator.ControlError

    var fields: FieldReader
    var state: SimulatorState
    let scenario: AppStoreSimulator.Scenario
    /// When the scenario began, where that is not now.
    let began: Date?
    /// Real time.
    let now: Date

    var requests: JSON {
        let paths = state.counts.sorted { $0.key < $1.key }
        return [
            "total": .integer(paths.reduce(0) { $0 + $1.value }),
            "paths": .object(paths.reduce(into: JSONObject()) { $0[$1.key] = .integer($1.value) }),
        ]
    }

    var faults: JSON { ["faults": .array(state.faults.map(\.json))] }

    mutating func addFault() throws(Problem) -> JSON {
        let fault = try AppStoreSimulator.Fault(&fields)
        state.faults.append(fault)
        return faults
    }

    mutating func setClock() throws(Problem) -> JSON {
        let offset = try fields.seconds("offset")
        let dateOffset = try fields.seconds("dateOffset")
        guard offset != nil || dateOffset != nil else {
            throw fields.problem("offset", "is missing, and so is dateOffset; e.g. {\"offset\": \"P91D\"}")
        }
        if let offset { (state.clock, state.dateHeader) = (offset, offset) }
        if let dateOffset { state.dateHeader = dateOffset }
        state.world.now = now.addingTimeInterval(state.clock)
        return ["offset": .number(state.clock), "dateOffset": .number(state.dateHeader)]
    }

    mutating func setWebhooks() throws(Problem) -> JSON {
        if let copies = try fields.integer("copies", in: 0...10) { state.world.copies = copies }
        if let delay = try fields.seconds("delay") { state.deliveryDelay = max(0, min(delay, 3600)) }
        return ["copies": .integer(state.world.copies), "delay": .number(state.deliveryDelay)]
    }

    /// The app that is meant: by Apple ID, bundle id or name; the only one where nobody says.
    mutating func app() throws(Problem) -> AppRecord {
        let apps = state.world.apps
        let known = apps.map(\.name).joined(separator: ", ")
        guard let text = try fields.text("app") else {
            guard apps.count == 1, let only = apps.first else {
                throw fields.problem("app", "is missing; there are \(known)")
            }
            return only
        }
        guard let app = apps.first(where: { [$0.id, $0.bundleID, $0.name].contains(text) }) else {
            throw fields.problem("app", "there is no `\(text)`; there are \(known)")
        }
        return app
    }

    mutating func platform() throws(Problem) -> String? { try fields.word("platform", among: Vocabulary.platforms) }

    func groups(of app: AppRecord) -> [GroupRecord] { state.world.groups.filter { $0.app == app.id } }
}
