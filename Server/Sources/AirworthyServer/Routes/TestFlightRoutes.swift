import AirworthyPolicy
package import ControlPlane
package import Hummingbird

/// What is on TestFlight, from the live catalog. Short forms are for a server with one app, or name it in the query.
package struct TestFlightRoutes: Sendable {
    private let served: ServedApps
    private let answers: ReleaseAnswers

    /// - Parameters:
    ///   - served: What public answers are made from.
    ///   - answers: Makes and keeps them.
    package init(_ served: ServedApps, _ answers: ReleaseAnswers) {
        self.served = served
        self.answers = answers
    }

    /// `GET /v1/apps/{app}/testflight/latest/{audience}`
    @Sendable package func latest(_ request: Request, context: AppRequestContext) throws -> Response {
        try latest(context.slug, request, context)
    }

    /// `GET /testflight/latest/{audience}`
    @Sendable package func latestOfOnlyApp(_ request: Request, context: AppRequestContext) throws -> Response {
        try latest(onlyApp(request), request, context)
    }

    /// `GET /v1/apps/{app}/testflight/builds/{build}/audience`
    @Sendable package func audience(_ request: Request, context: AppRequestContext) throws -> Response {
        let build = try context.part("build")
        return try answers.response("build", context.slug, build, request, context) { view, facts, app in
            try view.audience(
                of: build, isVersionToo: false, platform: try facts.platformMeant(for: app),
                language: try facts.language())
        }
    }

    /// `GET /testflight/version/{version}/audience`
    @Sendable package func audienceOfVersion(_ request: Request, context: AppRequestContext) throws -> Response {
        let version = try context.part("version")
        return try answers.response("version", onlyApp(request), version, request, context) { view, facts, app in
            try view.audience(
                of: version, isVersionToo: true, platform: try facts.platformMeant(for: app),
                language: try facts.language())
        }
    }

    private func latest(_ slug: String, _ request: Request, _ context: AppRequestContext) throws -> Response {
        let text = try context.part("audience")
        guard let audience = Channel.Audience(rawValue: text) else {
            throw Problem(.notFound, "there is no audience \"\(text.forMessage)\"; ask for internal or external")
        }
        return try answers.response("latest", slug, text, request, context) { view, facts, app in
            try view.latest(
                for: audience, platform: try facts.platformMeant(for: app), language: try facts.language())
        }
    }

    /// The app that a short form is about.
    /// - Throws: ``Problem`` 400 where that is not clear.
    private func onlyApp(_ request: Request) throws(Problem) -> String {
        if let slug = try Query(request.uri.query, known: ["app"])["app"] { return slug }
        if let slug = served.onlySlug { return slug }
        guard !served.all.isEmpty else { throw Problem(.notFound, "this server has no app yet") }
        throw .parameter("app", "this server has several apps; name the one you mean, as app=NAME")
    }
}

extension RequestContext {
    /// A part of the path, decoded.
    /// - Throws: ``Problem`` 404 for what is no text.
    fileprivate func part(_ name: String) throws(Problem) -> String {
        let raw = parameters.get(name) ?? ""
        guard let text = PercentDecoding.decode(raw.utf8) else {
            throw Problem(.notFound, "the \(name) in the path is not UTF-8, percent-encoded")
        }
        return text
    }
}
