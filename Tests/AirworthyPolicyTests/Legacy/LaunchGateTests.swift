import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct LaunchGateTests {
    private static let full = """
        {"ios": {"requiredUpdate": {"minimumVersion": "1.1", "message": "Old."},
            "optionalUpdate": {"optionalVersion": "1.10", "message": "New."},
            "alert": {"message": "Back at noon.", "blocking": true}}, "android": {}}
        """

    private func read(_ text: String) -> LegacyImport { LegacyFormat.launchGate.read(text: text) }

    @Test(
        arguments: [
            ("1.0", .required, "Old."), ("1.1", .recommended, "New."), ("1.9", .recommended, "New."),
            ("1.10", .ok, nil),
        ] as [(String, Decision.Status, String?)])
    func `the required update takes precedence over the optional one`(
        installed: String, status: Decision.Status, message: String?
    ) throws {
        let decision = try read(Self.full).decide(installed)
        #expect(decision.status == status)
        #expect(decision.message == message)
        if status != .ok { #expect(decision.update?.version == (try AppVersion("1.10"))) }
        if status == .recommended { #expect(decision.remind == .once) }
    }

    @Test func `a blocking alert does not block, and is passed on in meta`() throws {
        let file = read(Self.full)
        #expect(file.findings.has("not-carried", .warning, at: "ios.alert"))
        #expect(file.findings.has("not-carried", .warning, at: "android"))
        let decision = try file.decide("2.0")
        #expect(decision.status == .ok)
        #expect(decision.meta?["alert"] == ["message": "Back at noon.", "blocking": true])
    }

    @Test(arguments: [
        #"{"minimumVersion": "x"}"#, #"{"minimumVersion": 1.1}"#, #"{"message": "m"}"#, "[]",
        #"{"minimumVersion": null}"#,
    ])
    func `an unreadable update is left out, and the other stays`(update: String) throws {
        let file = read(#"{"ios": {"requiredUpdate": \#(update), "optionalUpdate": {"optionalVersion": "2"}}}"#)
        #expect(file.findings.contains { $0.severity == .warning && $0.message.hasSuffix("The update is left out.") })
        #expect(try file.decide("1").status == .recommended)
    }

    @Test(arguments: ["{}", "[]", #"{"ios": []}"#, #"{"android": {}}"#])
    func `a file without iOS is rejected`(text: String) {
        #expect(read(text).policy == nil)
        #expect(read(text).findings.contains { $0.severity == .error })
    }
}
