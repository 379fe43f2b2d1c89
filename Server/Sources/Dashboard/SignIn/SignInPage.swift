import ControlPlane

extension Dashboard {
    /// Renders the sign-in. `next` is the path to go to afterwards; `problem` was wrong with the last try, a sentence or a message of a
    /// service.
    package func signInPage(next: String?, problem: String? = nil) throws -> String {
        try publicPage(
            SignInModel(next: next ?? "", problem: problem.map(Words.sentence)), template: "sign-in", title: "Sign in")
    }
}

/// The content of the sign-in.
struct SignInModel: Sendable {
    let next: String
    let problem: String?
    let hours = SessionService.longestHours
}
