import Airworthy
import Foundation
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
    func `the app's page comes first, and nothing but TestFlight at all`(
        _ appleID: Int?, _ urls: [String?], _ expected: [String]
    ) {
        #expect(TestFlightLinks.all(appleID: appleID, urls) == expected)
    }

    @Test(
        arguments: [
            ([page, join], page, [page]), ([join], join, [page, join]), ([], nil, [page, join]),
        ] as [([String], String?, [String])])
    func `the public link stands in where TestFlight cannot be opened`(
        _ openable: [String], _ expected: String?, _ tried: [String]
    ) async {
        let opener = RecordingOpener(opens: openable)
        #expect(await TestFlightLinks.openFirst(of: [Self.page, Self.join], with: opener) == expected)
        #expect(opener.tried.withLock { $0 } == tried)
    }
}

private struct RecordingOpener: URLOpener {
    let opens: [String]
    let tried = Locked<[String]>([])

    func open(_ url: URL) async -> Bool {
        tried.withLock { $0.append(url.absoluteString) }
        return opens.contains(url.absoluteString)
    }
}
