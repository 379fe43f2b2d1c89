import Airworthy
import Testing

@Suite struct TestFlightLinksTests {
    private static let page = "itms-beta://beta.itunes.apple.com/v1/app/6504763618"
    private static let join = "https://testflight.apple.com/join/abcdEFGH"

    @Test(
        arguments: [
            (6_504_763_618, [join], [page, join]), (6_504_763_618, [page], [page]), (nil, [join, page], [page, join]),
            (nil, [nil], []), (6_504_763_618, [nil], [page]),
            (nil, ["https://apps.apple.com/app/id6504763618", "javascript:alert(1)", "https://example.com/join"], []),
        ] as [(Int?, [String?], [String])])
    func `links lead to TestFlight only, the app's page first`(
        _ appleID: Int?, _ urls: [String?], _ expected: [String]
    ) {
        #expect(TestFlightLinks.ordered(appleID: appleID, urls: urls) == expected)
    }
}
