import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust

/// Publishes policies and envelopes, rolls back and reissues.
///
/// Each publish is one transaction: it takes the app's lock, reads, checks, signs, verifies as installed apps do, and
/// stores. The served state changes after the commit and before the call returns.
package struct PublishingService: Sendable {
    /// The policy that a rollback restores.
    package enum Target: Hashable, Sendable {
        case policyVersion(Int)
        case revision(Int)
    }

    /// The result of a transaction: the answer, and the revision to serve after the commit; `nil` for no change.
    typealias Result = (answer: Publication, revision: SignedRevision?)

    let store: any Store
    let loader: HeadLoader
    let adoption: AdoptionService
    let allowance: PublishingAllowance
    /// Returns the time since a fixed moment.
    let uptime: @Sendable () -> Duration

    /// Predicts the result of publishing a policy, JSON as UTF-8. Changes nothing, signs nothing, needs no keys, but
    /// refuses keys that installed apps would reject. Counts the check-ins of a number of days in
    /// ``AdoptionService/countedDays``.
    package func preflight(_ text: [UInt8], for app: String, days: Int = AdoptionLimit.usualDays) async throws
        -> Preflight
    {
        let context = try await context(of: app)
        try context.app.requireServerSigned()
        try Task.checkCancellation()
        let document = try PolicyDocument(text)
        try document.checkIsMeant(for: context.app)
        if let reason = context.signer.distrust(of: context.app) {
            throw ControlPlaneError(.notTrusted, detail: reason)
        }
        let impact = try await forecast(from: context, to: context.manifest(with: document), days: days)
        return try Preflight(document, in: context, impact: impact)
    }

    /// Predicts the effect of publishing an envelope that CI signed. Changes nothing. Counts the check-ins of a number
    /// of days in ``AdoptionService/countedDays``.
    package func preflightEnvelope(
        _ envelope: [UInt8], for app: String, days: Int = AdoptionLimit.usualDays
    ) async throws -> ImpactForecast {
        let context = try await context(of: app)
        try EnvelopePublication.requireSignedByCI(context.app)
        if let verified = context.verified, context.stored.manifest?.digest == ContentDigest.hex(envelope) {
            return try await forecast(from: context, to: verified.manifest, days: days)
        }
        let verified = try EnvelopePublication.verify(envelope, in: context)
        return try await forecast(from: context, to: verified.manifest, days: days)
    }

    /// Returns the policy in force, as its author wrote it.
    package func currentPolicy(of app: String) async throws -> PolicyRecord {
        try await store.read { transaction in
            if let policy = try transaction.policyInForce(app) { return policy }
            _ = try transaction.liveApp(app)
            throw ControlPlaneError.nothingPublished(app)
        }
    }

    /// Returns the digest of the manifest in force; `nil` without one.
    package func currentManifestDigest(of app: String) async throws -> String? {
        try await store.read { transaction in
            try transaction.stored(
                try transaction.liveApp(app), head: try transaction.liveHead(app), hasCatalog: false, hasSources: false
            ).manifest?.digest
        }
    }

    /// Publishes a policy, JSON as UTF-8, which is stored unchanged. The precondition is about the policy in force.
    /// `reason` is the reason for accepting errors; `nil` or blank refuses them.
    ///
    /// The same text on the same base returns the existing revision, so a retry after a lost response is harmless.
    package func publish(
        _ text: [UInt8], to app: String, expecting precondition: Precondition, note: String?, forced reason: String?,
        within limits: ImpactLimits = ImpactLimits(), by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, named: "note")
        let reason = try InputText.note(reason, named: "force")
        // Parsed before the app is locked; errors are thrown after the app was found.
        let document = Swift.Result { () throws(ControlPlaneError) in try PolicyDocument(text) }
        let review = try await review(try? document.get(), for: app)
        let forecast = try await forecast(for: app, within: limits) { context, _ in
            let document = try document.get()
            guard context.app.signing == .server, context.current?.digest != document.digest || context.catalogWaits
            else { return nil }
            return context.manifest(with: document)
        }
        let publication = try await run(app, by: principal, forecast: forecast, limits: limits) {
            context, transaction in
            try context.app.requireServerSigned()
            return try PolicyPublication(context: context, transaction: transaction, principal: principal)
                .publish(try document.get(), reviewed: review, expecting: precondition, note: note, forced: reason)
        }
        return await adding(forecast, to: publication, of: app)
    }

    /// Checks a policy before its app is locked, so that other publications do not wait for the linter. Returns `nil`
    /// if the transaction will refuse the policy or find it in force already.
    private func review(_ document: PolicyDocument?, for app: String) async throws -> PolicyReview? {
        guard let document else { return nil }
        let context = try await context(of: app)
        guard context.app.signing == .server, context.current?.digest != document.digest else { return nil }
        let review = try? PolicyReview(of: document, in: context)
        try Task.checkCancellation()
        return review
    }

    /// Publishes an earlier policy again, as a new version and revision with the current catalog. The precondition is
    /// about the policy in force, and may be missing.
    ///
    /// Findings are returned and do not prevent the rollback, because rollbacks are urgent.
    package func rollback(
        _ app: String, to target: Target, expecting precondition: Precondition, note: String?, by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, named: "note")
        let forecast = try await forecast(for: app) { context, transaction in
            context.manifest(with: try PolicyDocument(stored: try transaction.policy(of: target, app: app)))
        }
        let publication = try await run(app, by: principal, forecast: forecast) { context, transaction in
            try context.app.requireServerSigned()
            return try PolicyPublication(context: context, transaction: transaction, principal: principal)
                .rollBack(to: target, expecting: precondition, note: note)
        }.checked
        return await adding(forecast, to: publication, of: app)
    }

    /// Publishes an envelope that CI signed, byte for byte. The precondition is about the digest of the envelope in
    /// force.
    package func publishEnvelope(
        _ envelope: [UInt8], to app: String, expecting precondition: Precondition = .unspecified, note: String?,
        within limits: ImpactLimits = ImpactLimits(), by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, named: "note")
        let forecast = try await forecast(for: app, within: limits) { context, _ in
            guard context.app.signing == .ci else { return nil }
            return try? SignedManifest.verify(
                envelope, pins: context.app.trustPins, state: context.deviceState, now: context.now
            ).get().manifest
        }
        let (publication, manifest) = try await run(app, by: principal, forecast: forecast, limits: limits) {
            context, transaction in
            let (answer, revision) = try EnvelopePublication(
                context: context, transaction: transaction, principal: principal
            ).publish(envelope, expecting: precondition, note: note)
            return ((answer, revision?.verified.manifest), revision)
        }
        let answer = await adding(forecast, to: publication, of: app)
        guard let manifest else { return answer }
        return answer.with(
            Linter.findings(
                policy: manifest.policy, catalog: EnvelopePublication.knownCatalog(of: manifest), now: loader.now()))
    }

    /// Reissues the manifest in force with a higher revision. `floor` is above the one in force and within
    /// ``RevisionLimit``. The author needs the right to manage the app, because a revision can never be taken back.
    package func bump(_ app: String, atLeast floor: Int, by principal: Principal) async throws -> Publication {
        try principal.require(.apps, for: app)
        return try await run(app, by: principal) { context, transaction in
            try Reissue(context: context, transaction: transaction, principal: principal).bump(atLeast: floor)
        }.checked
    }

    /// Reissues the manifest in force if the catalog changed, its lifetime ends soon, its counter was raised, or its
    /// builds no longer trust it. Findings do not prevent it. Returns `nil` if nothing was due.
    ///
    /// With `isCatalogOnly`, only a changed catalog counts. `ignoringPause` publishes it even within the pause after
    /// the last automatic publish. `isPredicted` stores the predicted effect with the revision, as for a change by a
    /// person.
    func publishIfDue(
        _ app: String, by principal: Principal, isCatalogOnly: Bool = false, ignoringPause: Bool = false,
        isPredicted: Bool = false
    ) async throws -> Reissue.Result? {
        let forecast =
            isPredicted
            ? try await forecast(for: app) { context, _ in
                guard context.app.signing == .server, context.catalogWaits, let policy = context.current else {
                    return nil
                }
                return context.manifest(with: try PolicyDocument(stored: policy))
            } : nil
        let result = try await run(app, by: principal, forecast: forecast) { context, transaction in
            try Reissue(context: context, transaction: transaction, principal: principal)
                .publishIfDue(isCatalogOnly: isCatalogOnly, ignoringPause: ignoringPause)
        }
        guard let result, isPredicted else { return result }
        return Reissue.Result(
            publication: await adding(forecast, to: result.publication, of: app), alert: result.alert)
    }

    /// Reads the state of an app, and parses and verifies it on this thread.
    func context(of app: String) async throws -> PublishingContext {
        let loader = loader
        let rows = try await store.read { try PublishingContext.Rows(of: app, in: $0, loader: loader) }
        try Task.checkCancellation()
        return PublishingContext(rows, loader: loader)
    }

    /// Runs one publication in a transaction, keeps the limits, and serves its revision after the commit. The forecast
    /// is stored with the revision unless no installation is known. Returns the answer of `body`.
    private func run<T: Sendable>(
        _ app: String, by principal: Principal, forecast: ImpactForecast? = nil, limits: ImpactLimits = ImpactLimits(),
        body:
            @escaping @Sendable (PublishingContext, any WriteTransaction) throws -> (
                answer: T, revision: SignedRevision?
            )
    ) async throws -> T {
        let (loader, allowance) = (loader, allowance)
        let (answer, revision, storedApp) = try await store.write(
            confirming: { (result: (T, SignedRevision?, App), transaction) in
                // Without a revision there was nothing to store.
                guard let record = result.1?.record else { return true }
                try transaction.lockApp(app)
                return try transaction.manifest(app, revision: record.revision)?.digest == record.digest
            },
            { transaction in
                let context = try PublishingContext(locking: app, in: transaction, loader: loader)
                let (answer, revision) = try body(context, transaction)
                if let revision {
                    try limits.check(forecast, on: context.basis)
                    try allowance.check(revision.record, by: principal, at: loader.now(), in: transaction)
                }
                if let revision, let forecast, forecast.isKnown {
                    try transaction.insertPrediction(
                        Prediction(
                            app: app, revision: revision.record.revision, madeAt: context.now.storable,
                            impact: forecast.jsonValue.jsonText()))
                }
                return (answer, revision, context.app)
            })
        if let revision {
            loader.served.publish(loader.loaded(revision), of: storedApp)
            loader.served.count(revision.record.cause)
        }
        return answer
    }
}
