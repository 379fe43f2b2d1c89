package import AirworthyPolicy

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
        /// The entity tag of the policy in force; `nil` without one.
        package let basedOn: String?

        /// Predicts the result of publishing a policy.
        /// - Throws: ``ControlPlaneError`` `invalid` with findings, `tooLarge`, `wrongApp`, `signedElsewhere` or
        ///   `revisionNotRising`; `CancellationError`.
        init(_ text: [UInt8], in context: PublishingContext) throws {
            try context.requireServerSigned()
            let document = try PolicyDocument(text)
            try document.checkIsMeant(for: context.app)
            let review = try PolicyReview(of: document, in: context)
            (size, findings) = (review.size, review.findings)
            isRefused = findings.contains { $0.severity == .error }
            let before = context.current.map { PolicyDocument.tolerant($0.text) } ?? Policy(rules: [])
            diff = PolicyDiff(
                from: Manifest(app: context.app.slug, policy: before),
                to: Manifest(app: context.app.slug, policy: PolicyDocument.tolerant(text)))
            changesNothing = context.current?.digest == document.digest
            basedOn = context.current?.entityTag
        }
    }
}
