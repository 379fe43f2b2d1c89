import AirworthyPolicy
import Foundation

/// A publication whose findings are still to be found, because they do not decide about it.
///
/// They are found after the transaction, so that other publications do not wait for the linter.
struct UncheckedPublication: Sendable {
    private let publication: Publication
    private let document: PolicyDocument
    private let app: App
    private let catalog: Catalog?
    private let now: Date

    /// Creates an unchecked publication of a policy.
    init(_ publication: Publication, of document: PolicyDocument, in context: PublishingContext) {
        self.publication = publication
        self.document = document
        app = context.app
        catalog = context.catalog
        now = context.now
    }

    /// The publication with its findings.
    var checked: Publication { publication.with(document.findings(for: app, with: catalog, at: now)) }
}
