package import AirworthyPolicy
import AirworthyTrust
import Foundation

/// Publishing, rollback and bumps.
///
/// Each call is one transaction: everything is read under the app's lock, checked, signed, verified as the app's builds
/// will, and stored. What is served changes after the commit, and only then the call returns.
package struct PublishingService: Sendable {
    /// What publishing would do.
    package struct Preflight: Sendable {
        /// What was found, errors first.
        package let findings: [Finding]
        /// What differs from the policy in force.
        package let diff: PolicyDiff
        /// How many bytes the envelope would have.
        package let size: Int
        /// Whether publishing it would be refused, unless it is forced.
        package let isRefused: Bool
        /// Whether it is what is in force, to the byte.
        package let changesNothing: Bool
        /// The entity tag of the policy in force; `nil` when none is.
        package let basedOn: String?
    }

    /// What to bring back.
    package enum Target: Hashable, Sendable {
        /// A policy by its number.
        case policyVersion(Int)
        /// The policy of a revision.
        case revision(Int)
    }

    let store: any Store
    let signer: Signer
    let loader: HeadLoader
    let now: @Sendable () -> Date

    /// What came of a transaction: the answer, and what is to be served after the commit.
    struct Outcome: Sendable {
        let publication: Publication
        let app: App
        /// `nil` if nothing was made.
        let revision: Revision?

        init(_ publication: Publication, _ desk: Desk, _ revision: Revision? = nil) {
            self.publication = publication
            app = desk.app
            self.revision = revision
        }
    }

    /// What publishing a policy would do. Changes nothing, signs nothing, needs no keys.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - text: The policy, JSON as UTF-8.
    /// - Returns: What was found, and what would change.
    /// - Throws: ``ControlPlaneError`` `invalid` with findings if it cannot be read, `wrongApp`, `signedElsewhere`,
    ///   `notFound`, `gone`; ``StoreError``.
    package func preflight(_ text: [UInt8], for app: String) async throws -> Preflight {
        let desk = try await desk(app)
        try desk.requireServerSigned()
        let document = try PolicyDocument(text)
        try document.checkNames(desk.app)
        var findings = document.findings(for: desk.app, with: desk.catalog, at: desk.now)
        let plan = RevisionPlan(
            app: desk.app, number: try desk.nextRevision(), policyVersion: desk.head.policyVersion + 1,
            policy: document.completed(for: desk.app), catalog: desk.catalog, cause: .publish, author: "",
            issuedAt: desk.now)
        let size = plan.size(signedBy: signer)
        if size > SignedManifest.maximumSignedSize {
            let error = SigningError.tooLarge(size, limit: SignedManifest.maximumSignedSize)
            findings.insert(Finding("too-large", .error, at: "", error.description), at: 0)
        }
        let before = desk.current.map { PolicyDocument.tolerant($0.text) } ?? Policy(rules: [])
        return Preflight(
            findings: findings,
            diff: PolicyDiff(
                from: Manifest(app: app, policy: before), to: Manifest(app: app, policy: PolicyDocument.tolerant(text))),
            size: size, isRefused: findings.contains { $0.severity == .error },
            changesNothing: desk.current?.digest == document.digest, basedOn: desk.current?.entityTag)
    }

    /// The policy in force, as its author wrote it.
    /// - Throws: ``ControlPlaneError`` `nothingPublished`, `notFound` or `gone`; ``StoreError``.
    package func currentPolicy(of app: String) async throws -> PolicyRecord {
        let desk = try await desk(app)
        return try desk.requirePolicy()
    }

    private func desk(_ app: String) async throws -> Desk {
        let loader = loader
        return try await store.read { try Desk(app, in: $0, loader) }
    }

    /// Runs one publication and puts it in force after the commit.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - retries: How often to begin again when somebody else was faster.
    ///   - body: What happens in the transaction.
    /// - Returns: The answer of `body`.
    /// - Throws: ``ControlPlaneError`` `preconditionFailed` when somebody else was faster; ``StoreError``; what `body`
    ///   throws.
    func run<T: Sendable>(
        _ app: String, retries: Int = 0,
        _ body: @escaping @Sendable (Desk, any WriteTransaction) throws -> (answer: T, outcome: Outcome?)
    ) async throws -> T {
        let loader = loader
        var left = retries
        while true {
            do {
                let result = try await store.write { transaction in
                    try body(try Desk.locked(app, in: transaction, loader), transaction)
                }
                if let outcome = result.outcome { install(outcome) }
                return result.answer
            } catch is LostRace {
                guard left > 0 else {
                    throw ControlPlaneError(
                        .preconditionFailed,
                        detail:
                            "somebody published for \"\(app)\" at the same time; read the policy in force and try again"
                    )
                }
                left -= 1
            }
        }
    }

    private func install(_ outcome: Outcome) {
        guard let revision = outcome.revision else { return }
        loader.served.publish(
            loader.loaded(revision.record, revision.verified), of: outcome.app)
    }
}
