import AirworthyAuthoring
package import AirworthyPolicy
import AirworthyTrust

extension PublishingService {
    /// The predicted result of publishing a policy.
    package struct Preflight: Sendable {
        /// The findings, errors first.
        package let findings: [Finding]
        /// The differences to the policy in force.
        package let diff: PolicyDiff
        /// The size of the envelope in bytes.
        package let size: Int
        /// Whether publishing would be refused unless it is forced.
        package let isRefused: Bool
        /// Whether the policy is identical to the one in force.
        package let changesNothing: Bool
        /// Whether release data wait that publishing takes along, also with an identical policy.
        package let takesReleasesAlong: Bool
        /// The entity tag of the policy in force; `nil` without one.
        package let basedOn: String?
        /// The predicted effect on the known installations.
        package let impact: ImpactForecast

        /// Predicts the result of publishing a policy.
        init(_ document: PolicyDocument, in context: PublishingContext, impact: ImpactForecast) throws {
            let review = try PolicyReview(of: document, in: context)
            (size, findings) = (review.size, review.findings)
            isRefused = findings.contains { $0.severity == .error }
            let before = context.current.map { PolicyDocument.tolerant($0.text) } ?? Policy(rules: [])
            diff = PolicyDiff(
                from: Manifest(app: context.app.slug, policy: before),
                to: Manifest(app: context.app.slug, policy: PolicyDocument.tolerant(document.text)))
            changesNothing = context.current?.digest == document.digest
            takesReleasesAlong = context.catalogWaits
            basedOn = context.current?.entityTag
            self.impact = impact
        }
    }
}

/// The size and the findings of a policy beside the catalog that it would be signed with.
struct PolicyReview: Sendable {
    private let app: App
    private let catalog: Catalog?
    /// The size of the envelope in bytes.
    let size: Int
    /// The findings, errors first.
    let findings: [Finding]

    /// Weighs a policy, then checks it.
    /// - Throws: `tooLarge` if it cannot be signed; then it is not checked. `CancellationError` in a cancelled task.
    init(of document: PolicyDocument, in context: PublishingContext) throws {
        app = context.app
        catalog = context.catalog
        size = UnsignedRevision(
            app: app, number: try context.nextRevision(), policyVersion: context.head.policyVersion + 1,
            policy: document.completed(for: app), catalog: catalog, cause: .publish, author: "", issuedAt: context.now
        ).size(signedBy: context.signer)
        guard size <= SignedManifest.maximumSignedSize else {
            let error = SigningError.tooLarge(size, limit: SignedManifest.maximumSignedSize)
            throw ControlPlaneError(.tooLarge, detail: error.description)
        }
        findings = document.findings(for: app, with: catalog, at: context.now)
        try Task.checkCancellation()
    }

    /// Whether the review is still right for a later state of the app.
    func applies(to context: PublishingContext) -> Bool { app == context.app && catalog == context.catalog }
}
