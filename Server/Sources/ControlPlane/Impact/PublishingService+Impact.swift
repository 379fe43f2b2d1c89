import AirworthyPolicy
import AirworthyTrust

extension PublishingService {
    /// The days of check-ins that publications are weighed with, unless the caller names others.
    package static let usualDays = 28

    /// The longest time that a publication waits for its prediction. A rollback must not fail because nobody can tell its effect.
    static let longestForecast = Duration.seconds(2)

    /// Predicts the effect of a publication, before its app is locked, so that other publications do not wait for it.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - manifest: Returns the new manifest; `nil` if the publication will change nothing or be refused.
    /// - Returns: The forecast; `nil` without a new manifest, or if it cannot be made in time. The publication reports what is
    ///   wrong.
    /// - Throws: `CancellationError`.
    func forecast(
        for app: String,
        manifest: @escaping @Sendable (PublishingContext, any ReadTransaction) throws -> Manifest?
    ) async throws -> ImpactForecast? {
        struct TookTooLong: Error {}
        let (loader, uptime) = (loader, uptime)
        let end = uptime() + Self.longestForecast
        let found = try? await store.read { transaction in
            let context = try PublishingContext(of: app, in: transaction, loader: loader)
            return (context, try manifest(context, transaction))
        }
        guard let (context, new) = found, let new else { return nil }
        let forecast = try? await forecast(from: context, to: new, days: Self.usualDays) {
            if uptime() >= end { throw TookTooLong() }
        }
        try Task.checkCancellation()
        return forecast
    }

    /// Predicts the effect of replacing the manifest in force.
    /// - Parameters:
    ///   - context: The app.
    ///   - new: The new manifest.
    ///   - days: The number of days whose check-ins count.
    ///   - check: Called many times; throws to give up.
    /// - Returns: The forecast.
    /// - Throws: ``StoreError``, ``ControlPlaneError`` `notFound` or `gone`; the error of `check`; `CancellationError`.
    func forecast(
        from context: PublishingContext, to new: Manifest, days: Int, whileChecking check: () throws -> Void = {}
    ) async throws -> ImpactForecast {
        let census = try await adoption.census(context.app.slug, days: days)
        return try ImpactForecast(from: context.manifestInForce, to: new, on: census, at: context.now) {
            try Task.checkCancellation()
            try check()
        }
    }

    /// Returns a publication with its forecast. It is done by now, so nothing that fails here may be reported as its failure.
    func adding(_ forecast: ImpactForecast?, to publication: Publication, of app: String) async -> Publication {
        if publication.isNew {
            guard let forecast, forecast.isKnown else { return publication }
            return publication.with(impact: forecast.jsonValue)
        }
        let revision = publication.manifest.revision
        let stored = try? await store.read { try $0.predictions(of: app, revisions: revision...revision).first }
        return publication.with(impact: stored.flatMap { JSONValue(stored: $0.impact) })
    }
}

extension PublishingContext {
    /// The manifest in force as devices decide with it, with the current catalog. Without one it has no rules.
    fileprivate var manifestInForce: Manifest {
        if app.signing == .ci { return verified?.manifest ?? Manifest(app: app.slug, policy: Policy(rules: [])) }
        guard let current, let document = try? PolicyDocument(stored: current) else {
            return Manifest(app: app.slug, policy: Policy(rules: []), catalog: catalog ?? .empty)
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
