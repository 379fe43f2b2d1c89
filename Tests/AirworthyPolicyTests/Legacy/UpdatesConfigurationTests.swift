import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct UpdatesConfigurationTests {
    private func read(_ settings: String, appleID: Int? = nil) -> LegacyImport {
        LegacyFormat.updates.read(text: #"{"updates": {\#(settings)}}"#, appleID: appleID)
    }

    private static let manual = """
        "check-for": "manually", "app-store-id": "815", "min-os-required": "15.0", "version": "2.3.4", \
        "release-notes": "Faster."
        """

    @Test(arguments: [
        ("major", "1.9.9", true), ("major", "2.2.9", false), ("minor", "2.2.9", true), ("minor", "2.3.0", false),
        ("patch", "2.3.3", true), ("patch", "2.3.4", false), ("build", "2.3.3", true),
        ("minor-versions", "2.3.0", false),
        ("major-versions", "1.0", true),
    ])
    func `comparing determines the smallest step that is recommended`(
        comparing: String, installed: String, isTold: Bool
    ) throws {
        let decision = try read(#"\#(Self.manual), "comparing": "\#(comparing)""#).decide(installed)
        #expect(decision.status == (isTold ? .recommended : .ok))
    }

    @Test func `version, system, id and notes are imported`() throws {
        let file = read(Self.manual)
        let decision = try file.decide("2.3.3")
        #expect(decision.update?.version == (try AppVersion("2.3.4")))
        #expect(decision.update?.url == "https://apps.apple.com/app/id815")
        #expect(decision.update?.notes == "Faster.")
        #expect(decision.update?.minimumOS == (try AppVersion("15.0")))
        #expect(try file.decide("2.3.3", os: "14.9").status == .ok)
        #expect(file.findings.isEmpty)
    }

    @Test(
        arguments: [
            ("always", Reminder.always, []), ("once", .once, []), ("twice", .once, ["not-carried"]),
            ("thrice", .once, ["not-carried"]), ("hourly", .once, ["bad-value"]), ("never", nil, ["no-effect"]),
        ] as [(String, Reminder?, [String])])
    func `notify becomes a reminder`(notify: String, remind: Reminder?, codes: [String]) throws {
        let file = read(#"\#(Self.manual), "notify": "\#(notify)""#)
        #expect(try file.decide("1.0").remind == remind)
        #expect(file.codes == codes)
    }

    @Test(arguments: [("1.0", Decision.Status.required), ("1.5", .recommended), ("2.0", .ok)])
    func `the hard minimum requires, the soft minimum recommends`(installed: String, status: Decision.Status) throws {
        let file = read(
            #""check-for": "manually", "min-required-app-version": "1.5", "min-optional-app-version": "2.0""#,
            appleID: 1)
        let decision = try file.decide(installed)
        #expect(decision.status == status)
        if status == .recommended { #expect(decision.remind == .always) }
    }

    @Test func `a hard version is required`() throws {
        let file = read(#"\#(Self.manual), "update-type": "hard""#)
        #expect(try file.decide("2.3.3").status == .required)
        #expect(try file.decide("2.3.4").status == .ok)
    }

    @Test func `automatically recommends the newest release of the catalog`() throws {
        let file = read(#""check-for": "automatically", "notify": "always", "version": "9.0", "comparing": "minor""#)
        let store = Catalog(releases: [
            Release(platform: .ios, version: try AppVersion("2.1.5"), offers: [Offer(channel: .appstore)])
        ])
        #expect(file.findings.has("not-carried", .warning, at: "updates.version"))
        #expect(try file.decide("2.0", catalog: store).status == .recommended)
        #expect(try file.decide("2.1.4", catalog: store).status == .ok)
        #expect(try file.decide("2.0").status == .ok)
    }

    @Test func `never gives no rules`() throws {
        let file = read(#""check-for": "never", "min-required-app-version": "9", "version": "9""#)
        #expect(file.policy?.rules == [])
        #expect(file.codes == ["no-effect"])
    }

    @Test func `settings are also read at the top level`() throws {
        let file = LegacyFormat.updates.read(text: "{\(Self.manual)}")
        #expect(try file.decide("1.0").status == .recommended)
    }

    @Test func `an unreadable setting is left out`() throws {
        let file = read(#"\#(Self.manual), "min-required-app-version": 3, "comparing": "all""#)
        #expect(file.findings.has("number-version", .warning, at: "updates.min-required-app-version"))
        #expect(file.findings.has("bad-value", .warning, at: "updates.comparing"))
    }

    @Test(arguments: ["[]", "3", #"{"updates": []}"#, "", "{}", #"{"ios": {}}"#])
    func `a file without settings is rejected`(text: String) {
        #expect(LegacyFormat.updates.read(text: text).policy == nil)
    }
}
