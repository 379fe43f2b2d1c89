import AirworthyPolicy
import Foundation
import Testing

@Suite struct PresentationLaws {
    /// A walk has many steps, so there are fewer of them.
    private static let walks = max(1, SeededGenerator.cases / 40)

    @Test func `a block is always shown, as a gate or as a prompt after three trips to the store`() {
        var generator = SeededGenerator()
        var lowered = 0
        for walk in 0..<Self.walks {
            var device = Device()
            for step in 0..<20 {
                device.live(isWild: true, using: &generator)
                device.act(using: &generator)
                var decision = Device.decision(using: &generator)
                decision.blocking = true
                for _ in 0..<(generator.oneIn(4) ? 3 : 0) {
                    device.report(.storeTrip(for: decision, opened: true))
                    device.now.addTimeInterval(1_000)
                }
                let isReturn = generator.oneIn(2)
                device.report(isReturn ? .returned(away: Period(seconds: 5)) : .launched(Device.installation))
                let shown = device.show(decision, isReturn ? .foreground : .launch)
                let note: Comment = "walk \(walk), step \(step): \(shown.jsonValue.jsonText())"
                switch shown.content {
                case .gate: #expect(decision.status != .maintenance || decision.maintenance == nil, note)
                case .maintenance: #expect(decision.status == .maintenance, note)
                case .prompt(let prompt):
                    lowered += 1
                    #expect(prompt.lowered == .storeTrips && decision.status == .required, note)
                    #expect(prompt.options.last == .later, note)
                case .nothing, .banner:
                    #expect(decision.maintenance.map { $0.until <= device.now } == true, note)
                }
                // Only a block that waits for the next launch or return may be silent.
                let waiting = device.show(decision, .refresh, isHeld: generator.oneIn(2)).content
                switch waiting {
                case .nothing(.held), .nothing(.inUse), .prompt: break
                case .nothing(.nothingToShow): #expect(decision.status == .maintenance, note)
                default: Issue.record("\(note): \(waiting)")
                }
                if case .gate = shown.content {
                    #expect(device.show(decision, .refresh, isBlocked: true, isHeld: true).isBlocking, note)
                }
            }
        }
        #expect(lowered > Self.walks / 4, "the loop breaker was never seen")
    }

    @Test func `there is at most one prompt a local day, unless the reminder is shorter`() {
        var generator = SeededGenerator()
        var prompts = 0
        for walk in 0..<Self.walks {
            var device = Device()
            var dates: Set<DateComponents> = []
            for step in 0..<20 {
                // Only small corrections of the clock: a date seen under a wrong clock is not that date.
                device.live(isWild: false, using: &generator)
                if generator.oneIn(5) { device.now.addTimeInterval(-7_200) }
                var decision = Device.decision(using: &generator)
                decision.blocking = false
                decision.status = .recommended
                decision.remind = generator.pick(Device.reminders)
                if generator.oneIn(3) { device.report(.launched(Device.installation)) }
                guard case .prompt = device.show(decision, generator.pick([.launch, .foreground, .refresh])).content
                else { continue }
                prompts += 1
                #expect(dates.insert(device.date).inserted, "walk \(walk), step \(step): \(device.date)")
                device.report(.answered(generator.pick(PromptAnswer.allCases), to: decision))
                if generator.oneIn(3) { device.report(.storeTrip(for: decision, opened: true)) }
            }
        }
        #expect(prompts > 3 * Self.walks, "too few prompts to mean anything")
    }

