import AirworthyPolicy

/// Publishes a policy, or rolls back to an earlier one, within one transaction.
struct PolicyPublication {
    let context: PublishingContext
    let transaction: any WriteTransaction
    let principal: Principal

    /// Publishes a new policy. One that is in force already is published again only with release data that wait. A
    /// prepared review is from before the transaction. `reason` is the reason for accepting errors. Returns the
    /// revision to serve, too.
    func publish(
        _ document: PolicyDocument, reviewed prepared: PolicyReview?, expecting precondition: Precondition,
        note: String?, forced reason: String?
    ) throws -> PublishingService.Result {
        try document.checkIsMeant(for: context.app)
        if try isRetry(of: document.digest, expecting: precondition) {
            let (reissued, revision) = try Reissue(context: context, transaction: transaction, principal: principal)
                .publishIfDue(isCatalogOnly: true, ignoringPause: true)
            return (answer: try reissued?.publication ?? context.unchanged(), revision: revision)
        }
        try check(precondition)
        let findings = try review(of: document, prepared: prepared).findings
        let errors = findings.total(.error)
        guard errors == 0 || reason != nil else {
            throw ControlPlaneError(
                .preflightFailed,
                detail:
                    "the policy has \(errors == 1 ? "1 error" : "\(errors) errors"); correct it, or force it with a "
                    + "reason",
                findings: findings)
        }
        let policy = try record(of: document, note: note, forced: errors > 0 ? reason : nil)
        let (publication, revision) = try commit(policy, of: document, cause: .publish)
        return (answer: publication.with(findings), revision: revision)
    }

    /// Returns the prepared review, or a new one if the app or its catalog has changed since.
    private func review(of document: PolicyDocument, prepared: PolicyReview?) throws -> PolicyReview {
        if let prepared, prepared.applies(to: context) { return prepared }
        return try PolicyReview(of: document, in: context)
    }

    /// Publishes an earlier policy again, as a new version with the current catalog. Findings do not prevent it.
    func rollBack(
        to target: PublishingService.Target, expecting precondition: Precondition, note: String?
    ) throws -> (answer: UncheckedPublication, revision: SignedRevision?) {
        let old = try transaction.policy(of: target, app: context.app.slug)
        let document = try PolicyDocument(stored: old)
        try document.checkIsMeant(for: context.app)
        // Only a rollback may have no precondition.
        let isInForce = precondition == .unspecified && context.current?.digest == old.digest
        if try isInForce || isRetry(of: old.digest, expecting: precondition) {
            let unchanged = try context.unchanged()
            return (UncheckedPublication(publication: unchanged, document: document, context: context), nil)
        }
        if precondition != .unspecified { try check(precondition) }
        let policy = try record(of: document, note: note, rollbackOf: old.version)
        let (publication, revision) = try commit(policy, of: document, cause: .rollback)
        return (UncheckedPublication(publication: publication, document: document, context: context), revision)
    }

    /// Whether the request repeats the publish of the policy in force, e.g. because the first response was lost.
    ///
    /// The text is the same, and the caller expects either the policy in force or the one that it replaced.
    private func isRetry(of digest: String, expecting precondition: Precondition) throws -> Bool {
        guard let current = context.current, current.digest == digest else { return false }
        switch precondition {
        case .unspecified: return false
        case .nothingPublished: return current.base == 0
        case .matches(let tags):
            let base = current.base > 0 ? try transaction.policy(context.app.slug, version: current.base) : nil
            return tags.contains { $0 == current.entityTag || $0 == base?.entityTag }
        }
    }

    /// Throws an error unless the policy that the caller expects is in force.
    private func check(_ precondition: Precondition) throws(ControlPlaneError) {
        let current = context.current
        let inForce = current.map { "policy \($0.version) by \($0.author) is in force, \"\($0.entityTag)\"" }
        switch precondition {
        case .unspecified:
            throw ControlPlaneError.noPrecondition(
                "of the policy in force, or If-None-Match: * for the first policy (\(inForce ?? "none is in force"))")
        case .nothingPublished:
            guard let inForce else { return }
            throw ControlPlaneError(.preconditionFailed, detail: "this is not the first policy: \(inForce)")
        case .matches(let tags):
            if let current, tags.contains(current.entityTag) { return }
            throw ControlPlaneError(
                .preconditionFailed,
                detail:
                    "the policy is based on another one: \(inForce ?? "none is in force"); read the policy in force, make "
                    + "the change there and publish again")
        }
    }

    private func record(
        of document: PolicyDocument, note: String?, rollbackOf: Int? = nil, forced: String? = nil
    ) throws -> PolicyRecord {
        let last = try transaction.policies(context.app.slug, before: nil, limit: 1).first?.version ?? 0
        return PolicyRecord(
            app: context.app.slug, text: document.text,
            summary: PolicySummary(
                version: last + 1, digest: document.digest, base: context.current?.version ?? 0,
                author: principal.name, note: note, rollbackOf: rollbackOf, forced: forced, createdAt: context.now))
    }

    /// Signs a revision with a new policy, and stores the policy and the revision.
    private func commit(
        _ policy: PolicyRecord, of document: PolicyDocument, cause: ManifestRecord.Cause
    ) throws -> PublishingService.Result {
        let revision = try context.sign(
            document, version: policy.version, as: try context.nextRevision(), cause: cause,
            author: principal.name, note: policy.note)
        let detail =
            policy.rollbackOf.map { "policy \($0) as policy \(policy.version)" }
            ?? "policy \(policy.version)\(policy.forced.map { ", forced: \($0)" } ?? "")"
        let entry = AuditEntry(
            at: context.now, by: principal, action: cause == .rollback ? "policy.rolled-back" : "policy.published",
            app: context.app.slug, revision: revision.record.revision, detail: detail)
        try context.commit(revision, policy: policy, audit: [entry], in: transaction)
        let publication = Publication(manifest: revision.record, entityTag: policy.entityTag, isNew: true)
        return (answer: publication, revision: revision)
    }
}

extension ReadTransaction {
    /// Returns the stored policy that a rollback restores.
    func policy(of target: PublishingService.Target, app slug: String) throws -> PolicyRecord {
        let version: Int
        switch target {
        case .policyVersion(let number): version = number
        case .revision(let number):
            guard let manifest = try manifest(slug, revision: number) else {
                throw ControlPlaneError.noRevision(number, of: slug, pointer: "/revision")
            }
            version = manifest.policyVersion
        }
        guard let policy = try policy(slug, version: version) else {
            throw ControlPlaneError.noPolicy(version, of: slug, pointer: "/policyVersion")
        }
        return policy
    }
}
