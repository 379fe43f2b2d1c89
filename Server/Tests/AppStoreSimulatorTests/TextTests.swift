import Foundation
import Testing

@testable import AppStoreSimulator

@Suite struct TextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00"), (951_782_399, "2000-02-28T23:59:59"), (951_782_400, "2000-02-29T00:00:00"),
        (-1, "1969-12-31T23:59:59"), (1_774_983_599, "2026-03-31T18:59:59"), (4_107_542_400, "2100-03-01T00:00:00"),
    ])
    func `dates are written as calendar dates and read back unchanged`(_ seconds: Int, _ text: String) throws {
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(DateForm.seconds(date) == text + "Z")
        #expect(ScenarioTime.date(text + "Z") == date)
        for form in DateForm.allCases { #expect(ScenarioTime.date(form.text(date)) == date, "\(form)") }
    }

    @Test func `each date format has its number of digits`() throws {
        let date = Date(timeIntervalSince1970: 1_746_667_776.164411)
        #expect(DateForm.offset.text(date) == "2025-05-07T18:29:36-07:00")
        #expect(DateForm.hundredths.text(date) == "2025-05-08T01:29:36.16Z")
        #expect(DateForm.thousandths.text(date) == "2025-05-08T01:29:36.164Z")
        #expect(DateForm.millionths.text(date) == "2025-05-08T01:29:36.164411Z")
        #expect(DateForm.header(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        ("-P3D", -259_200.0), ("P1W", 604_800), ("PT90M", 5400), ("+P1DT2H", 93_600), ("PT0.5S", 0.5), ("PT0S", 0),
    ])
    func `durations are weeks, days, hours, minutes and seconds`(_ text: String, _ seconds: Double) {
        #expect(ScenarioTime(text) == .relative(seconds))
    }

    @Test(arguments: [
        "", "P", "PT", "3D", "P3", "P3H", "PT3D", "PxD", "P-3D", "PTT1H", "2026-11-13", "2026-13-13T00:00:00Z",
        "2026-11-13T00:00:00", "2026-11-13T24:00:00Z", "2026-11-13 00:00:00Z", "2026-11-13T00:00:00+0900", "yesterday",
    ])
    func `a text that is not a time is rejected`(_ text: String) { #expect(ScenarioTime(text) == nil) }

    @Test func `JSON is written and read back unchanged`() throws {
        let text = #"{"a":[1,-2.5,"x\"\\\n😀",true,false,null,{}],"b":[],"c":{"d":1e3}}"#
        let json = try JSON(text: text)
        #expect(json["a"]?.array?[2] == "x\"\\\n😀" && json["c"]?["d"]?.number == 1000)
        #expect(try JSON(text: json.text()) == json)
        #expect(try JSON(text: json.text(pretty: false)) == json)
        #expect(try JSON(text: #""\ud83d\ude00\u0041\/""#) == "😀A/")
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "\"", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "01x",
        "nul", "1 2", "[1}", "1e999", String(repeating: "[", count: 100),
    ])
    func `a text that is not JSON is rejected`(_ text: String) {
        #expect(throws: AppStoreSimulator.ControlError.self) { try JSON(text: text) }
    }

    @Test func `a query is decoded as a form`() {
        let query = URLQuery("filter%5Bapp%5D=1,2&sort=-a+b&x&filter[app]=3&=y&z=%E3%82%BF%zz")
        #expect(query.list("filter[app]") == ["1", "2", "3"] && query.value("filter[app]") == "3")
        #expect(query.value("sort") == "-a b" && query.value("x") == "" && query.value("z") == "タ%zz")
        #expect(URLQuery(query.text) == query)
    }
}
