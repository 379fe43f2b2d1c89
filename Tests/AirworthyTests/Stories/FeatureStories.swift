import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// Feature values from rules, defaults in code, and overrides.
@Suite(.timeLimit(.minutes(5))) struct FeatureStories {
    private let world = FakeWorld()

    private func client(_ features: JSONValue) throws -> Airworthy {
        let policy: JSONValue = ["schema": 1, "rules": [], "features": features]
        return world.launch(Airworthy.Setup(policy: [.rules(try Policy(json: policy.jsonBytes()))]))
    }

    @Test func `a feature value of another type than the default is ignored`() throws {
        let client = try client([
            "on": ["default": true], "count": ["default": 3], "half": ["default": 0.5], "name": ["default": "x"],
            "bag": ["default": ["size": 2]],
        ])
        #expect(client.isEnabled("on"))
        #expect(client.value(for: "count", default: 0) == 3)
        #expect(client.value(for: "count", default: 0.0) == 3.0)
        #expect(client.value(for: "half", default: 0.0) == 0.5)
        #expect(client.value(for: "half", default: 7) == 7)
        #expect(client.value(for: "name", default: "") == "x")
        #expect(client.value(for: "bag", default: JSONValue.null)["size"] == 2)
        #expect(!client.isEnabled("count"))
        #expect(!client.isEnabled("name"))
        #expect(client.value(for: "count", default: JSONValue.null) == 3)
    }

    private enum Layout: String, FeatureValue {
        case list, grid
    }

    private enum Columns: Int, FeatureValue {
        case one = 1
        case two
    }

    @Test func `an enumeration over strings or numbers is a feature value`() throws {
        let client = try client(["layout": ["default": "grid"], "columns": ["default": 2], "odd": ["default": "round"]])
        #expect(client.value(for: "layout", default: Layout.list) == .grid)
        #expect(client.value(for: "columns", default: Columns.one) == .two)
        #expect(client.value(for: "odd", default: Layout.list) == .list)
        #expect(client.value(for: "layout", default: Columns.one) == .one)
    }

    @Test func `a feature without rules has the default in code`() throws {
        let client = try client([:])
        #expect(!client.isEnabled("new"))
        #expect(client.isEnabled("new", default: true))
        #expect(client.value(for: "new", default: 5) == 5)
    }

    @Test func `a feature override applies until removed and appears in decisions`() async throws {
        let client = try client(["on": ["default": true]])
        var decisions = client.decisions.makeAsyncIterator()
        #expect(await decisions.next()?.features["on"] == true)
        client.overrideFeature("on", with: false)
        #expect(await decisions.next()?.features["on"] == false)
        #expect(!client.isEnabled("on"))
        client.overrideFeature("on", with: nil)
        #expect(client.isEnabled("on"))
    }

    @Test func `a feature snapshot keeps its values`() throws {
        let client = try client(["on": ["default": true]])
        let before = client.snapshot()
        client.overrideFeature("on", with: false)
        #expect(before.isEnabled("on"))
        #expect(!client.snapshot().isEnabled("on"))
    }

    @Test func `a custom attribute changes features at once`() throws {
        let client = try client([
            "pro": ["default": false, "rules": [["when": ["attributes": ["plan": "pro"]], "value": true]]]
        ])
        #expect(!client.isEnabled("pro"))
        client.setAttribute("pro", for: "plan")
        #expect(client.isEnabled("pro"))
        client.setAttribute(nil, for: "plan")
        #expect(!client.isEnabled("pro"))
    }

    @Test func `features can be read while other threads change them`() async throws {
        let client = try client(["a": ["default": 0], "b": ["default": 0]])
        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask { client.overrideFeature("a", with: .number(JSONNumber(number))) }
                group.addTask { #expect((0...50).contains(client.value(for: "a", default: -1))) }
            }
        }
        #expect(client.value(for: "b", default: -1) == 0)
    }
}