    @Test func `a new target is prompted within days of a correct clock, whatever the history`() throws {
        var generator = SeededGenerator()
        for walk in 0..<Self.walks {
            var device = Device()
            for _ in 0..<20 {
                device.live(isWild: true, using: &generator)
                device.act(using: &generator)
            }
            device.now = Date(timeIntervalSince1970: .random(in: 1.7e9...1.9e9, using: &generator))
            var decision = Device.decision(using: &generator)
            decision.status = .recommended
            decision.blocking = false
            decision.update = Decision.Update(version: try AppVersion("99"), url: "https://example.com/app")
            let patience: Int
            switch generator.pick(0..<3) {
            case 0:
                decision.remind = generator.pick(Device.reminders + Device.briefReminders)
                patience = 5
            case 1:
                // Answered before, but not skipped: only the reminder delays it.
                decision.remind = .weekly
                device.report(.answered(.later, to: decision))
                patience = 12
            default:
                decision.remind = .every(Period(seconds: 30 * 86_400))
                device.report(.answered(.update, to: decision))
                patience = 35
            }
            var isShown = false
            for _ in 0..<patience where !isShown {
                if generator.oneIn(3) { device.zone = generator.pick(Device.zones) }
                device.report(.launched(Device.installation))
                if case .prompt = device.show(decision, .launch).content { isShown = true }
                device.now.addTimeInterval(86_400)
            }
            #expect(isShown, "walk \(walk): \(decision.remind ?? .daily), \(device.history.jsonValue.jsonText())")
        }
    }

    @Test func `the presentation changes at nextAt and not before`() throws {
        var generator = SeededGenerator()
        var seen = 0
        for walk in 0..<Self.walks {
            var device = Device()
            for step in 0..<20 {
                device.live(isWild: false, using: &generator)
                device.act(using: &generator)
                let decision = Device.decision(using: &generator)
                let shown = device.show(decision, .launch)
                guard let next = shown.nextAt, next < .distantFuture else { continue }
                let note: Comment = "walk \(walk), step \(step): \(shown.jsonValue.jsonText()) in \(device.zone)"
                #expect(next > device.now, note)
                let left = next.timeIntervalSince(device.now)
                guard left < 1e8 else { continue }
                seen += 1
                var later = device
                // Countdowns change between two seconds; `nextAt` is the later one.
                for share in [1, Double.random(in: 0..<1, using: &generator)] where left > 1.01 {
                    let before = (left - 1.01) * share
                    later.now = device.now.addingTimeInterval(before)
                    #expect(later.show(decision, .launch) == shown, note)
                }
                later.now = next
                #expect(later.show(decision, .launch) != shown, note)
            }
        }
        #expect(seen > Self.walks, "too few to mean anything")
    }

    @Test func `a history survives storage, and stays small`() throws {
        var generator = SeededGenerator()
        for _ in 0..<max(1, Self.walks / 4) {
            var device = Device()
            for step in 0..<80 {
                device.live(isWild: true, using: &generator)
                device.act(using: &generator)
                guard step % 8 == 7 else { continue }
                let text = device.history.jsonValue.jsonText()
                #expect(PromptHistory(try JSONReader.read(text).jsonValue) == device.history, "\(text)")
                for kind in ["answers", "skips", "trips", "banners"] {
                    let count = device.history.jsonValue[kind]?.arrayValue?.count ?? 0
                    #expect(count <= PromptHistory.capacity)
                }
            }
        }
    }

    @Test func `damaged stored histories and wrong clocks never trap`() throws {
        var generator = SeededGenerator()
        var readable = 0
        for _ in 0..<SeededGenerator.cases / 4 {
            var device = Device()
            for _ in 0..<6 { device.act(using: &generator) }
            var bytes = device.history.jsonValue.jsonBytes()
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = generator.pick(Array("0189-:\"T,".utf8))
            }
            guard let json = try? JSONReader.read(bytes).jsonValue else { continue }
            readable += 1
            device.history = PromptHistory(json)
            #expect(PromptHistory(device.history.jsonValue) == device.history)
            device.live(isWild: true, using: &generator)
            for trigger in Presentation.Trigger.allCases {
                _ = device.show(Device.decision(using: &generator), trigger, isHeld: generator.oneIn(2)).jsonValue
            }
            device.act(using: &generator)
        }
        #expect(readable * 40 >= SeededGenerator.cases / 4, "too few readable ones to mean anything")
    }
}
