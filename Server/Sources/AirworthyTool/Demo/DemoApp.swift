import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// An app of the demo: what its team would have written. What Apple would say is in the simulator.
struct DemoApp: Sendable {
    let slug: String
    let bundleID: String
    let appleID: Int?
    let storefronts: [Storefront]
    let policy: [UInt8]

    /// The apps of the tour.
    /// - Parameter folder: Where their files are.
    /// - Returns: `hashtags` and `birthdays`.
    /// - Throws: ``ToolError`` with status 66 if they are not there.
    static func all(in folder: String) throws -> [DemoApp] {
        try [
            DemoApp("hashtags", in: folder, ["JP", "US"]), DemoApp("birthdays", in: folder, ["JP"]),
        ]
    }

    private init(_ slug: String, in folder: String, _ storefronts: [String]) throws {
        let source = try SigningSource("\(folder)/\(slug).policy.yaml")
        self.slug = slug
        bundleID = source.policy.bundleID ?? "com.example.\(slug)"
        appleID = source.policy.appleID
        policy = source.text
        self.storefronts = storefronts.compactMap { Storefront($0) }
    }

    /// Makes the app, unless an earlier demo did.
    func create(on plane: ControlPlane, pins: [PinnedKey]) async throws {
        if (try? await plane.apps.app(slug)) != nil { return }
        let draft = AppService.Draft(
            slug: slug, bundleID: bundleID, appleID: appleID, pins: pins, storefronts: storefronts)
        _ = try await plane.apps.create(draft, by: .server)
    }

    /// Publishes its policy, unless an earlier demo did.
    func publish(on plane: ControlPlane) async throws {
        if (try? await plane.publishing.currentPolicy(of: slug)) != nil { return }
        _ = try await plane.publishing.publish(
            policy, to: slug, expecting: .none, note: "the demo begins", forced: nil, by: .server)
    }
}
