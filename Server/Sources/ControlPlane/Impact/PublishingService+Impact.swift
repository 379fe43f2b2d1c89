import AirworthyPolicy
import AirworthyTrust

extension PublishingService {
    /// The longest time that a publication waits for its prediction. A rollback must not fail because nobody can tell its effect.
    static let longestForecast = Duration.seconds(2)
    /// The same for a publication with limits, which fails without a prediction.
    static let longestNeededForecast = Duration.seconds(20)

    /// Predicts the effect of a publication, before its app is locked, so that other publications do not wait for it.
    /// `manifest` returns `nil` if the publication will change nothing or be refused. The forecast is `nil` without a
    /// new manifest, or if it cannot be made in time; the publication reports what is wrong.
    /// - Throws: `CancellationError`.
    func forecast(
        for app: String, within limits: ImpactLimits = ImpactLimits(),
        manifest: @escaping @Sendable (PublishingContext, any ReadTransaction) throws -> Manifest?
    ) async throws -> ImpactForecast? {
        struct TookTooLong: Error {}
        let (loader, uptime) = (loader, uptime)
        let end = uptime() + (limits.isLimiting ? Self.longestNeededForecast : Self.longestForecast)
        let found = try? await store.read { transaction in
            let context = try PublishingContext(of: app, in: transaction, loader: loader)
            return (context, try manifest(context, transaction))
        }
        guard let (context, new) = found, let new else { return nil }
        let forecast = try? await forecast(from: context, to: new, days: limits.days) {
            if uptime() >= end { throw TookTooLong() }
        }
        try Task.checkCancellation()
        return forecast
    }

    /// Predicts the effect of other releases under the policy in force, with the check-ins of a number of days. Returns
    /// `nil` if this server publishes nothing for the app.
    func forecast(of catalog: Catalog, for app: String, days: Int) async throws -> ImpactForecast? {
        let context = try await context(of: app)
        guard context.app.signing == .server, let policy = context.current else { return nil }
        var manifest = context.manifest(with: try PolicyDocument(stored: policy))
        manifest.catalog = ManifestCatalog.trimmed(catalog, for: context.app)
        return try await forecast(from: context, to: manifest, days: days)
    }

    /// Predicts the effect of replacing the manifest in force, with the check-ins of a number of days. Calls `check`
    /// many times, which throws to give up.
    func forecast(
        from context: PublishingContext, to new: Manifest, days: Int, whileChecking check: () throws -> Void = {}
    ) async throws -> ImpactForecast {
        let census = try await adoption.census(context.app.slug, days: days)
        return try ImpactForecast(
            from: context.manifestInForce, to: new, on: census, at: context.now, basis: context.basis
        ) {
            try Task.checkCancellation()
            try check()
        }
    }

    /// Returns a publication with its forecast. It is done by now, so nothing that fails here may be reported as its failure.
    func adding(_ forecast: ImpactForecast?, to publication: Publication, of app: String) async -> Publication {
        if publication.isNew {
            return publication.with(impact: forecast?.jsonValue)
        }
        let revision = publication.manifest.revision
        let stored = try? await store.read { try $0.predictions(of: app, revisions: revision...revision).first }
        return publication.with(impact: stored.flatMap { JSONValue(stored: $0.impact) })
    }
}

extension PublishingContext {
    /// The manifest in force as devices decide with it, with the releases that were known when it was signed. Without one
    /// devices have neither rules nor releases.
    fileprivate var manifestInForce: Manifest {
        if let manifest = verified?.manifest { return manifest }
        guard app.signing == .server, let current, let document = try? PolicyDocument(stored: current) else {
            return Manifest(app: app.slug, policy: Policy(rules: []))
        }
        return manifest(with: document)
    }

    /// Returns the manifest with a policy, as devices decide with it.
    func manifest(with document: PolicyDocument) -> Manifest {
        Manifest(app: app.slug, policy: document.policy(completedFor: app), catalog: catalog ?? .empty)
    }
}

extension JSONValue {
    /// Reads JSON that this server has stored; `nil` if it is damaged.
    package init?(stored text: String) {
        guard let value = (try? JSONReader.read(Array(text.utf8)))?.jsonValue else { return nil }
        self = value
    }
}
