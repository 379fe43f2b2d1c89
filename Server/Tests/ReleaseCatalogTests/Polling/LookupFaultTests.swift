import AirworthyPolicy
import AppStoreConnect
import Foundation
import OutgoingHTTP
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

/// Tests of lookup failures: the last good catalog stays with its age, and the number of calls is bounded.
@Suite(.timeLimit(.minutes(5))) struct LookupFaultTests {
    struct Fault: CustomTestStringConvertible {
        var name: String
        var answer: ScriptedLookup.Answer
        /// Whether polling reports a failure; an answer without the app is none.
        var isFailure = true
        var testDescription: String { name }

        static func body(_ name: String, _ status: Int, _ text: String, isFailure: Bool = true) -> Fault {
            Fault(
                name: name,
                answer: { _ in HTTPTransport.Response(status: status, body: Array(text.utf8)) }, isFailure: isFailure)
        }

        static let all: [Fault] = [
            body("403 with nothing in it", 403, ""), body("429", 429, "{}"), body("400", 400, ""),
            body("500", 500, "oops"), body("502", 502, ""), body("302", 302, ""),
            body("200 with a web page", 200, "<html>Your request produced an error. [newNullResponse]</html>"),
            body("200 with half a document", 200, "{\"resultCount\":1, \"results\": [{\"version\": \"2.0\""),
            body("200 with nothing", 200, ""), body("200 with a list", 200, "[]"),
            Fault(name: "time-out", answer: { _ throws(HTTPTransport.Failure) in throw .timedOut }),
            Fault(name: "reset", answer: { _ throws(HTTPTransport.Failure) in throw .unreachable("reset") }),
            Fault(name: "endless", answer: { _ throws(HTTPTransport.Failure) in throw .tooLarge }),
            Fault(name: "not found", answer: { _ in ScriptedLookup.nothing }, isFailure: false),
            Fault(
                name: "another app", answer: { _ in ScriptedLookup.shown("9.9", bundleID: "com.x") }, isFailure: false),
            body(
                "another kind", 200,
                "{\"results\": [{\"trackId\": 6504763618, \"kind\": \"song\", \"version\": \"9.9\"}]}",
                isFailure: false),
            body(
                "another platform", 200,
                "{\"results\": [{\"trackId\": 6504763618, \"kind\": \"mac-software\", \"version\": \"9.9\"}]}",
                isFailure: false),
            body(
                "an unreadable version", 200,
                "{\"results\": [{\"trackId\": 6504763618, \"kind\": \"software\", \"version\": \"soon\"}]}",
                isFailure: false),
            Fault(
                name: "a lower version from a stale cache", answer: { _ in ScriptedLookup.shown("1.9") },
                isFailure: false),
        ]
    }

    @Test(arguments: Fault.all)
    func `an unusable lookup changes only the age`(_ fault: Fault) async throws {
        let time = Simulation(hours: 4)
        let lookup = ScriptedLookup(time)
        let notebook = Notebook()
        let poller = time.poller({ [.sample()] }, lookup: lookup.client, deliver: notebook.deliver)
        time.at(hour) { lookup.answer(fault.answer) }
        time.at(hour * 2.5) { for _ in 0..<100 { poller.requestSync("hashtags") } }
        time.at(3 * hour) {
            // The catalog during the fault.
            let data = notebook.data()
            #expect(data.merged([jp], at: 3 * hour).onSale(in: jp) == "2.0")
            #expect(data.merged([jp], at: 3 * hour).catalog.releases.count == 1)
            let status = poller.status(of: "hashtags")
            #expect(status.first?.isStale(at: time.now) == (fault.name != "a lower version from a stale cache"))
            lookup.answer { _ in ScriptedLookup.shown("2.1") }
        }
        await poller.run()
        let calls = lookup.calls.filter { $0.at > hour && $0.at <= 3 * hour }.count
        #expect(calls <= 24, "in two hours")
        #expect(notebook.data().merged([jp], at: 4 * hour).onSale(in: jp) == "2.1")
        #expect(poller.status(of: "hashtags").first?.problem == nil)
        if fault.isFailure {
            #expect(time.reports.count == 2, "once that it failed, once that it recovered")
        } else {
            #expect(time.reports == [])
        }
    }

    @Test func `lookups stay below fifteen calls in any minute, and pause for minutes after a rejection`() async {
        let time = Simulation(hours: 3)
        let lookup = ScriptedLookup(time) { _ in ScriptedLookup.nothing }
        let storefronts = Array(Storefront.all.sorted().prefix(60))
        let poller = time.poller({ [.sample(storefronts)] }, lookup: lookup.client)
        time.at(hour) { lookup.answer { _ in HTTPTransport.Response(status: 403) } }
        time.at(hour + 1_800) { lookup.answer { _ in ScriptedLookup.nothing } }
        await poller.run()
        let times = lookup.calls.map(\.at)
        for start in times { #expect(times.count { $0 >= start && $0 < start + 60 } <= 15) }
        let refused = times.filter { $0 >= hour && $0 < hour + 1_800 }
        #expect(refused.count <= 6)
        #expect(Set(lookup.calls.filter { $0.at < hour }.map(\.country)).count == 60, "each country has its turn")
        #expect(Set(lookup.calls.filter { $0.at > 2 * hour }.map(\.country)).count == 60)
    }

    @Test func `many apps are looked up with one request`() async throws {
        let time = Simulation(hours: 0.1)
        let lookup = ScriptedLookup(time) { _ in ScriptedLookup.nothing }
        let apps = (0..<250).map {
            AppTarget(slug: "app-\($0)", bundleID: "com.example.a\($0)", appleID: 1_000 + $0, storefronts: [jp])
        }
        let poller = time.poller({ apps }, lookup: lookup.client)
        await poller.run()
        // The three requests are sent at the same time, so their order varies.
        #expect(lookup.calls.map(\.ids).sorted() == [50, 100, 100])
    }

    @Test func `an app with one Apple ID for several platforms is looked up for each`() async {
        let time = Simulation(hours: 0.1)
        // The App Store shows the iPhone app unless it is asked for another one.
        let lookup = ScriptedLookup(time) { call in
            if call.url.contains("entity=desktopSoftware") { return ScriptedLookup.shown("3.0", kind: "mac-software") }
            return ScriptedLookup.shown(call.url.contains("entity=tvSoftware") ? "1.0" : "2.0")
        }
        let notebook = Notebook()
        let poller = time.poller(
            { [.sample(platforms: [.ios, .macos, .tvos])] }, lookup: lookup.client, deliver: notebook.deliver)
        await poller.run()
        let merged = notebook.data().merged([jp], platforms: [.ios, .macos, .tvos], at: 0)
        #expect(merged.onSale(in: jp) == "2.0")
        #expect(merged.onSale(in: jp, on: .macos) == "3.0")
        #expect(merged.onSale(in: jp, on: .tvos) == "1.0")
    }

    @Test func `apps without Apple ID are looked up in every country, too`() async throws {
        let time = Simulation(hours: 3)
        let lookup = ScriptedLookup(time) { _ in ScriptedLookup.nothing }
        let storefronts = Array(Storefront.all.sorted().prefix(5))
        let apps = (0..<100).map {
            AppTarget(slug: "app-\($0)", bundleID: "com.example.a\($0)", storefronts: storefronts)
        }
        var settings = PollingSettings()
        settings.targetsInterval = .seconds(600)
        let poller = time.poller({ apps }, lookup: lookup.client, settings: settings)
        await poller.run()
        let asked = Set(lookup.calls.map { $0.url.prefix { $0 != "_" } })
        #expect(asked.count == 500, "each app takes a call of its own, and rounds are longer")
        #expect(poller.status(of: "app-0").allSatisfy { $0.interval == .seconds(3_000) })
    }

    @Test func `each app gets its own result from a common answer`() throws {
        let body = """
            {"resultCount": 3, "results": [
              {"trackId": 1, "bundleId": "a", "kind": "software", "version": "1.1"},
              {"trackViewUrl": "https://apps.apple.com/app/id2?uo=4", "kind": "mac-software", "version": "2.2"},
              {"kind": "software", "version": "9.9"}]}
            """
        let answer = try LookupAnswer(body: Array(body.utf8), storefront: jp, appCount: 3)
        func found(_ bundleID: String?, _ id: Int?, _ platforms: [Platform]? = nil) -> [String] {
            answer.releases(bundleID: bundleID, appleID: id, platforms: platforms).map(\.version.description)
        }
        #expect(found("a", 1) == ["1.1"])
        #expect(found("other", 1) == [])
        #expect(found("b", 2) == ["2.2"] && found("b", 2, [.ios]) == [])
        #expect(found("c", 3) == [])
        let alone = try LookupAnswer(
            body: Array("{\"results\": [{\"kind\": \"software\", \"version\": \"9.9\"}]}".utf8), storefront: jp,
            appCount: 1)
        #expect(alone.releases(bundleID: "c", appleID: 3).count == 1, "an absent id does not exclude a result")
    }
}
