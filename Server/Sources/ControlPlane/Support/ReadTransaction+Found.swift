extension ReadTransaction {
    /// An app that is there.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    func liveApp(_ slug: String) throws -> App {
        switch try app(slug) {
        case .live(let app): return app
        case .deleted: throw ControlPlaneError.gone(slug)
        case nil: throw ControlPlaneError.noApp(slug)
        }
    }

    /// The head of an app that is there.
    func liveHead(_ slug: String) throws -> Head {
        guard let head = try head(slug) else {
            throw ControlPlaneError(.degraded, detail: "the app \"\(slug)\" has no head in the store; restore a backup")
        }
        return head
    }
}

extension ControlPlaneError {
    /// There is no such app, or none that the caller may know of.
    static func noApp(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.notFound, detail: "there is no app \"\(slug)\"")
    }

    /// The app was deleted.
    static func gone(_ slug: String) -> ControlPlaneError {
        ControlPlaneError(.gone, detail: "the app \"\(slug)\" was deleted; its name is never used again")
    }
}
