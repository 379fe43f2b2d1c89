import AirworthyPolicy
import AirworthyTrust

extension PublishingService {
    /// Publishes a policy.
    ///
    /// The same text on the same base gives the revision that is there: a retry after a lost answer does no harm.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - text: The policy, JSON as UTF-8. It is stored as it is.
    ///   - precondition: What the author believes is in force.
    ///   - note: Why, in the author's words.
    ///   - reason: Why errors are accepted; `nil` or nothing but blanks refuses them.
    ///   - principal: Who publishes.
    /// - Returns: The revision in force afterwards.
    /// - Throws: ``ControlPlaneError``: `invalid`, `wrongApp`, `preconditionRequired`, `preconditionFailed`,
    ///   `preflightFailed`, `signedElsewhere`, `noSigningKey`, `clockWrong`, `tooLarge`, `notTrusted`, `forbidden`,
    ///   `notFound` or `gone`; ``StoreError``. Nothing has changed then.
    package func publish(
        _ text: [UInt8], to app: String, expecting precondition: Precondition, note: String?,
        forced reason: String?, by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, "note")
        let reason = try InputText.note(reason, "force")
        // Read before the lock is taken, judged after the app is known.
        let read = Result { () throws(ControlPlaneError) in try PolicyDocument(text) }
        return try await run(app) { desk, transaction in
            try desk.requireServerSigned()
            let document = try read.get()
            try document.checkNames(desk.app)
            if try desk.isRetry(of: document.digest, precondition, in: transaction) {
                let same = try desk.unchanged()
                return (same, Outcome(same, desk))
            }
            try desk.check(precondition)
            let findings = document.findings(for: desk.app, with: desk.catalog, at: desk.now)
            let errors = findings.count { $0.severity == .error }
            guard errors == 0 || reason != nil else {
                throw ControlPlaneError(
                    .preflightFailed,
                    detail:
                        "the policy has \(errors == 1 ? "1 error" : "\(errors) errors"); correct it, or force it with a reason",
                    findings: findings)
            }
            let policy = try desk.policy(
                document, note: note, forced: errors > 0 ? reason : nil, by: principal, in: transaction)
            return try desk.publish(
                policy, document, .publish, audit: "policy.published", findings, by: principal, in: transaction)
        }
    }

    /// Brings an old policy back, with the catalog of today, as a new policy and a new revision.
    ///
    /// What is found in it is shown and refuses nothing: whoever rolls back is in a hurry.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - target: What to bring back.
    ///   - precondition: What the author believes is in force; may be missing.
    ///   - note: Why, in the author's words.
    ///   - principal: Who rolls back.
    /// - Returns: The revision in force afterwards.
    /// - Throws: ``ControlPlaneError``: `notFound` also for the target, `wrongApp`, `preconditionFailed`,
    ///   `signedElsewhere`, `noSigningKey`, `clockWrong`, `tooLarge`, `notTrusted`, `forbidden` or `gone`;
    ///   ``StoreError``. Nothing has changed then.
    package func rollback(
        _ app: String, to target: Target, expecting precondition: Precondition, note: String?, by principal: Principal
    ) async throws -> Publication {
        try principal.require(.publish, for: app)
        let note = try InputText.note(note, "note")
        return try await run(app) { desk, transaction in
            try desk.requireServerSigned()
            let old = try desk.policy(target, in: transaction)
            let document = try PolicyDocument(stored: old)
            try document.checkNames(desk.app)
            let findings = document.findings(for: desk.app, with: desk.catalog, at: desk.now)
            let isInForce = precondition == .missing && desk.current?.digest == old.digest
            if try isInForce || desk.isRetry(of: old.digest, precondition, in: transaction) {
                let same = try desk.unchanged(findings: findings)
                return (same, Outcome(same, desk))
            }
            if precondition != .missing { try desk.check(precondition) }
            let policy = try desk.policy(document, note: note, rollbackOf: old.version, by: principal, in: transaction)
            return try desk.publish(
                policy, document, .rollback, audit: "policy.rolled-back", findings, by: principal, in: transaction)
        }
    }
}

