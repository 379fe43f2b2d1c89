import AirworthyPolicy
import Foundation
import Testing

@Suite struct PresentTests {
    @Test func `only the calendar's time zone matters, and only without an explicit time zone`() throws {
        let decision = nudge
        let answered = try #require(Timestamp.parse("2026-11-20T20:00:00Z"))
        let later = try #require(Timestamp.parse("2026-11-20T22:00:00Z"))
        let zones = try (#require(TimeZone(identifier: "GMT")), #require(TimeZone(identifier: "Asia/Kathmandu")))
        for identifier in [Calendar.Identifier.gregorian, .buddhist, .hebrew, .islamicCivil, .japanese] {
            var calendar = Calendar(identifier: identifier)
            calendar.timeZone = zones.0
            var history = PromptHistory().after(.answered(.later, to: decision), at: answered, calendar: calendar)
                .history
            let context = Presentation.Context(.launch)
            #expect(!present(decision, history: history, context: context, at: later, calendar: calendar).isPrompt)
            calendar.timeZone = zones.1
            // The answer was given on the 20th in Greenwich; in Kathmandu it is the 21st.
            #expect(present(decision, history: history, context: context, at: later, calendar: calendar).isPrompt)
            #expect(
                !present(decision, history: history, context: context, at: later, calendar: calendar, timeZone: zones.0)
                    .isPrompt)
            history = PromptHistory().after(.answered(.later, to: decision), at: answered, calendar: calendar).history
            #expect(!present(decision, history: history, context: context, at: later, calendar: calendar).isPrompt)
        }
    }

    @Test func `the next local day starts as Foundation's calendar says`() throws {
        var calendar = Calendar(identifier: .gregorian)
        for identifier in ["Asia/Tokyo", "America/New_York", "Africa/Cairo", "Pacific/Chatham", "Asia/Kathmandu"] {
            calendar.timeZone = try #require(TimeZone(identifier: identifier))
            for day in 0..<400 {
                let now = Date(timeIntervalSince1970: 1_790_000_000 + Double(day) * 86_400 + 17)
                let history = PromptHistory().after(.answered(.later, to: nudge), at: now, calendar: calendar).history
                let shown = present(nudge, history: history, context: .init(.launch), at: now, calendar: calendar)
                let tomorrow = try #require(calendar.dateInterval(of: .day, for: now)).end
                #expect(shown.nextAt == tomorrow, "\(identifier), \(now)")
            }
        }
    }

    @Test func `a history is written in the documented form`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let now = try #require(Timestamp.parse("2026-11-20T20:00:00.25Z"))
        var decision = nudge
        decision.skippable = true
        var history = PromptHistory()
        #expect(history.jsonValue.jsonText() == #"{"schema":1}"#)
        let installation = Installation(version: "2.2.0", build: try BuildNumber("300"), channel: .appstore)
        history = history.after(.launched(installation), at: now, calendar: calendar).history
        history = history.after(.answered(.skip, to: decision), at: now, calendar: calendar).history
        history = history.after(.bannerShown, at: now, calendar: calendar).history
        decision.status = .required
        decision.blocking = true
        history = history.after(.storeTrip(for: decision, opened: true), at: now, calendar: calendar).history
        let expected = """
            {"schema":1,"installed":{"version":"2.2.0","build":"300"},\
            "answers":[{"target":{"version":"2.2.1"},"answer":"skip","at":"2026-11-20T20:00:00.250Z","day":"2026-11-21"}],\
            "skips":[{"target":{"version":"2.2.1"},"at":"2026-11-20T20:00:00.250Z"}],\
            "trips":[{"rule":"nudge","installed":{"version":"2.2.0","build":"300"},"target":{"version":"2.2.1"},\
            "count":1,"at":"2026-11-20T20:00:00.250Z"}],\
            "banners":[{"at":"2026-11-20T20:00:00.250Z","day":"2026-11-21"}],\
            "visit":{"answered":true,"settled":true,"leftForStoreAt":"2026-11-20T20:00:00.250Z"}}
            """
        #expect(history.jsonValue.jsonText() == expected)
    }

    private var nudge: Decision {
        let build = try? BuildNumber("300")
        var decision = Decision(.recommended, for: Installation(version: "2.2.0", build: build, channel: .appstore))
        decision.rule = "nudge"
        decision.update = Decision.Update(version: try? AppVersion("2.2.1"), url: "https://apps.apple.com/app/id1")
        decision.remind = .daily
        return decision
    }
}

extension Presentation {
    fileprivate var isPrompt: Bool {
        if case .prompt = content { true } else { false }
    }
}
