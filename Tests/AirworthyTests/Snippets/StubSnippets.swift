import Airworthy
import AirworthyPolicy
import Foundation
import Testing

// Pages show these tests, so their claims are tested as well.

// snippet.gate-model
/// A view model that follows the client.
@MainActor final class HomeModel {
    private let airworthy: Airworthy
    private(set) var isBlocked = false

    init(_ airworthy: Airworthy) { self.airworthy = airworthy }

    var columns: Int { airworthy.value(for: "columns", default: 2) }

    func follow() async {
        for await decision in airworthy.decisions {
            isBlocked = decision.blocking
            if isBlocked { return }
        }
    }
}
// snippet.end

@MainActor @Suite(.timeLimit(.minutes(5))) struct StubSnippets {
    // snippet.test-flip
    @Test func `the model is blocked when an update becomes required`() async {
        let stub = Airworthy.stub(.ok)
        let model = HomeModel(stub.airworthy)
        async let following: Void = model.follow()
        #expect(!model.isBlocked)
        stub.send(.required)
        await following
        #expect(model.isBlocked)
    }
    // snippet.end

    // snippet.test-feature
    @Test func `the number of columns follows the feature`() {
        let stub = Airworthy.stub(features: ["columns": 3])
        let model = HomeModel(stub.airworthy)
        #expect(model.columns == 3)
        stub.setFeature("columns", to: 5)
        #expect(model.columns == 5)
    }
    // snippet.end

    // snippet.test-skip
    @Test func `a skipped prompt does not come back the next day`() {
        let stub = Airworthy.stub(.recommended)
        let airworthy = stub.airworthy
        #expect(airworthy.presentation(.launch).content != .nothing(.skipped))
        airworthy.answer(.skip, to: airworthy.decision)
        stub.pass(.days(1))
        #expect(airworthy.presentation(.foreground).content == .nothing(.skipped))
    }
    // snippet.end

    // snippet.test-time
    @Test func `the update is required from the deadline on`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let policy = Policy {
            Minimum("2.0", url: "https://apps.apple.com/app/id6504763618", deadline: now.addingTimeInterval(3_600))
        }
        let stub = Airworthy.stub(policy, for: Installation(version: "1.0", channel: .appstore), now: now)
        #expect(stub.airworthy.decision.status == .recommended)
        stub.pass(.days(1))
        #expect(stub.airworthy.decision.status == .required)
    }
    // snippet.end
}