extension Desk {
    /// Whether a publish says what is in force, on top of what that was written on, or on top of itself.
    fileprivate func isRetry(
        of digest: String, _ precondition: Precondition, in transaction: any ReadTransaction
    ) throws -> Bool {
        guard let current, current.digest == digest else { return false }
        switch precondition {
        case .missing: return false
        case .none: return current.base == 0
        case .matches(let tags):
            let base = current.base > 0 ? try transaction.policy(app.slug, version: current.base) : nil
            return tags.contains { $0 == current.entityTag || $0 == base?.entityTag }
        }
    }

    /// Makes sure that what the author believes is in force is.
    fileprivate func check(_ precondition: Precondition) throws(ControlPlaneError) {
        let inForce = current.map { "policy \($0.version) by \($0.author) is in force, \"\($0.entityTag)\"" }
        switch precondition {
        case .missing:
            throw ControlPlaneError(
                .preconditionRequired,
                detail: "say what the policy was written on: If-Match with the entity tag of the policy in force, or "
                    + "If-None-Match: * for the first one (\(inForce ?? "none is in force"))")
        case .none:
            guard let inForce else { return }
            throw ControlPlaneError(.preconditionFailed, detail: "this is not the first policy: \(inForce)")
        case .matches(let tags):
            if let current, tags.contains(current.entityTag) { return }
            throw ControlPlaneError(
                .preconditionFailed,
                detail:
                    "the policy was written on another one: \(inForce ?? "none is in force"); read that one and publish on "
                    + "top of it")
        }
    }

    /// The policy to bring back.
    fileprivate func policy(
        _ target: PublishingService.Target, in transaction: any ReadTransaction
    ) throws -> PolicyRecord {
        let version: Int
        switch target {
        case .policyVersion(let number): version = number
        case .revision(let number):
            guard let manifest = try transaction.manifest(app.slug, revision: number) else {
                throw ControlPlaneError(
                    .notFound, detail: "\"\(app.slug)\" has no revision \(number)", pointer: "/revision")
            }
            version = manifest.policyVersion
        }
        guard let policy = try transaction.policy(app.slug, version: version) else {
            throw ControlPlaneError(
                .notFound, detail: "\"\(app.slug)\" has no policy \(version)", pointer: "/policyVersion")
        }
        return policy
    }

    /// The row of a new policy.
    fileprivate func policy(
        _ document: PolicyDocument, note: String?, rollbackOf: Int? = nil, forced: String? = nil,
        by principal: Principal, in transaction: any ReadTransaction
    ) throws -> PolicyRecord {
        let last = try transaction.policies(app.slug, before: nil, limit: 1).first?.version ?? 0
        return PolicyRecord(
            app: app.slug, version: last + 1, text: document.text, digest: document.digest,
            base: current?.version ?? 0, author: principal.name, note: note, rollbackOf: rollbackOf, forced: forced,
            createdAt: now)
    }

    /// Signs a new policy with the catalog of today and stores both.
    fileprivate func publish(
        _ policy: PolicyRecord, _ document: PolicyDocument, _ cause: ManifestRecord.Cause, audit action: String,
        _ findings: [Finding], by principal: Principal, in transaction: any WriteTransaction
    ) throws -> (answer: Publication, outcome: PublishingService.Outcome?) {
        try signer.check(at: now, after: stored.manifest?.issuedAt)
        let plan = RevisionPlan(
            app: app, number: try nextRevision(), policyVersion: policy.version, policy: document.completed(for: app),
            catalog: catalog, cause: cause, author: principal.name, note: policy.note, issuedAt: now)
        let revision = try plan.signed(by: signer, after: remembered)
        let detail =
            policy.rollbackOf.map { "policy \($0) as policy \(policy.version)" }
            ?? "policy \(policy.version)\(policy.forced.map { ", forced: \($0)" } ?? "")"
        try commit(
            revision, policy: policy, head: head(after: revision),
            audit: [
                AuditEntry(
                    at: now, actor: principal.name, action: action, app: app.slug, revision: plan.number,
                    detail: detail)
            ], in: transaction)
        let answer = Publication(
            manifest: revision.record, entityTag: policy.entityTag, isNew: true, findings: findings)
        return (answer, PublishingService.Outcome(answer, self, revision))
    }
}
