import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of apps, and the overview", .timeLimit(.minutes(5)))
struct AppsPageTests {
    private static func cards(_ count: Int) -> [AppCard] {
        (1...count).map { number in
            let app = App(slug: "app-\(number)", bundleID: "com.example.app", pins: [])
            return AppCard(ServedApp(app: app, state: .unpublished, catalog: nil), fleet: nil, now: Date())
        }
    }

    @Test("up to sixty apps have a card, further ones a link, and of very many the rest is counted")
    func many() {
        for (count, cards, links, hidden) in [
            (1, 1, 0, nil), (60, 60, 0, nil), (61, 60, 1, nil), (460, 60, 400, nil), (463, 60, 400, "3 further apps"),
        ] as [(Int, Int, Int, String?)] {
            let model = AppsModel(Self.cards(count), search: nil)
            #expect(model.cards.count == cards && model.others.count == links && model.hidden == hidden)
            let shown = Set(model.cards.map(\.slug) + model.others.map(\.slug))
            #expect(shown.count == cards + links)
            #expect(model.others.map(\.slug) == model.others.map(\.slug).sorted())
            // A search finds each of them.
            let found = AppsModel(Self.cards(count), search: "APP-\(count)")
            #expect(found.cards.contains { $0.slug == "app-\(count)" } && found.others.isEmpty)
        }
    }

    @Test("a card draws the installations active each day, and is quiet about them without check-ins")
    func activity() async throws {
        let pages = try await PublishingPages()
        try await pages.server.publish()
        #expect(try await !pages.send(.get, "/apps").html.contains("class=\"spark\""))
        try await pages.checkIn()
        pages.server.clock.advance(minutes: 2)
        let html = try await pages.send(.get, "/apps").html
        #expect(html.contains("Active each day: 0 on 24 Oct, 1\u{202F}000 on 20 Nov"))
        #expect(html.matches(of: /<p class="spark"><svg viewBox="0 0 108 24"/).count == 1)
        // A day later nobody was active yet.
        pages.server.clock.advance(minutes: 24 * 60)
        #expect(try await pages.send(.get, "/apps").html.contains("Active each day: 0 on 25 Oct, 0 on 21 Nov"))
    }

    @Test("the overview says what blocks those who cannot update, and which systems they have")
    func stuck() async throws {
        for (rule, sentence) in [("", "They are not blocked."), (#", "ifUnavailable": "block""#, "lock them out")] {
            let pages = try await PublishingPages()
            try await pages.checkIn()
            let text = String(decoding: Samples.policy(floor: "1.4"), as: UTF8.self)
                .replacing(#""update": "required""#, with: #""update": "required", "message": "Get help.""# + rule)
            #expect(text.contains("Get help."))
            try await pages.server.publish(Array(text.utf8), forced: "a test")
            let html = try await pages.send(.get, "/apps/{app}").html
            #expect(html.contains("10 installations are told to update and cannot, because") && html.contains(sentence))
            #expect(html.contains("Which systems they have") && html.contains("iOS 15.8"))
            #expect(html.contains("Dashed: policy 1 on 20 Nov."))
        }
    }
}
