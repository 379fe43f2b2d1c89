import AirworthyPolicy
import ControlPlaneTesting
import Testing

@testable import ControlPlane

/// The order of an app's manifests: by epoch, then by revision, as in the trust rules of devices.
@Suite(.timeLimit(.minutes(5))) struct HeadOrderTests {
    @Test(arguments: [
        // The same epoch: the revision decides.
        (HeadOrder(epoch: 0, revision: 2), HeadOrder(epoch: 0, revision: 1), true),
        (HeadOrder(epoch: 1, revision: 1), HeadOrder(epoch: 1, revision: 1), false),
        (HeadOrder(epoch: 1, revision: 1), HeadOrder(epoch: 1, revision: 2), false),
        // A higher epoch: the revision may fall, but not under the former epoch again.
        (HeadOrder(epoch: 2, revision: 5), HeadOrder(epoch: 1, revision: 100), true),
        (HeadOrder(epoch: 1, revision: 100), HeadOrder(epoch: 2, revision: 5), false),
        // No keyring: the epoch in force stays.
        (HeadOrder(epoch: 0, revision: 6), HeadOrder(epoch: 2, revision: 5), true),
        (HeadOrder(epoch: 0, revision: 4), HeadOrder(epoch: 2, revision: 5), false),
    ])
    func `a manifest replaces one of a lower epoch, or of the same epoch and a lower revision`(
        new: HeadOrder, old: HeadOrder, follows: Bool
    ) {
        #expect(new.follows(old) == follows)
    }

    @Test(arguments: [
        (HeadOrder(epoch: 1, revision: 1), HeadOrder(epoch: 1, revision: 2), true),
        (HeadOrder(epoch: 0, revision: 1), HeadOrder(epoch: 1, revision: 2), true),
        (HeadOrder(epoch: 2, revision: 1), HeadOrder(epoch: 1, revision: 2), false),
        (HeadOrder(epoch: 1, revision: 2), HeadOrder(epoch: 1, revision: 2), false),
    ])
    func `the store went back if the revision fell without a higher epoch`(
        stored: HeadOrder, served: HeadOrder, isBelow: Bool
    ) {
        #expect(stored.isBelow(served) == isBelow)
    }

    @Test func `a publish under the former epoch that ends late does not replace the new epoch`() async throws {
        let app = try await TestPlane().makeApp()
        let served = ServedApps()
        served.publish(head(epoch: 2, revision: 5), of: app)
        served.publish(head(epoch: 1, revision: 100), of: app)
        #expect(try served.head(app.slug).revision == 5)
        served.publish(head(epoch: 0, revision: 6), of: app)
        #expect(try served.head(app.slug).revision == 6)
    }

    private func head(epoch: Int, revision: Int) -> LoadedHead {
        LoadedHead(
            revision: revision, epoch: epoch, policyVersion: 1, envelope: [], compressed: nil, digest: "",
            manifest: Manifest(app: "hashtags", policy: Policy(rules: [])))
    }
}
