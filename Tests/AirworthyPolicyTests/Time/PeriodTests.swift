import AirworthyPolicy
import Testing

@Suite struct PeriodTests {
    @Test(arguments: [
        ("PT0S", 0, "PT0S"), ("P0D", 0, "PT0S"), ("PT1S", 1, "PT1S"), ("PT30M", 1_800, "PT30M"),
        ("PT90M", 5_400, "PT1H30M"), ("PT12H", 43_200, "PT12H"), ("PT24H", 86_400, "P1D"), ("P1D", 86_400, "P1D"),
        ("P7D", 604_800, "P7D"), ("P1W", 604_800, "P7D"), ("P2W1D", 1_296_000, "P15D"),
        ("P1DT12H", 129_600, "P1DT12H"), ("P1DT1H1M1S", 90_061, "P1DT1H1M1S"), ("PT007S", 7, "PT7S"),
        ("PT9223372036854775807S", .max, "P106751991167300DT15H30M7S"),
    ])
    func `durations are read and written in their shortest form`(_ text: String, _ seconds: Int, _ canonical: String)
        throws
    {
        let period = try Period(text)
        #expect(period.seconds == seconds)
        #expect(period.description == canonical)
        #expect(try Period(canonical) == period)
    }

    @Test(arguments: [
        ("", "not a duration"), ("P", "not a duration"), ("PT", "not a duration"), ("P1DT", "not a duration"),
        ("1D", "not a duration"), ("p1d", "not a duration"), ("P1d", "not a duration"), ("P1", "not a duration"),
        ("PD", "not a duration"), ("P1H", "not a duration"), ("PT1D", "not a duration"), ("PT1W", "not a duration"),
        ("P1D1W", "not a duration"), ("PT1M1H", "not a duration"), ("P1D1D", "not a duration"),
        ("PT1HT1M", "not a duration"), ("-P1D", "not a duration"), ("P-1D", "not a duration"),
        ("P+1D", "not a duration"), (" P1D", "not a duration"), ("P1D ", "not a duration"),
        ("P１D", "not a duration"), ("daily", "not a duration"), ("12h", "not a duration"),
        ("P1Y", "no fixed length"), ("P6M", "no fixed length"), ("P1Y2M3D", "no fixed length"),
        ("PT0.5H", "fraction"), ("P1,5D", "fraction"),
        ("PT9223372036854775808S", "too long"), ("P9223372036854775807D", "too long"),
        ("P106751991167300DT15H30M8S", "too long"), ("P99999999999999999999W", "too long"),
    ])
    func `text that is not a duration is rejected with a message`(_ text: String, _ reason: String) {
        let error = #expect(throws: PeriodError.self) { try Period(text) }
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `periods compare by length and are never negative`() throws {
        #expect(try Period("PT23H") < Period("P1D"))
        #expect(try Period("P7D") == Period("P1W"))
        #expect(Period(seconds: -5).seconds == 0)
    }
}
