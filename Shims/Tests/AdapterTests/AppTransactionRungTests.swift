import Airworthy
@_spi(Shim) import StoreKit
import Testing

@Suite struct AppTransactionRungTests {
    @Test(
        arguments: [
            (.production, .transaction(.production)), (.sandbox, .transaction(.sandbox)),
            (.xcode, .transaction(.xcode)),
            (AppStore.Environment(rawValue: "Moon"), .transaction(.other("Moon"))),
        ] as [(AppStore.Environment, ChannelFinding)])
    func `each environment is told`(_ environment: AppStore.Environment, _ expected: ChannelFinding) async {
        let found = await ShimAnswers.$transaction.withValue({ .verified(AppTransaction(environment: environment)) }) {
            await AppTransactionRung().find()
        }
        #expect(found == expected)
    }

    @Test func `what is not verified is told as that, whatever it says`() async {
        let found = await ShimAnswers.$transaction.withValue({
            .unverified(AppTransaction(environment: .production), .invalidSignature)
        }) { await AppTransactionRung().find() }
        #expect(found == .unverifiedTransaction)
    }

    @Test func `an error is a failure that names no more than its type`() async {
        #expect(await AppTransactionRung().find() == .failed("NoAnswer"))
    }

    @Test(arguments: [("JPN", "JP"), (nil, nil)] as [(String?, String?)])
    func `the country comes from the storefront`(_ told: String?, _ expected: String?) async {
        let country = await ShimAnswers.$countryCode.withValue(told) { await StorefrontReader.standard.current }
        #expect(country.map { "\($0)" } == expected)
    }
}
