import AirworthyPolicy
import Testing

@Suite struct AppVersionTests {
    @Test(arguments: [
        ("1.4.0-beta", "1.4", VersionOrder.equal), ("1.4-a", "1.4.0-b", .equal), ("1.4-rc", "1.3.9", .higher),
        ("1.4-rc", "1.4.0.1-alpha", .lower), ("1", "1.0", .equal), ("0-a", "0.0", .equal), ("1.9", "1.10", .lower),
    ])
    func `the numeric order ignores suffixes`(_ a: String, _ b: String, _ order: VersionOrder) throws {
        #expect(try AppVersion(a).numericOrder(with: AppVersion(b)) == order)
    }

    @Test(
        arguments: [
            ("1.0", "2.0", 0), ("1.0", "1.1", 1), ("1.2.3", "1.2.4", 2), ("1.2.3", "1.2.3.1", 3), ("1", "1.0.0.0.5", 4),
            ("1.0.0.1", "1", 3), ("1.2", "1.2.0-beta", nil), ("1.0-a", "1.0.0.0-b", nil), ("1.9", "1.10", 1),
            ("1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.8.10", 8), ("1.12345678901234567890.1", "1.12345678901234567891.1", 1),
            ("0", "0.0", nil), ("0", "5", 0), ("9.1", "10.1", 0),
        ] as [(String, String, Int?)])
    func `the first differing component of two versions is returned`(_ a: String, _ b: String, _ index: Int?) throws {
        #expect(try AppVersion(a).firstDifferingComponent(from: AppVersion(b)) == index)
        #expect(try AppVersion(b).firstDifferingComponent(from: AppVersion(a)) == index)
    }

    @Test func `the description keeps the text without surrounding white space`() throws {
        #expect(try AppVersion("\t 01.2-RC.1 \r\n").description == "01.2-RC.1")
        #expect(try AppVersion("1.2-rc").hasSuffix)
        #expect(try !AppVersion("1.2").hasSuffix)
        #expect(try BuildNumber(" 0310 ").description == "0310")
    }

    @Test(arguments: [
        ("", "is empty"), ("v1.2", "leave out the letter"), ("1..2", "a number is missing"), ("1.x", "only the digits"),
        ("1-", "after the `-`"), (String(repeating: "1", count: 129), "longer than 128"), ("1\0", "\\u{0}"),
    ])
    func `a version error names the mistake`(_ text: String, _ part: String) {
        let error = #expect(throws: VersionError.self) { try AppVersion(text) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect((error?.subject.count ?? 0) <= 65)
    }

    @Test func `a version of one million characters is rejected quickly`() {
        #expect(throws: VersionError.self) { try AppVersion(String(repeating: "1.", count: 500_000) + "1") }
        #expect(throws: VersionError.self) { try VersionRange(String(repeating: "<1 ", count: 500_000)) }
        #expect(throws: VersionError.self) { try BuildRange(String(repeating: "(", count: 1_000_000)) }
    }
}
