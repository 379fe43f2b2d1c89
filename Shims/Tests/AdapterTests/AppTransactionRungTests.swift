import Airworthy
import AirworthyChannel
@_spi(Shim) import StoreKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct AppTransactionRungTests {
    @Test(
        arguments: [
            (.production, .transaction(.production)), (.sandbox, .transaction(.sandbox)),
            (.xcode, .transaction(.xcode)),
            (AppStore.Environment(rawValue: "Moon"), .transaction(.other("Moon"))),
        ] as [(AppStore.Environment, ChannelFinding)])
    func `each App Store environment gives its channel evidence`(
        _ environment: AppStore.Environment, _ expected: ChannelFinding
    ) async {
        let found = await ShimAnswers.$transaction.withValue({ .verified(AppTransaction(environment: environment)) }) {
            await AppTransactionRung().find()
        }
        #expect(found == expected)
    }

    @Test func `an unverified transaction is reported as unverified`() async {
        let found = await ShimAnswers.$transaction.withValue({
            .unverified(AppTransaction(environment: .production), .invalidSignature)
        }) { await AppTransactionRung().find() }
        #expect(found == .unverifiedTransaction)
    }

    @Test func `an error becomes a failure that names only its type`() async {
        #expect(await AppTransactionRung().find() == .failed("NoAnswer"))
    }

    @Test(arguments: [("JPN", "JP"), (nil, nil)] as [(String?, String?)])
    func `the country comes from the StoreKit storefront`(_ told: String?, _ expected: String?) async {
        let country = await ShimAnswers.$countryCode.withValue(told) { await StorefrontReader.standard.current }
        #expect(country.map { "\($0)" } == expected)
    }
}
