import AirworthyPolicy
import AppStoreConnect
import Foundation
import Synchronization
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

@Suite(.timeLimit(.minutes(5))) struct PollerTests {
    @Test func `a new app is polled at once and then by its interval`() async {
        let time = Simulation(hours: 1)
        let connect = ScriptedConnect(time)
        let lookup = ScriptedLookup(time)
        let notebook = Notebook()
        let poller = time.poller(
            { [.sample()] }, connect: [connect.source], lookup: lookup.client, deliver: notebook.deliver)
        await poller.run()
        #expect((11...12).contains(connect.calls.count))
        #expect(connect.times.first == 0)
        #expect(zip(connect.times, connect.times.dropFirst()).allSatisfy { (300...331).contains($1 - $0) })
        #expect(lookup.calls.map(\.country) == ["jp", "jp", "jp", "jp"])
        #expect(Set(lookup.calls.map(\.url)).count == 4, "each URL is different, so that no cache answers")
        let merged = notebook.data().merged([jp], at: hour)
        #expect(merged.onSale(in: jp) == "2.0")
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0) != nil)
        let status = poller.status(of: "hashtags")
        #expect(status.map(\.source) == [.connect, .lookup(jp)])
        #expect(status.allSatisfy { !$0.isStale(at: time.now) && $0.problem == nil })
        #expect(merged.isStale(at: time.now, statuses: status) == false)
        #expect(time.reports == [])
    }

    @Test func `what could not be stored is forgotten at the end, when another server leads`() async {
        let time = Simulation(hours: 0.01)
        let connect = ScriptedConnect(time)
        let attempts = Mutex(0)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source]) { _, _, _ in
            attempts.withLock { $0 += 1 }
            throw SourceError(.unavailable, detail: "the store is down")
        }
        await poller.run()
        #expect(attempts.withLock { $0 } > 1)
        #expect(poller.state.withLock { $0.schedule.deliveries.nextAt } == nil)
    }

    @Test func `ten thousand requests for a new app cause one listing`() async {
        let time = Simulation(hours: 0.05)
        let connect = ScriptedConnect(time)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10_000 { group.addTask { poller.requestSync("hashtags") } }
        }
        await poller.run()
        #expect(connect.calls.count == 1)
    }

    @Test func `ten thousand requests while Apple is down cause no more than the retries`() async {
        let time = Simulation(hours: 0.5)
        let connect = ScriptedConnect(time)
        connect.fail(SourceError(.unavailable, detail: "no answer"))
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        for second in stride(from: 1.0, to: 1_700, by: 1) {
            time.at(second) { for _ in 0..<6 { poller.requestSync("hashtags") } }
        }
        await poller.run()
        #expect(connect.calls.count <= 62, "one in half a minute at most")
        #expect(zip(connect.times, connect.times.dropFirst()).allSatisfy { $1 - $0 >= 15 })
    }

    @Test func `an app that is registered while the poller runs is polled when it is requested`() async {
        let time = Simulation(hours: 0.1)
        let connect = ScriptedConnect(time)
        var settings = PollingSettings()
        settings.targetsInterval = .seconds(3_600)
        let poller = time.poller(
            { time.elapsed >= 20 ? [.sample([])] : [] }, connect: [connect.source], settings: settings)
        time.at(10) { poller.requestSync("unknown") }
        time.at(30) { for _ in 0..<100 { poller.requestSync("hashtags") } }
        await poller.run()
        #expect(connect.times.first == 30)
        #expect(connect.calls.count == 2)
    }

    @Test func `a hint causes a listing at once, and again until its state is seen`() async {
        let time = Simulation(hours: 0.08)
        let connect = ScriptedConnect(time)
        connect.answer { _ throws(SourceError) in
            let state = time.elapsed < 105 ? "IN_BETA_REVIEW" : "IN_BETA_TESTING"
            return ConnectListing(builds: [build("310", external: state)], versions: [])
        }
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        time.at(100) { poller.hint(Hint(.build("ios-310"), state: "IN_BETA_TESTING"), for: "hashtags") }
        await poller.run()
        #expect(connect.times.filter { $0 >= 100 } == [100, 110])
        #expect(connect.calls.last?.purpose == .hint)
    }

    @Test func `a hint whose state never appears causes three listings`() async {
        let time = Simulation(hours: 0.08)
        let connect = ScriptedConnect(time)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        time.at(100) { poller.hint(Hint(.version("none"), state: "IN_REVIEW"), for: "hashtags") }
        time.at(100) { poller.hint(Hint(.other), for: "strangers") }
        await poller.run()
        #expect(connect.times == [0, 100, 110, 160])
    }

    @Test func `a storm of hints causes at most one listing in five seconds`() async {
        let time = Simulation(hours: 0.08)
        let connect = ScriptedConnect(time)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        for tenth in 0..<200 {
            time.at(100 + Double(tenth) / 10) { poller.hint(Hint(.build("\(tenth)"), state: "NEVER"), for: "hashtags") }
        }
        await poller.run()
        let hinted = connect.times.filter { $0 >= 100 }
        #expect(hinted.count <= 16)
        #expect(zip(hinted, hinted.dropFirst()).allSatisfy { $1 - $0 >= 5 })
    }

    @Test func `a result for an app's former bundle identifier is discarded`() {
        var schedule = Schedule(
            settings: PollingSettings(), keyIDs: ["KEY1"], hasLookup: true, allowedPerHour: { _ in 1_800 },
            random: { $0.lowerBound })
        var target = AppTarget.sample()
        target.appleID = nil
        schedule.setTargets([target], at: t0)
        let first = schedule.start(at: t0).jobs
        #expect(first.count == 2)
        target.bundleID = "com.example.other"
        let later = t0.addingTimeInterval(20)
        schedule.setTargets([target], at: later)
        for job in first {
            let effects: Schedule.Effects?
            switch job {
            case .listing(let job):
                let answer = ConnectSource.Answer(
                    listing: ConnectListing(builds: [build("310")], versions: [], appleID: 1), calls: 2)
                effects = schedule.end(job, result: .stored(answer), at: later)
            case .lookup(let job):
                effects = schedule.end(job, result: .success(["hashtags": .stored]), at: later)
            case .delivery: effects = nil
            }
            #expect(effects?.outcomes.allSatisfy { $0.outcome != .learnt } == true)
        }
        #expect(
            schedule.entries["hashtags"]?.target.appleID == nil, "the Apple ID belonged to the former bundle identifier"
        )
        #expect(schedule.status(of: "hashtags").allSatisfy { $0.lastSuccess == nil })
        let second = schedule.start(at: later).jobs.map { job -> [String] in
            switch job {
            case .listing(let job): [job.target.bundleID]
            case .lookup(let job): job.apps.map(\.bundleID)
            case .delivery: []
            }
        }
        #expect(second == [["com.example.other"], ["com.example.other"]], "both are asked again at once")
    }

    @Test func `hints are listed at once when the schedule has used up its share of calls`() async {
        let time = Simulation(hours: 0.5)
        let calls = Mutex<[ScriptedConnect.Call]>([])
        let source = ConnectSource(
            keyID: "KEY1",
            listing: { target, _, purpose throws(SourceError) in
                calls.withLock { $0.append(.init(slug: target.slug, at: time.elapsed, purpose: purpose)) }
                if purpose != .hint { throw SourceError(.budgetSpent, detail: "spent", retryAfter: .seconds(60)) }
                return ConnectSource.Answer(listing: ConnectListing(builds: [], versions: []), calls: 2)
            })
        let poller = time.poller({ [.sample([])] }, connect: [source])
        for second in [10.0, 400, 1_000] { time.at(second) { poller.hint(Hint(.other), for: "hashtags") } }
        await poller.run()
        let made = calls.withLock { $0 }
        #expect(made.filter { $0.purpose == .hint }.map(\.at) == [10, 400, 1_000], "at once")
        #expect(made.count { $0.purpose == .schedule } <= 31, "once in a minute")
    }

    @Test func `a sync asks every source now and reports each outcome`() async {
        let time = Simulation(hours: 0.1)
        let connect = ScriptedConnect(time)
        let lookup = ScriptedLookup(time)
        lookup.answer { call in call.country == "jp" ? ScriptedLookup.shown("2.0") : ScriptedLookup.nothing }
        let poller = time.poller({ [.sample([jp, us])] }, connect: [connect.source], lookup: lookup.client)
        async let running: Void = poller.run()
        while !poller.isIdle || connect.calls.isEmpty { await Task.yield() }
        async let first = poller.sync("hashtags")
        async let second = poller.sync("hashtags")
        let reports = await [first, second]
        for report in reports where !report.outcomes.isEmpty {
            #expect(report.outcomes[.connect] == .learnt)
            #expect(report.outcomes[.lookup(us)] == .nothingKnown)
        }
        await running
        #expect(await poller.sync("hashtags").outcomes.isEmpty, "no request is sent while the poller is not running")
    }

    @Test func `data that could not be stored is stored later without asking Apple again`() async {
        let time = Simulation(hours: 0.2)
        let connect = ScriptedConnect(time)
        let notebook = Notebook()
        notebook.setFull(true)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source], deliver: notebook.deliver)
        time.at(20) {
            notebook.setFull(false)
            connect.fail(SourceError(.unavailable, detail: "down"))
        }
        await poller.run()
        #expect(connect.times.first == 0)
        #expect(notebook.data().merged([]).builds.count == 1, "the only observation there was")
        #expect(notebook.data().records.map(\.checkedAt) == [t0], "the age is that of the observation")
        let kept = CatalogPoller.Event.notStored(
            app: "hashtags", source: .connect, detail: "the database is locked")
        #expect(time.reports.filter { $0 == kept }.count == 1)
    }

    @Test func `storing held data does not end a lookup that is under way`() {
        var schedule = Schedule(
            settings: PollingSettings(), keyIDs: [], hasLookup: true, allowedPerHour: { _ in 0 },
            random: { $0.lowerBound })
        schedule.setTargets([.sample()], at: t0)
        var deliveries = 0
        for job in schedule.start(at: t0).jobs {
            guard case .lookup(let job) = job else { continue }
            let held = AppLookupResult.notStored(onSale("2.0"), reason: "the disk is full")
            _ = schedule.end(job, result: .success(["hashtags": held]), at: t0)
        }
        _ = schedule.order("hashtags", at: t0 + 5)
        for job in schedule.start(at: t0 + 5).jobs {
            guard case .delivery(let job) = job else { continue }
            deliveries += 1
            _ = schedule.end(job, problem: nil, at: t0 + 6)
        }
        #expect(deliveries == 1)
        #expect(schedule.entries["hashtags"]?.lookups[jp]?.isRunning == true)
        #expect(schedule.entries["hashtags"]?.lookups[jp]?.lastSuccess == t0)
    }

    @Test func `polling goes on after the clock was set back`() async {
        let time = Simulation(hours: 2)
        let connect = ScriptedConnect(time)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        time.at(3_000) { time.set(t0.addingTimeInterval(-5 * hour)) }
        await poller.run()
        let after = connect.times.filter { $0 < 0 }
        #expect(after.count >= 50)
    }

    @Test func `the status of an app with an unconfigured key names the key`() async {
        let time = Simulation(hours: 0.1)
        let connect = ScriptedConnect(time)
        var target = AppTarget.sample([])
        target.keyID = "OTHER"
        let poller = time.poller({ [target] in [target] }, connect: [connect.source])
        await poller.run()
        #expect(connect.calls.isEmpty)
        #expect(poller.status(of: "hashtags").first?.problem?.contains("OTHER") == true)
    }
}
