import ControlPlane
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of apps")
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
}
