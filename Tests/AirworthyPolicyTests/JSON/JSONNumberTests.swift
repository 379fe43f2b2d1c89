import AirworthyPolicy
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "1.0", "1.10", "0.5", "-0.5", "1e2", "1E+2", "1e-2", "0e0",
        "123456789012345678901234567890",
    ])
    func `number literals keep their spelling`(_ text: String) {
        #expect(JSONNumber(text)?.text == text)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", "1.", ".5", "1e", "1e+", "1.e2", "0x10", " 1", "1 ", "1,0", "NaN", "Infinity",
        "１",
        "1_000", "\u{FEFF}1", "1\0",
    ])
    func `text that is not a JSON number is rejected`(_ text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("0.000", 0), ("0e99999999999999999999", 0), ("1.0", 1), ("1e2", 100),
            ("-12.50e1", -125),
            ("1000e-3", 1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775807.0", .max), ("-922337203685477580.8e1", .min), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("1.5", nil), ("1e-1", nil), ("1e19", nil), ("1e400", nil),
            ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil), ("1e9223372036854775807", nil),
            ("0.1e-9223372036854775808", nil),
        ] as [(String, Int?)])
    func `an integer value is exact or nil`(_ text: String, _ value: Int?) {
        #expect(JSONNumber(text)?.intValue == value)
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", "10e-1", true), ("0", "-0", true), ("0", "0e5", true), ("100", "1e2", true),
        ("1.10", "1.1", true), ("-1", "1", false), ("1", "1.0000000000000000000000000000001", false),
        ("12345678901234567890123", "12345678901234567890124", false), ("1e400", "1e401", false),
        ("1e400", "10e399", true), ("1e99999999999999999999", "1e99999999999999999999", true),
        ("1e99999999999999999999", "1e99999999999999999998", false),
    ])
    func `numbers with equal values compare equal with any spelling`(_ left: String, _ right: String, _ isEqual: Bool)
        throws
    {
        let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
        #expect(left.isEqual(numerically: right) == isEqual)
        #expect(right.isEqual(numerically: left) == isEqual)
        #expect((left == right) == (left.text == right.text))
    }

    @Test(
        arguments: [
            (1.0, "1"), (-2.0, "-2"), (0.1, "0.1"), (1.5, "1.5"), (1e20, "1e+20"), (.leastNonzeroMagnitude, "5e-324"),
            (.infinity, nil),
            (-.infinity, nil), (.nan, nil),
        ] as [(Double, String?)])
    func `doubles are written with the fewest digits and read back equal`(_ value: Double, _ text: String?) {
        let number = JSONNumber(value)
        #expect(number?.text == text)
        #expect(number.map { $0.doubleValue == value } ?? true)
    }

    @Test func `doubles beyond the range are infinite`() {
        #expect(JSONNumber("1e999")?.doubleValue == .infinity)
        #expect(JSONNumber("-1e999")?.doubleValue == -.infinity)
        #expect(JSONNumber("1e-999")?.doubleValue == 0)
    }

    @Test(arguments: [0, 1, -1, .max, .min])
    func `integers are written and read back`(_ value: Int) {
        #expect(JSONNumber(value).intValue == value)
        #expect(JSONNumber(JSONNumber(value).text) == JSONNumber(value))
    }
}
