import Airworthy
import AirworthyPolicy
import Foundation

/// The decisions that the pictures show, at one instant.
enum Samples {
    static let now = Date(timeIntervalSince1970: 1_796_115_600)  // 2026-12-01T09:00:00Z
    static let link = "https://apps.apple.com/app/id1234567890"

    static func installation(_ channel: Channel = .appstore) -> Installation {
        Installation(platform: .ios, version: "2.1.0", build: try? BuildNumber("300"), channel: channel)
    }

    static func update(_ look: Look, url: String = link) -> Decision.Update {
        var update = Decision.Update(version: try? AppVersion("2.2.1"), build: try? BuildNumber("310"), url: url)
        update.notes =
            switch look.language {
            case .english: "Search is faster.\nHashtags can be pinned."
            case .japanese: "検索が速くなりました。\nハッシュタグを固定できます。"
            case .arabic: "البحث أسرع.\nيمكن تثبيت الوسوم."
            }
        return update
    }

    static func gate(_ look: Look) -> Decision {
        var decision = Decision(.required, for: installation())
        decision.update = update(look)
        decision.support = "https://example.com/help"
        return decision
    }

    static func unavailable(_ look: Look) -> Decision {
        var decision = Decision(.requiredUnavailable, for: installation())
        decision.blocking = true
        decision.reason = .osTooOld
        decision.update = update(look)
        decision.update?.url = nil
        decision.update?.minimumOS = try? AppVersion("17.0")
        decision.support = "https://example.com/help"
        return decision
    }

    static func maintenance(_ look: Look) -> Decision {
        var decision = Decision(.maintenance, for: installation())
        decision.maintenance = Maintenance(until: now + 5400, url: "https://status.example.com")
        decision.support = "https://example.com/help"
        return decision
    }

    static func prompt(_ look: Look) -> Decision {
        var decision = Decision(.recommended, for: installation())
        decision.update = update(look)
        decision.newest = update(look)
        decision.skippable = true
        return decision
    }

    /// The same decision shortly before the deadline, when skipping is not possible.
    static func countdown(_ look: Look) -> Decision {
        var decision = prompt(look)
        decision.deadline = now + 3.5 * 86_400
        return decision
    }

    static func banner(_ look: Look) -> Decision {
        var decision = unavailable(look)
        decision.blocking = false
        decision.message =
            switch look.language {
            case .english: "Sharing does not work in this version."
            case .japanese: "このバージョンでは共有を利用できません。"
            case .arabic: "المشاركة لا تعمل في هذا الإصدار."
            }
        return decision
    }

    static func current(_ look: Look) -> Decision {
        var decision = Decision(.ok, for: installation())
        decision.newest = Decision.Update(version: try? AppVersion("2.1.0"), build: try? BuildNumber("300"), url: link)
        return decision
    }

    static func undetermined(_ look: Look) -> Decision {
        Decision(.ok, for: installation())
    }

    static let channels: [Channel] = [
        .debug, .testflight(nil), .testflight(.internal), .testflight(.external), .adhoc, .marketplace(nil), .web,
        .enterprise,
    ]

    /// A client with a fixed clock.
    static func client(_ decision: Decision) -> Airworthy { .preview(decision, environment: environment) }

    /// A client that decides by rules in its code, so that the debug panel has a trace to show.
    static func ruledClient() -> Airworthy {
        var installation = installation()
        installation.os = OperatingSystem("iOS 17.5")
        installation.language = "en"
        let text = """
            {"schema": 1, "app": "hashtags", "features": {"new-editor": {"default": true}}, "rules": [
             {"id": "floor", "when": {"version": "<2.2"}, "update": "required", "url": "\(link)"},
             {"id": "beta", "when": {"channel": "testflight"}, "update": "recommended"}]}
            """
        let policy = PolicyReader.read(json: Array(text.utf8)).policy
        return Airworthy(
            Setup(policy: policy.map { [.rules($0)] } ?? []),
            options: .init(installation: installation, transport: Transport { _ in throw CancellationError() }),
            environment: environment, store: NoStateStore())
    }

    private static let environment = ClientEnvironment(
        now: { now },
        sleep: { _ in
            // Until it is cancelled.
            let forever = AsyncStream<Never> { _ in }
            for await _ in forever {}
            throw CancellationError()
        },
        random: { 0.5 }, newID: { "00000000" }, timeZone: { .gmt })
}
