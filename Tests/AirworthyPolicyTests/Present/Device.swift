import AirworthyPolicy
import Foundation

/// A device that travels, whose clock is wrong at times, and that gets random decisions.
struct Device {
    static let zones: [TimeZone] = {
        let places = [
            "GMT", "Africa/Cairo", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Asia/Tokyo",
            "Pacific/Apia", "Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati",
        ]
        return places.compactMap { TimeZone(identifier: $0) }
            + [-18, 18].compactMap { TimeZone(secondsFromGMT: $0 * 3_600) }
    }()
    static let versions = ["2.2.1", "2.2.2", "2.3", "3.0"].compactMap { try? AppVersion($0) }
    static let reminders = ["daily", "weekly", "once", "P1D", "P3D", "P30D"].compactMap { Reminder($0) }
    static let briefReminders = ["always", "PT1H", "PT23H59M"].compactMap { Reminder($0) }
    static let installation = Installation(version: "2.2", build: try? BuildNumber("300"), channel: .appstore)

    var history = PromptHistory()
    var now = Date(timeIntervalSince1970: 1_795_000_000)
    var zone = Device.zones[0]

    mutating func report(_ event: PromptEvent) {
        history = history.after(event, at: now, calendar: Calendar(identifier: .gregorian), timeZone: zone).history
    }

    func show(
        _ decision: Decision, _ trigger: Presentation.Trigger, isBlocked: Bool = false, isHeld: Bool = false
    ) -> Presentation {
        present(
            decision, history: history, context: Presentation.Context(trigger, isBlocked: isBlocked, isHeld: isHeld),
            at: now,
            calendar: Calendar(identifier: .gregorian), timeZone: zone)
    }

    /// The local date, computed independently of the engine.
    var date: DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents([.year, .month, .day], from: now)
    }

    /// Passes some time, and travels at times. A clock that `isWild` may also jump by years, in either direction.
    mutating func live(isWild: Bool, using generator: inout SeededGenerator) {
        if generator.oneIn(3) { zone = generator.pick(Self.zones) }
        let hours = Double.random(in: 0...20, using: &generator)
        now.addTimeInterval(hours * generator.pick([20, 3_600, 3_600, 7_200]))
        guard isWild, generator.oneIn(4) else { return }
        let jump = Double.random(in: 0...1, using: &generator) * generator.pick([86_400, 1e7, 1e9, 1e12, 1e300])
        now.addTimeInterval(generator.oneIn(2) ? jump : -jump)
        if generator.oneIn(20) { now = Date(timeIntervalSinceReferenceDate: generator.pick([.nan, .infinity, 0])) }
    }

    /// Reports a random event.
    mutating func act(using generator: inout SeededGenerator) {
        let decision = Self.decision(using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: report(.launched(Self.installation))
        case 1: report(.returned(away: Period(seconds: generator.pick([0, 600, 1_799, 1_800, Int.max]))))
        case 2: report(.bannerShown)
        case 3, 4: report(.storeTrip(for: decision, opened: !generator.oneIn(3)))
        default: report(.answered(generator.pick(PromptAnswer.allCases), to: decision))
        }
    }

    static func decision(using generator: inout SeededGenerator) -> Decision {
        var decision = Decision(generator.pick(Decision.Status.allCases), for: installation)
        if decision.status == .requiredUnavailable { decision.blocking = generator.oneIn(2) }
        decision.channel = generator.pick([.appstore, .testflight(nil), .web])
        decision.rule = generator.pick(["floor", "nudge", nil])
        if !generator.oneIn(8) {
            decision.update = Decision.Update(
                version: generator.oneIn(8) ? nil : generator.pick(versions),
                build: generator.oneIn(2) ? nil : try? BuildNumber(generator.pick(["310", "311"])),
                url: generator.oneIn(8) ? nil : "https://example.com/app")
        }
        decision.remind = generator.oneIn(8) ? nil : generator.pick(reminders + briefReminders)
        decision.skippable = generator.oneIn(2)
        if generator.oneIn(4) { decision.deadline = Date(timeIntervalSince1970: generator.pick([0, 1.8e9, 1e300])) }
        if generator.oneIn(2) { decision.message = "Please update." }
        if decision.status == .maintenance { decision.maintenance = Maintenance(until: .distantFuture) }
        return decision
    }
}
