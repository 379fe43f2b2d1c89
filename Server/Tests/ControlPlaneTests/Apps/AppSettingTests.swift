import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Testing

/// The settings of apps as rows of a table.
@Suite struct AppSettingTests {
    private static func app(_ change: (inout App) -> Void = { _ in }) throws -> App {
        var app = App(slug: "one", bundleID: "com.example.one", pins: try TestKeys.pins)
        change(&app)
        return app
    }

    private static let changes: [@Sendable (inout App) -> Void] = [
        { $0.bundleID = "com.example.two" }, { $0.appleID = 6_504_763_618 }, { $0.platforms = [.macos, .ios] },
        { $0.defaultLanguage = "zh-Hans" }, { $0.pins = Array($0.pins.dropLast()) }, { $0.internalBuilds = .full },
        { $0.testFlightNotes = .none }, { $0.storefronts = [] }, { $0.appleKeyID = "ABCDE12345" },
    ]

    @Test func `each setting has a change here, and its name and column once`() {
        #expect(App.settings.count == Self.changes.count)
        #expect(Set(App.settings.map(\.name)).count == App.settings.count)
        #expect(Set(App.settings.map(\.column)).count == App.settings.count)
    }

    @Test(arguments: zip(App.settings.map(\.name), changes))
    func `a value is what it is set to, and differs in that setting alone`(
        name: String, change: @Sendable (inout App) -> Void
    ) throws {
        let setting = try #require(App.settings.first { $0.name == name })
        let (app, other) = (try Self.app(), try Self.app(change))
        #expect(App.settings.filter { $0.json(app) != $0.json(other) }.map(\.name) == [name])
        #expect(app.entityTag != other.entityTag)
        var copy = app
        #expect(setting.set(&copy, setting.json(other)) && copy == other)
        #expect(setting.set(&copy, setting.json(app)) && copy == app)
    }

    @Test(arguments: App.settings.map(\.name))
    func `a value of another form changes nothing`(name: String) throws {
        let setting = try #require(App.settings.first { $0.name == name })
        let app = try Self.app { $0.appleID = 1 }
        for value: JSONValue in [true, ["a": 1], [1], [[]], 1.5] {
            var copy = app
            #expect(!setting.set(&copy, value) && copy == app, "\(name): \(value.jsonText())")
        }
    }

    @Test func `entity tags are digests of the settings in their order`() throws {
        let app = try Self.app { $0.platforms = [.ios, .macos] }
        let pins = app.pins.map { #"["\#($0.key.id)","\#($0.role.rawValue)"]"# }.joined(separator: ",")
        let text = #"["com.example.one",null,["ios","macos"],"en",[\#(pins)],"facts","external",["US"],null]"#
        #expect(app.entityTag == ContentDigest.hex(Array(text.utf8)).prefix(32))
    }
}
