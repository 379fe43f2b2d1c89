import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust

/// The size and the findings of a policy beside the catalog that it would be signed with.
struct PolicyReview: Sendable {
    private let app: App
    private let catalog: Catalog?
    /// The size of the envelope in bytes.
    let size: Int
    /// The findings, errors first.
    let findings: [Finding]

    /// Weighs a policy, then checks it.
    /// - Throws: ``ControlPlaneError`` `tooLarge` if it cannot be signed; then it is not checked. `CancellationError` in a
    ///   cancelled task.
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
