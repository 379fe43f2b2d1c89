import AirworthyPolicy
import Foundation

@testable import AirworthyTexts
@testable import AirworthyUI

enum Samples {
    static let now = Date(timeIntervalSince1970: 1_795_176_000)
    static let store = "https://apps.apple.com/app/id42"

    static func copy(_ channel: Channel = .appstore, version: String = "1.5", build: String = "150") -> Installation {
        Installation(
            platform: .ios, version: version, build: try? BuildNumber(build), channel: channel,
            os: OperatingSystem("iOS 18.0"), language: "en")
    }

    static func update(_ version: String = "2.0", _ build: String? = "200", url: String? = store) -> Decision.Update {
        Decision.Update(version: try? AppVersion(version), build: build.flatMap { try? BuildNumber($0) }, url: url)
    }

    static func decision(
        _ status: Decision.Status, _ channel: Channel = .appstore, update: Decision.Update? = Samples.update(),
        _ change: (inout Decision) -> Void = { _ in }
    ) -> Decision {
        var decision = Decision(status, for: copy(channel))
        if status == .recommended || status == .required { decision.update = update }
        decision.rule = "rule"
        change(&decision)
        return decision
    }

    static func item(_ content: Presentation.Content, _ decision: Decision) -> ScreenItem {
        ScreenItem(id: 1, presentation: Presentation(content), decision: decision)
    }

    static let writer = ScreenWriter(text: UIText(language: "en", timeZone: TimeZone(secondsFromGMT: 0)!), now: now)
}
