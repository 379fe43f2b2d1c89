import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// An app of the demo: what its team would have written, and what Apple would have said.
struct DemoApp {
    let slug: String
    let bundleID: String
    let appleID: Int?
    let policy: [UInt8]
    let catalog: [UInt8]

    /// The apps of the tour.
    /// - Parameter folder: Where their files are.
    /// - Returns: `hashtags` and `birthdays`.
    /// - Throws: ``ToolError`` with status 66 if they are not there.
    static func all(in folder: String) throws -> [DemoApp] {
        try [
            DemoApp("hashtags", in: folder, catalog: "hashtags.catalog.yaml"),
            DemoApp("birthdays", in: folder, catalog: "lookup-birthdays-jp.json@JP"),
        ]
    }

    private init(_ slug: String, in folder: String, catalog: String) throws {
        let source = try SigningSource("\(folder)/\(slug).policy.yaml")
        self.slug = slug
        bundleID = source.policy.bundleID ?? "com.example.\(slug)"
        appleID = source.policy.appleID
        policy = source.text
        let facts = try Manifest(app: slug, policy: source.policy).adding([CatalogArgument("\(folder)/\(catalog)")])
        self.catalog = facts.catalog.jsonValue.jsonBytes(pretty: true)
    }

    /// Makes the app and publishes its policy, unless an earlier demo did.
    func publish(on plane: ControlPlane, pins: [PinnedKey]) async throws {
        if (try? await plane.apps.app(slug)) != nil { return }
        let draft = AppService.Draft(slug: slug, bundleID: bundleID, appleID: appleID, pins: pins)
        _ = try await plane.apps.create(draft, by: .server)
        _ = try await plane.catalogs.replace(slug, with: catalog, by: .server)
        _ = try await plane.publishing.publish(
            slug, policy: policy, expecting: .none, note: "the demo begins", forced: nil, by: .server)
    }
}
