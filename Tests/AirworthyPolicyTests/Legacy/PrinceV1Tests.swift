import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct PrinceV1Tests {
    private func read(_ text: String) -> LegacyImport { LegacyFormat.princeOfVersions.read(text: text) }

    private static let full = """
        {"ios": {"minimum_version": "2.0-5", "minimum_version_min_sdk": "12.0",
            "latest_version": {"version": "3.0", "notification_type": "ALWAYS", "min_sdk": "16.0"}}, "meta": {"k": "v"}}
        """

    @Test(
        arguments: [
            ("1.0", "17.0", .required, "3.0"), ("2.0-4", "17.0", .required, "3.0"),
            ("2.0-5", "17.0", .recommended, "3.0"),
            ("3.0", "17.0", .ok, nil),
            // The newest release does not run on this system; the minimum does.
            ("1.0", "15.0", .required, "2.0"), ("2.0-5", "15.0", .ok, nil),
            // Neither does.
            ("1.0", "11.0", .ok, nil),
        ] as [(String, String, Decision.Status, String?)])
    func `minimum and latest apply to the systems that they name`(
        installed: String, os: String, status: Decision.Status, offered: String?
    ) throws {
        let decision = try read(Self.full).decide(installed, os: os)
        #expect(decision.status == status)
        #expect(decision.update?.version == (try offered.map { try AppVersion($0) }))
        #expect(decision.meta == ["k": "v"])
        if status == .recommended { #expect(decision.remind == .always) }
    }

    @Test func `the latest version may run on older systems than the minimum`() throws {
        let text = """
            {"ios": {"minimum_version": "2.0", "minimum_version_min_sdk": "16.0", "latest_version": {"version": "3.0"}}}
            """
        #expect(try read(text).decide("1.0", os: "16.0").status == .required)
        #expect(try read(text).decide("1.0", os: "15.0").status == .recommended)
    }

    @Test(arguments: [
        (#"{"minimum_version": "2.0"}"#, Decision.Status.required, "2.0"),
        (#"{"latest_version": {"version": "2.0"}}"#, .recommended, "2.0"),
        (#"{"minimum_version": "2.0", "latest_version": {"notification_type": "ONCE"}}"#, .required, "2.0"),
        (#"{"minimum_version": "2.0", "latest_version": 3}"#, .required, "2.0"),
        (#"{"minimum_version": 2, "latest_version": {"version": "2.0"}}"#, .recommended, "2.0"),
        (#"{"minimum_version": "2", "latest_version": {"version": "3", "notification_type": "?"}}"#, .required, "2"),
        (#"{"minimum_version": "2.0", "minimum_version_min_sdk": 12}"#, .required, "2.0"),
    ])
    func `an unreadable part is left out, and the other stays`(object: String, status: Decision.Status, offered: String)
        throws
    {
        let decision = try read(#"{"ios": \#(object)}"#).decide("1.0")
        #expect(decision.status == status)
        #expect(decision.update?.version == (try AppVersion(offered)))
    }

    @Test func `an unreadable part is reported`() {
        let file = read(#"{"ios": {"minimum_version": "2.0", "latest_version": {"notification_type": "ONCE"}}}"#)
        #expect(file.findings.has("missing-key", .warning, at: "ios.latest_version"))
    }
}
