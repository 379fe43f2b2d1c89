import AirworthySupport
import Testing

@Suite struct PercentEncodingTests {
    @Test(
        arguments: zip(
            ["", "aZ09-._~", "a b/c?d&e=f+g", "filter[app]", "ü💩", "\u{0}"],
            ["", "aZ09-._~", "a%20b%2Fc%3Fd%26e%3Df%2Bg", "filter%5Bapp%5D", "%C3%BC%F0%9F%92%A9", "%00"]))
    func `everything but unreserved characters is escaped`(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
    }
}
