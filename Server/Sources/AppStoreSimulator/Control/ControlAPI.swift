import Foundation

enum ControlAPI {
    private typealias Action = @Sendable (inout ControlRequest) throws(ControlError) -> JSON

    private static let actions: [String: Action] = [
        "state": { request throws(ControlError) in StateDump(state: request.state).json },
        "requests": { request throws(ControlError) in request.requests },
        "reset": { request throws(ControlError) in
            request.state = SimulatorState(request.scenario.file, at: request.began ?? request.now)
            return [:]
        },
        "upload": { request throws(ControlError) in try request.upload() },
        "build": { request throws(ControlError) in try request.setBuild() },
        "expire": { request throws(ControlError) in try request.expire() },
        "group": { request throws(ControlError) in try request.setGroup() },
        "version": { request throws(ControlError) in try request.setVersion() },
        "release": { request throws(ControlError) in try request.release() },
        "phase": { request throws(ControlError) in try request.setPhase() },
        "withdraw": { request throws(ControlError) in try request.withdraw() },
        "storefronts": { request throws(ControlError) in try request.setStorefronts() },
        "edge": { request throws(ControlError) in try request.setEdge() },
        "event": { request throws(ControlError) in try request.sendEvent() },
        "webhooks": { request throws(ControlError) in try request.setWebhooks() },
        "clock": { request throws(ControlError) in try request.setClock() },
        "faults": { request throws(ControlError) in try request.addFault() },
        "faults/list": { request throws(ControlError) in request.faults },
        "faults/clear": { request throws(ControlError) in
            request.state.faults = []
            return request.faults
        },
    ]

    static func action(_ path: String, method: String) throws(ControlError) -> String {
        switch (method, path) {
        case ("GET", "state"), ("GET", "requests"): return path
        case ("GET", "faults"): return "faults/list"
        case ("DELETE", "faults"): return "faults/clear"
        case ("POST", _) where actions[path] != nil && !["state", "requests", "faults/list"].contains(path): return path
        default: throw unknown("\(method) /_simulator/\(path)")
        }
    }

    private static func unknown(_ what: String) -> ControlError {
        var problem = ControlError(
            "there is no \(what); known actions: \(actions.keys.sorted().joined(separator: ", "))")
        problem.isUnknownAction = true
        return problem
    }

    /// Performs an action by its name. After an error, the state of the request is invalid.
    static func perform(_ action: String, _ request: inout ControlRequest) throws(ControlError) -> JSON {
        guard let perform = actions[action] else { throw unknown("action \(action)") }
        let result = try perform(&request)
        try request.fields.finish()
        return result
    }
}
