import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of adoption", .timeLimit(.minutes(5)))
struct AdoptionPageTests {
    private static let page = "/apps/{app}/adoption"

    private static func activity(
        days: Int = 28, versions: [DailyCount] = [], outcomes: [DailyOutcome] = []
    ) -> AdoptionActivity {
        AdoptionActivity(days: days, asOf: FixedClock.start, versions: versions, outcomes: outcomes)
    }

    private static let today = UTCDay(FixedClock.start)

    private static func outcome(
        _ rule: String, _ status: String, told: Int, day: UTCDay = today, steps: CheckIn.Steps = .init()
    ) -> DailyOutcome {
        DailyOutcome(day: day, rule: rule, status: status, count: .init(told: told, steps: steps))
    }

    @Test("an app without check-ins says how they are turned on")
    func empty() async throws {
        let pages = try await PublishingPages()
        let html = try await pages.send(.get, Self.page).html
        #expect(html.contains("No check-in in the last 28 days") && html.contains("Options(checkIns: .on)"))
        #expect(!html.contains("csv=") && !html.contains("<svg viewBox=\"0 0 600"))
    }

    @Test("charts say what is counted over which days, and have the same numbers as a table and as a file")
    func charts() async throws {
        let pages = try await PublishingPages()
        try await pages.checkIn()
        let html = try await pages.send(.get, Self.page, query: "days=7").html
        #expect(html.contains("Installations that were active on each of the last 7 days, by the version they had."))
        #expect(html.contains("<th scope=\"row\">20 Nov</th><td class=\"number\">900</td>"))
        #expect(html.contains("href=\"/apps/hashtags/adoption?days=7\" aria-current=\"true\""))
        let file = try await pages.send(.get, Self.page, query: "days=7&csv=versions").html
        #expect(file == "day,version,channel,active\r\n2026-11-20,1.9,appstore,900\r\n2026-11-20,1.3,appstore,100\r\n")
        let outcomes = try await pages.send(.get, Self.page, query: "csv=outcomes").html
        #expect(outcomes.hasPrefix("day,rule,status,told,shown,opened,postponed,skipped,updated\r\n"))
    }

    @Test(
        "any other number of days is the usual one", arguments: ["days=8", "days=-1", "days=x", "days=", "csv=other"])
    func days(query: String) async throws {
        let pages = try await PublishingPages()
        #expect(try await pages.send(.get, Self.page, query: query).html.contains("in the last 28 days"))
    }

    @Test("more than 90 days are shown as averages of weeks")
    func weeks() {
        let first = Self.activity(days: 400).firstDay
        let counts = (0..<400).map {
            DailyCount(day: first.adding(days: $0), version: "1.0", channel: "appstore", count: 10)
        }
        let activity = Self.activity(days: 400, versions: counts)
        let columns = TimeColumns(of: activity)
        #expect(columns.areWeeks && columns.labels.count == 58)
        #expect(columns.labels.first == Moment.text(first.start, withTime: false))
        #expect(columns.values(counts.map { (day: $0.day, count: $0.count) }) == Array(repeating: 10, count: 58))
        #expect(VersionChart.chart(of: activity).sentence.contains("on an average day of each week"))
        #expect(
            columns.values([(day: first.adding(days: -1), count: 1), (day: first.adding(days: 400), count: 1)])
                == Array(repeating: 0, count: 58))
    }

    @Test("decisions are drawn in a fixed order, unknown ones last")
    func decisions() {
        let chart = DecisionChart.chart(
            of: Self.activity(outcomes: [
                Self.outcome("a", "new-status", told: 1), Self.outcome("a", "required", told: 3),
                Self.outcome("", "ok", told: 5), Self.outcome("b", "required", told: 4),
                Self.outcome("b", "", told: 0, steps: .init(shown: 1)),
            ]))
        #expect(chart.names == ["May carry on", "Must update", "new-status"])
        #expect(chart.areas.map(\.latest) == ["5", "7", "1"])
    }

    @Test("the steps of a rule are added up over statuses and days")
    func funnel() {
        let funnels = RuleFunnel.all(
            of: Self.activity(outcomes: [
                Self.outcome("a", "required", told: 3, steps: .init(shown: 8, opened: 4)),
                Self.outcome("a", "", told: 0, day: Self.today.adding(days: -3), steps: .init(updated: 2)),
                Self.outcome("quiet", "ok", told: 9), Self.outcome("", "ok", told: 9, steps: .init(shown: 50)),
                Self.outcome("*", "ok", told: 1, steps: .init(shown: 1)),
            ]))
        #expect(funnels.map(\.rule) == ["a", "rare rules together"])
        #expect(funnels.first?.steps.bars.map(\.value) == ["8", "4", "2"])
        #expect(funnels.first?.steps.bars.map(\.share) == ["100\u{A0}%", "50\u{A0}%", "25\u{A0}%"])
    }

    @Test("versions and rules that devices sent are text, in the page and in files")
    func hostile() throws {
        let text = PublishingPages.hostile
        let activity = Self.activity(
            versions: [DailyCount(day: Self.today, version: text, channel: "=1+1", count: 3)],
            outcomes: [Self.outcome(text, text, told: 2, steps: .init(shown: 1))])
        let html = try PublishingPages.render(AdoptionModel(Served.app, activity: activity), with: "adoption")
        #expect(PublishingPages.isHarmless(html))
        guard case .file(let name, _, let file) = AdoptionTable.versions.file(of: activity, app: "hashtags") else {
            Issue.record("no file")
            return
        }
        #expect(name == "hashtags-versions-28-days.csv" && file.contains(",\"'=1+1\",3\r\n"))
    }

    @Test("400 days of many versions stay a page of a bounded size")
    func size() throws {
        let first = Self.activity(days: 400).firstDay
        let counts = (0..<400).flatMap { day in
            (0..<60).map {
                DailyCount(
                    day: first.adding(days: day), version: "1.\($0).0", channel: "appstore", count: 100_000 + $0)
            }
        }
        for days in Dashboard.adoptionDays {
            let model = AdoptionModel(Served.app, activity: Self.activity(days: days, versions: counts))
            #expect(try PublishingPages.render(model, with: "adoption").utf8.count < 100_000, "\(days)")
        }
    }
}
