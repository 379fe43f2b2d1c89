extension Dashboard {
    /// Renders the sign-in.
    /// - Parameters:
    ///   - next: The path to go to afterwards.
    ///   - problem: What was wrong with the last try.
    /// - Returns: HTML.
    /// - Throws: ``TemplateError``.
    package func signInPage(next: String?, problem: String? = nil) throws -> String {
        try publicPage(SignInModel(next: next ?? "", problem: problem), template: "sign-in", title: "Sign in")
    }
}

/// The content of the sign-in.
struct SignInModel: Sendable {
    let next: String
    let problem: String?
}
