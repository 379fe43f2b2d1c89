extension Principal {
    /// Makes sure of a right.
    /// - Throws: ``ControlPlaneError`` `forbidden`.
    func require(_ right: Rights) throws(ControlPlaneError) {
        guard rights.contains(right) else {
            throw ControlPlaneError(
                .forbidden,
                detail:
                    "the token \"\(name)\" lacks the right \(right.names.joined(separator: ", ")); use one that has it")
        }
    }

    /// Makes sure of a right for one app. One that is out of scope is not told apart from one that is not there.
    /// - Throws: ``ControlPlaneError`` `forbidden` or `notFound`.
    func require(_ right: Rights, for app: String) throws(ControlPlaneError) {
        try require(right)
        guard covers(app) else { throw ControlPlaneError.noApp(app) }
    }
}
