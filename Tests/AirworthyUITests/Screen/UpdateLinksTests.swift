import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct UpdateLinksTests {
    @Test(arguments: [
        (
            ["https://apps.apple.com/app/id42"], Platform.ios, UpdateLinks.Place.appStore,
            ["https://apps.apple.com/app/id42", "itms-apps://apps.apple.com/app/id42"]
        ),
        (
            ["https://apps.apple.com/app/id42"], .macos, .appStore,
            ["https://apps.apple.com/app/id42", "macappstore://apps.apple.com/app/id42"]
        ),
        (["itms-apps://apps.apple.com/app/id42"], .ios, .appStore, ["itms-apps://apps.apple.com/app/id42"]),
        (
            ["itms-beta://beta.itunes.apple.com/v1/app/42"], .ios, .testFlight,
            ["itms-beta://beta.itunes.apple.com/v1/app/42", "https://apps.apple.com/app/testflight/id899247664"]
        ),
        (
            ["itms-beta://beta.itunes.apple.com/v1/app/42", "https://testflight.apple.com/join/x"], .ios, .testFlight,
            [
                "itms-beta://beta.itunes.apple.com/v1/app/42", "https://testflight.apple.com/join/x",
                "https://apps.apple.com/app/testflight/id899247664",
            ]
        ),
        (["https://updates.example.com/get"], .ios, .elsewhere, ["https://updates.example.com/get"]),
        ([nil], .ios, .elsewhere, []),
        (["javascript:alert(1)", "file:///etc/passwd", "http://example.com"], .ios, .elsewhere, []),
    ])
    func `links keep their order, followed by the store's own scheme`(
        _ links: [String?], _ platform: Platform, _ place: UpdateLinks.Place, _ expected: [String]
    ) {
        let found = UpdateLinks(links, platform: platform)
        #expect(found.place == place)
        #expect(found.urls.map(\.absoluteString) == expected)
    }
}
