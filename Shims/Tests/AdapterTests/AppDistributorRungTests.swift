import Airworthy
import AirworthyChannel
@_spi(Shim) import MarketplaceKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct AppDistributorRungTests {
    @Test(
        arguments: [
            (.appStore, .appStore), (.testFlight, .testFlight), (.web, .web), (.other, .other),
            (.marketplace("com.example.market"), .marketplace("com.example.market")),
        ] as [(AppDistributor, ChannelFinding.Distributor)])
    func `each distributor gives its channel evidence`(
        _ distributor: AppDistributor, _ expected: ChannelFinding.Distributor
    ) async {
        let found = await ShimAnswers.$distributor.withValue({ distributor }) { await AppDistributorRung().find() }
        #expect(found == .distributor(expected))
    }

    @Test func `a system without AppDistributor is not asked`() async {
        let found = await ShimAnswers.$distributor.withValue({ .appStore }) {
            await AppDistributorRung(isPresent: { false }).find()
        }
        #expect(found == .absent)
    }

    @Test func `an error becomes a failure that names only its type`() async {
        #expect(await AppDistributorRung().find() == .failed("NoAnswer"))
    }
}
