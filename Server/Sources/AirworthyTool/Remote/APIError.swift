/// Why the server did not do what was asked.
enum APIError: Error {
    /// It said why.
    case problem(Problem)
    /// Nothing was sent.
    case notSent(ToolStatus, String)
    /// The connection broke or the time was up before the answer was there; says what to do about it.
    case lost(why: String, advice: String)
    /// Something answered, but not as this API does.
    case strange(String)
    /// Something between here and the server is overloaded or out of order.
    case gateway(Int)

    /// The problem, if it is one of this type.
    func isProblem(_ name: String) -> Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.name == name
    }

    /// The same for people.
    /// - Parameters:
    ///   - address: Who was asked.
    ///   - token: What it was asked with; its secret is never part of a message.
    /// - Returns: One sentence and a status.
    func toolError(_ address: ServerAddress, _ token: BearerToken) -> ToolError {
        switch self {
        case .problem(let problem): problem.toolError(token)
        case .notSent(let status, let why): ToolError(status, "\(address): \(why)")
        case .lost(let why, let advice): ToolError(.temporaryFailure, "\(address): \(why); \(advice)")
        case .strange(let what):
            ToolError(
                .unavailable, "\(address): \(what.printable); is it the address of an airworthy server of this version?"
            )
        case .gateway(let status):
            ToolError(.temporaryFailure, "\(address): answered \(status) without saying why; try again later")
        }
    }
}
